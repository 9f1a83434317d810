import { blocksOf } from './codeBlocks.ts';
import { FenceLines } from './fenceLines.ts';
import { isCodeBlock, isOpenCode, type MarkdownToken, normalized } from './markdownBlocks.ts';

/** A fenced code block in which a text ends. */
interface UnclosedFence {
  token: MarkdownToken;
  /** Of the text, from the one that opens the block on. */
  lines: readonly string[];
}

/**
 * The lines that have to follow a text, so that what comes after them is not in its last code block. Returns undefined
 * where any line at the left margin ends that block: it is closed, or in a list or a quotation.
 */
export function closingFence(text: string): string | undefined {
  const unclosed = unclosedFence(`${text}\n`);
  if (unclosed?.token.level !== 0) {
    return undefined;
  }
  const { token, lines } = unclosed;
  const fence = new FenceLines(token.markup, token.info.trim());
  for (const line of lines.slice(1)) {
    fence.take(line);
  }
  return fence.closing;
}

/** The line that opens the fenced code block in which the complete lines of a text end, if it names a language. */
export function openingLine(text: string): string | undefined {
  const unclosed = unclosedFence(text.slice(0, text.lastIndexOf('\n') + 1));
  return unclosed?.token.info.trim() ? unclosed.lines[0] : undefined;
}

/** @param text of complete lines */
function unclosedFence(text: string): UnclosedFence | undefined {
  const source = normalized(text);
  const token = blocksOf(source).findLast(isCodeBlock);
  return token?.type === 'fence' && isOpenCode(token, source)
    ? { token, lines: source.split('\n').slice(token.map?.[0]) }
    : undefined;
}
