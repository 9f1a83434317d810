import { midLineOf } from './blockLines.ts';
import type { CodeBlockPlace } from './codeBlockPlace.ts';
import { readBlocks } from './dialect.ts';
import { FenceTracker } from './fenceTracker.ts';
import { codeOf, isCodeBlock, isOpenCode, type MarkdownToken, normalizeText } from './markdownBlocks.ts';
import { openCommentLines, undecidedLine } from './undecided.ts';

/** One code block of a reply, exactly as the model wrote it. */
export interface CodeBlock {
  /** Position among the code blocks of the reply, from 0. */
  index: number;
  /** The info string, such as `ts` or `python title="x.py"`; empty if there is none. */
  info: string;
  code: string;
  /** Whether more text of the reply could still change it. */
  isOpen: boolean;
  /** Whether a finished text lacks its closing fence, so that the code may be incomplete. */
  isUnclosed: boolean;
  /** The text between the block before and this one. */
  above: string;
}

/** The block tokens of a Markdown text. The panel shows the same blocks, since both use the same rules. */
function blocksOf(text: string): MarkdownToken[] {
  const tokens: MarkdownToken[] = [];
  readBlocks(normalizeText(text), {}, tokens);
  return tokens;
}

export function codeBlocksOf(text: string): CodeBlock[] {
  const source = normalizeText(text);
  const lines = source.split('\n');
  const undecided = undecidedLine(source);
  return blocksOf(source)
    .filter(isCodeBlock)
    .map((token, index, all) => {
      const start = token.map?.[0] ?? 0;
      const isAtEnd = index === all.length - 1 && isOpenCode(token, source);
      return {
        index,
        info: token.info.trim(),
        code: codeOf(token),
        isOpen: isAtEnd || start >= undecided,
        isUnclosed: isAtEnd && unclosedCodeBlock(text) === index,
        above: lines.slice(all[index - 1]?.map?.[1] ?? 0, start).join('\n'),
      };
    });
}

/** The first fenced code block outside of lists and quotations, and the text around it. Returns `undefined` if there is none. */
export function firstFence(text: string): { before: string; code: string; after: string } | undefined {
  const source = normalizeText(text);
  const token = blocksOf(source).find(({ type, level }) => type === 'fence' && level === 0);
  const [start = 0, end = 0] = token?.map ?? [];
  if (token === undefined) {
    return undefined;
  }
  const lines = source.split('\n');
  const { startColumn = 0, endColumn } = midLineOf(token);
  const before = [...lines.slice(0, start), (lines[start] ?? '').slice(0, startColumn)];
  const after = [
    ...(endColumn === undefined ? [] : [(lines[end - 1] ?? '').slice(endColumn)]),
    ...lines.slice(end),
  ];
  return { before: before.join('\n'), code: codeOf(token), after: after.join('\n') };
}

/** The code block at a place. Returns `undefined` if there is none. */
export function codeBlockAt(text: string, { blockIndex, innerIndex }: CodeBlockPlace): CodeBlock | undefined {
  const block = codeBlocksOf(text)[blockIndex];
  if (block === undefined || innerIndex === undefined) {
    return block;
  }
  const inner = codeBlockAt(block.code, { blockIndex: innerIndex });
  return inner && { ...inner, isOpen: inner.isOpen && block.isOpen };
}

/**
 * Position of the fenced code block in which a finished text ends, whose code may then be incomplete. Returns
 * `undefined` if the last one is closed.
 */
export function unclosedCodeBlock(text: string): number | undefined {
  const source = normalizeText(`${text}\n`);
  return findOpenFence(source) === undefined ? undefined : blocksOf(source).filter(isCodeBlock).length - 1;
}

/**
 * The lines to append to a text so that what follows is part neither of its last code block nor of a comment. Returns
 * `undefined` if none is open.
 */
export function closingLines(text: string): string | undefined {
  return closingFence(text) ?? (endsInComment(normalizeText(`${text}\n`)) ? '-->' : undefined);
}

/** Whether `-->` after the text would end a comment. */
function endsInComment(source: string): boolean {
  const openLines = openCommentLines(source);
  const code = openLines.length === 0 ? [] : blocksOf(source).filter(isCodeBlock);
  return openLines.some((line) => !code.some(({ map }) => map && map[0] <= line && line < map[1]));
}

/** Behind each line end. */
const LINE_START = /(?<=\n|\r(?!\n))/;

/**
 * The lines to append to a text so that what follows is not part of its last code block. Returns `undefined` if the
 * block is closed, or if any line at the left margin ends it, as in most lists and in quotations.
 */
export function closingFence(text: string): string | undefined {
  const source = normalizeText(`${text}\n`);
  const token = findOpenFence(source);
  const withNextLine = token && blocksOf(`${source}x`).findLast(isCodeBlock);
  if (!token?.map || !withNextLine?.content.endsWith('x')) {
    return undefined;
  }
  const tracker = new FenceTracker(token.markup, token.info.trim());
  for (const line of source.split('\n').slice(token.map[0] + 1)) {
    tracker.takeLine(line);
  }
  return tracker.closingLines;
}

/**
 * The line, with its line end, that opens the fenced code block in which the complete lines of a text end. Returns
 * `undefined` if none is open, or if the line has no info string: a line like it would close the block.
 */
export function openingFence(text: string): string | undefined {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const token = findOpenFence(normalizeText(complete));
  const line = token?.info.trim() ? complete.split(LINE_START)[token.map?.[0] ?? 0] : undefined;
  return line?.slice(token && midLineOf(token).startColumn);
}

/** @param source complete lines, as `normalizeText` gives them */
function findOpenFence(source: string): MarkdownToken | undefined {
  const token = blocksOf(source).findLast(isCodeBlock);
  return token?.type === 'fence' && isOpenCode(token, source) ? token : undefined;
}
