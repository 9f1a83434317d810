import MarkdownIt from 'markdown-it';
import { type MarkdownToken, type References, readBlocks, withReplyBlocks } from './markdownBlocks.ts';
import { taskItems } from './taskItems.ts';

/** The panel's parser, which reads the words in the blocks too. HTML in the text stays text. */
const parser = withReplyBlocks(new MarkdownIt({ html: false, linkify: true }));
// Only what is written as an address is one: `file.ts` is no host in Turkmenistan.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.core.ruler.at('block', ({ src, env, tokens }) => readBlocks(parser, src, env, tokens));
parser.core.ruler.push('taskItems', taskItems);

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
