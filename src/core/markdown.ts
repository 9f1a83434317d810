import MarkdownIt, { type Token } from 'markdown-it';
import { markdownFence } from './markdownFence.ts';
import { taskItems } from './taskItems.ts';

export type MarkdownToken = Token;

/**
 * One parser for the panel, which draws the tokens, and the host, which takes code blocks out of its own text
 * by their index: both count the same blocks because both parse the same way. HTML in the text stays text.
 */
const parser = new MarkdownIt({ html: false, linkify: true });
// Only what is written as an address is one: `file.ts` is no host in Turkmenistan.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.block.ruler.before('fence', 'markdownFence', markdownFence, {
  alt: ['paragraph', 'reference', 'blockquote', 'list'],
});
parser.core.ruler.push('taskItems', taskItems);

/** No text that a person reads is nested deeper. The time to parse a text grows with it, so it is bounded. */
const MAX_NESTING = 30;
parser.set({ maxNesting: MAX_NESTING });

/** Whether blocks are nested so deep that the parser leaves out what is in the innermost. */
export function isTooDeep(tokens: readonly MarkdownToken[]): boolean {
  return tokens.some(({ level }) => level >= MAX_NESTING - 1);
}

/** Link definitions by their normalized labels, as the parser keeps them. */
export type References = Record<string, { title: string; href: string }>;

/**
 * Block tokens of a Markdown text; `inline` tokens carry children.
 * @param references known beforehand; those that the text defines, and that are not known, are added
 */
export function parseMarkdown(text: string, references: References = {}): MarkdownToken[] {
  return parser.parse(text, { references });
}

/** A text in the form in which labels of references are compared. */
export function referenceLabel(text: string): string {
  return parser.utils.normalizeReference(text);
}
