import MarkdownIt, { type Token } from 'markdown-it';

export type MarkdownToken = Token;

/**
 * One parser for the panel, which draws the tokens, and the host, which takes code blocks out of its own text
 * by their index: both count the same blocks because both parse the same way. HTML in the text stays text.
 */
const parser = new MarkdownIt({ html: false, linkify: false });

/** Block tokens of a Markdown text; `inline` tokens carry children. */
export function parseMarkdown(text: string): MarkdownToken[] {
  return parser.parse(text, {});
}
