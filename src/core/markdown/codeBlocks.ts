import MarkdownIt from 'markdown-it';
import { FenceLines } from './fenceLines.ts';
import {
  codeOf,
  isCodeBlock,
  isOpenCode,
  type MarkdownToken,
  normalized,
  readBlocks,
  withReplyBlocks,
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
const parser = withReplyBlocks(new MarkdownIt());

/** The blocks of a Markdown text: those that the panel draws, since both read blocks the same way. */
export function blocksOf(text: string): MarkdownToken[] {
  const tokens: MarkdownToken[] = [];
  readBlocks(parser, normalized(text), {}, tokens);
  return tokens;
}

/** The code blocks of a Markdown text, in order. */
export function codeBlocks(text: string): CodeBlock[] {
  const source = normalized(text);
  return blocksOf(source)
    .filter(isCodeBlock)
    .map((token, index, all) => ({
      index,
      info: token.info.trim(),
      code: codeOf(token),
      isOpen: index === all.length - 1 && isOpenCode(token, source),
    }));
}

const LINES = /[^\r\n]*(?:\r\n|\r|\n)/g;

/**
 * The lines that have to follow a text, so that what comes after them is not in its last code block. Returns undefined
 * where any line at the left margin ends that block: it is closed, or in a list or a quotation.
 */
export function closingFence(text: string): string | undefined {
  const source = normalized(`${text}\n`);
  const token = unclosedFence(source);
  if (token?.level !== 0 || token.map === null) {
    return undefined;
  }
  const fence = new FenceLines(token.markup, token.info.trim());
  for (const line of source.split('\n').slice(token.map[0] + 1)) {
    fence.take(line);
  }
  return fence.closing;
}

/**
 * The line, with its end, that opens the fenced code block in which the complete lines of a text end. Returns undefined
 * where none is open, and where it names no language: a line like it would close the block.
 */
export function openingLine(text: string): string | undefined {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const token = unclosedFence(normalized(complete));
  return token?.map && token.info.trim() !== '' ? complete.match(LINES)?.[token.map[0]] : undefined;
}

/** @param source complete lines, as `normalized` gives them */
function unclosedFence(source: string): MarkdownToken | undefined {
  const token = blocksOf(source).findLast(isCodeBlock);
  return token?.type === 'fence' && isOpenCode(token, source) ? token : undefined;
}
