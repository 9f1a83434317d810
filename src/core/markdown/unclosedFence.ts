import { blocksOf } from './codeBlocks.ts';
import { FenceLines } from './fenceLines.ts';
import { isCodeBlock, isOpenCode, type MarkdownToken, normalized } from './markdownBlocks.ts';

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
