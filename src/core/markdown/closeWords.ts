import { closedPrefixLength } from './closedPrefix.ts';
import { type ClosedUnits, WORD, withWords, wordsAfter } from './closedUnits.ts';
import type { MarkdownToken } from './markdownBlocks.ts';

/** Words that are closed now, beside those that were: where they end in the text, and the tokens of them and the others. */
interface WordsClosed {
  readonly units: ClosedUnits;
  readonly offset: number;
  /** Of the paragraph, without what stands for words that were closed before. */
  readonly tokens: MarkdownToken[];
  /** How many of the tokens in its words are of such as are closed now. */
  readonly count: number;
}

/**
 * Closes words of a text that is one open paragraph, beside those that are closed already.
 * @param text with a word in the place of those
 * @param tokens of the text
 * @param read makes tokens of a text
 */
export function closeWords(
  text: string,
  tokens: readonly MarkdownToken[],
  before: ClosedUnits | undefined,
  read: (text: string) => readonly MarkdownToken[],
  least?: number,
): WordsClosed | undefined {
  const content = text.trim();
  // With definitions before it, the paragraph would be less than the text.
  if (!isParagraph(tokens) || tokens[1]?.content !== content) {
    return undefined;
  }
  const standIn = before?.standIn ?? '';
  const length = closedPrefixLength(content, least);
  if (length <= standIn.length) {
    return undefined;
  }
  const offset = text.indexOf(content) + length;
  const [closed, rest] = [read(text.slice(0, offset)), read(WORD + text.slice(offset))];
  if (!isParagraph(closed) || !isParagraph(rest)) {
    return undefined;
  }
  const words = wordsAfter(standIn, closed[1]);
  const units = {
    block: tokens[0]?.type,
    standIn: WORD,
    source: (before?.source ?? '') + text.slice(standIn.length, offset),
    isLoose: undefined,
    code: 0,
    emptyCells: 0,
  };
  return {
    units,
    offset,
    tokens: withWords(tokens, [...words, ...wordsAfter(WORD, rest[1])]),
    count: words.length,
  };
}

/** Whether the last of several blocks is a paragraph with words that could be closed. */
export function endsInWords(tokens: readonly MarkdownToken[], least?: number): boolean {
  const [opening, words] = tokens.slice(-3);
  const isLast = tokens.length > 3 && opening?.type === 'paragraph_open' && opening.level === 0;
  return isLast && words !== undefined && closedPrefixLength(words.content, least) > 0;
}

function isParagraph(tokens: readonly MarkdownToken[]): boolean {
  return tokens.length === 3 && tokens[0]?.type === 'paragraph_open';
}
