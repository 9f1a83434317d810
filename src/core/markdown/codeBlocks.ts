import MarkdownIt from 'markdown-it';
import { FenceTracker } from './fenceTracker.ts';
import {
  codeOf,
  configureBlockRules,
  isCodeBlock,
  isOpenCode,
  type MarkdownToken,
  normalizeText,
  readBlocks,
} from './markdownBlocks.ts';

/** One code block of a reply, exactly as the model wrote it. */
export interface CodeBlock {
  /** Position among the code blocks of the reply, from 0. */
  index: number;
  /** What stands after the opening fence, such as `ts` or `python title="x.py"`; empty when nothing does. */
  info: string;
  code: string;
  /** Whether more text of the reply could still change it. */
  isOpen: boolean;
}

/** Of this the host's bundles hold the part that knows blocks, and no other: see `blocksAlone` in esbuild.js. */
const parser = configureBlockRules(new MarkdownIt());

/** The blocks of a Markdown text: those that the panel draws, since both read blocks the same way. */
export function blocksOf(text: string): MarkdownToken[] {
  const tokens: MarkdownToken[] = [];
  readBlocks(parser, normalizeText(text), {}, tokens);
  return tokens;
}

/** The code blocks of a Markdown text, in order. */
export function codeBlocksOf(text: string): CodeBlock[] {
  const source = normalizeText(text);
  return blocksOf(source)
    .filter(isCodeBlock)
    .map((token, index, all) => ({
      index,
      info: token.info.trim(),
      code: codeOf(token),
      isOpen: index === all.length - 1 && isOpenCode(token, source),
    }));
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n)/g;

/**
 * The lines that have to follow a text, so that what comes after them is not in its last code block. Returns undefined
 * where any line at the left margin ends that block: it is closed, or in a list or a quotation.
 */
export function closingFence(text: string): string | undefined {
  const source = normalizeText(`${text}\n`);
  const token = findOpenFence(source);
  if (token?.level !== 0 || token.map === null) {
    return undefined;
  }
  const fence = new FenceTracker(token.markup, token.info.trim());
  for (const line of source.split('\n').slice(token.map[0] + 1)) {
    fence.takeLine(line);
  }
  return fence.closingLines;
}

/**
 * The line, with its end, that opens the fenced code block in which the complete lines of a text end. Returns undefined
 * where none is open, and where it names no language: a line like it would close the block.
 */
export function openingFence(text: string): string | undefined {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const token = findOpenFence(normalizeText(complete));
  return token?.map && token.info.trim() !== '' ? complete.match(LINE)?.[token.map[0]] : undefined;
}

/** @param source complete lines, as `normalizeText` gives them */
function findOpenFence(source: string): MarkdownToken | undefined {
  const token = blocksOf(source).findLast(isCodeBlock);
  return token?.type === 'fence' && isOpenCode(token, source) ? token : undefined;
}
