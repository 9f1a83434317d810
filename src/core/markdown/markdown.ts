import MarkdownIt from 'markdown-it';
import { KnownWords } from './knownWords.ts';
import {
  type MarkdownToken,
  normalized,
  type References,
  readBlocks,
  withReplyBlocks,
} from './markdownBlocks.ts';
import { markTaskItems } from './taskItems.ts';

/** The panel's parser, which reads the words in the blocks too. HTML in the text stays text. */
const parser = withReplyBlocks(new MarkdownIt({ html: false, linkify: true }));
// Only what is written as an address is one: `file.ts` is no host in Turkmenistan.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// It is one by its own words, and not only where a plainer one in the same paragraph has them looked at.
const findAddresses = parser.linkify.match.bind(parser.linkify);
parser.linkify.match = (text) => findAddresses(text) ?? [];
parser.linkify.test = () => true;

/**
 * Block tokens of a Markdown text; `inline` tokens carry children.
 * @param references known beforehand; those that the text defines, and that are not known, are added
 * @param words from an earlier beginning of the same text
 */
export function parseMarkdown(
  text: string,
  references: References = {},
  words: KnownWords = new KnownWords(),
): MarkdownToken[] {
  const all: MarkdownToken[] = [];
  readBlocks(parser, normalized(text), { references }, all);
  const tokens = all.filter(({ type }) => type !== 'reference_definition');
  words.give(tokens, references, (line) => parser.parseInline(line, { references })[0]?.children ?? []);
  markTaskItems(tokens);
  return tokens;
}

/** A text in the form in which labels of references are compared. */
export function referenceLabel(text: string): string {
  return parser.utils.normalizeReference(text);
}
