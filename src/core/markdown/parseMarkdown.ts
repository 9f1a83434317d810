import MarkdownIt from 'markdown-it';
import {
  configureBlockRules,
  copyToken,
  type LinkReferences,
  type MarkdownToken,
  normalizeText,
  readBlocks,
} from './markdownBlocks.ts';

/** The panel's parser, which reads the words in the blocks too. HTML in the text stays text. */
const parser = configureBlockRules(new MarkdownIt({ html: false, linkify: true }));
// Only what is written as an address is one: `file.ts` is no host in Turkmenistan.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// It is one by its own words, and not only where a plainer one in the same paragraph has them looked at.
const matchLinks = parser.linkify.match.bind(parser.linkify);
parser.linkify.match = (text) => matchLinks(text) ?? [];
parser.linkify.test = () => true;

/**
 * Block tokens of a Markdown text; `inline` tokens carry children.
 * @param references known beforehand; those that the text defines, and that are not known, are added
 * @param inlineCache from an earlier beginning of the same text
 */
export function parseMarkdown(
  text: string,
  references: LinkReferences = {},
  inlineCache: InlineCache = new InlineCache(),
): MarkdownToken[] {
  const all: MarkdownToken[] = [];
  readBlocks(parser, normalizeText(text), { references }, all);
  const tokens = all.filter(({ type }) => type !== 'reference_definition');
  inlineCache.fillIn(
    tokens,
    references,
    (line) => parser.parseInline(line, { references })[0]?.children ?? [],
  );
  markTaskItems(tokens);
  return tokens;
}

/** A text in the form in which labels of references are compared. */
export function normalizeLabel(text: string): string {
  return parser.utils.normalizeReference(text);
}

/**
 * The words of an open block as they were read with the last piece: in a long list or table nearly all are as they
 * were, and reading them takes longer than finding the blocks.
 */
export class InlineCache {
  #inline = new Map<string, MarkdownToken[]>();
  #definitions = '';

  /**
   * Gives each `inline` token its words.
   * @param references with the definitions of the open end as its own: where they change, links may
   * @param read reads words that are not known
   */
  fillIn(
    tokens: readonly MarkdownToken[],
    references: LinkReferences,
    read: (text: string) => MarkdownToken[],
  ): void {
    const definitions = JSON.stringify(references);
    const known = definitions === this.#definitions ? this.#inline : new Map<string, MarkdownToken[]>();
    this.#definitions = definitions;
    this.#inline = new Map();
    for (const token of tokens) {
      if (token.type === 'inline') {
        const words = this.#inline.get(token.content) ?? known.get(token.content) ?? read(token.content);
        this.#inline.set(token.content, words);
        token.children = words;
      }
    }
  }
}

/** The beginning of a list item that is a task (GitHub Flavored Markdown, 5.3). */
const TASK_MARKER = /^\[([ xX])\]\s+/;

/** Gives a list item that begins with `[ ]` or `[x]` a token of the type `task` in their place; its content is `x` when done. */
function markTaskItems(tokens: readonly MarkdownToken[]): void {
  for (const [index, token] of tokens.entries()) {
    const [first, ...others] = token.children ?? [];
    const isFirstInItem =
      tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
    const mark = isFirstInItem && first?.type === 'text' ? TASK_MARKER.exec(first.content) : null;
    if (first && mark) {
      const task = copyToken(first, { type: 'task', tag: 'input', content: mark[1] === ' ' ? '' : 'x' });
      // What was read once may be the words of other tokens too.
      token.children = [task, copyToken(first, { content: first.content.slice(mark[0].length) }), ...others];
    }
  }
}
