import MarkdownIt, { type Token } from 'markdown-it';

export type MarkdownToken = Token;

/**
 * One parser for the panel, which draws the tokens, and the host, which takes code blocks out of its own text
 * by their index: both count the same blocks because both parse the same way. HTML in the text stays text.
 */
const parser = new MarkdownIt({ html: false, linkify: false });

/** No text that a person reads is nested deeper. The time to parse a text grows with it, so it is bounded. */
const MAX_NESTING = 30;
parser.set({ maxNesting: MAX_NESTING });

/** Whether blocks are nested so deep that the parser leaves out what is in the innermost. */
export function isTooDeep(tokens: readonly MarkdownToken[]): boolean {
  return tokens.some(({ level }) => level >= MAX_NESTING - 1);
}

/** Block tokens of a Markdown text; `inline` tokens carry children. */
export function parseMarkdown(text: string): MarkdownToken[] {
  return parser.parse(text, {});
}
