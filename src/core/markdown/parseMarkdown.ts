import { markCallouts } from './callouts.ts';
import { parser, readBlocks } from './dialect.ts';
import { copyToken, type LinkReferences, type MarkdownToken, normalizeText } from './markdownBlocks.ts';
import { resolveDetails } from './pairDetails.ts';

/**
 * Block tokens of a Markdown text; `inline` tokens have children.
 * @param references definitions known beforehand; new definitions in the text are added
 * @param inlineCache from an earlier, shorter version of the same text
 * @param openDetails number of details that are open before the text
 */
export function parseMarkdown(
  text: string,
  references: LinkReferences = {},
  inlineCache: InlineCache = new InlineCache(),
  openDetails = 0,
): MarkdownToken[] {
  const all: MarkdownToken[] = [];
  readBlocks(normalizeText(text), { references }, all);
  const blocks = all.filter(({ type }) => type !== 'reference_definition');
  const tokens = markCallouts(resolveDetails(blocks, openDetails));
  inlineCache.fillIn(
    tokens,
    references,
    (line) => parser.parseInline(line, { references })[0]?.children ?? [],
  );
  markTaskItems(tokens);
  return tokens;
}

/** The form in which labels of references are compared. */
export function normalizeLabel(text: string): string {
  return parser.utils.normalizeReference(text);
}

/**
 * Caches the inline tokens of the open block: in a long list or table nearly all stay the same, and parsing inline
 * content takes longer than finding the blocks.
 */
export class InlineCache {
  #inline = new Map<string, MarkdownToken[]>();
  #definitions = '';

  /**
   * Gives each `inline` token its children.
   * @param references has the definitions of the open end as own properties; when they change, links may change
   * @param parse parses inline content that is not cached
   */
  fillIn(
    tokens: readonly MarkdownToken[],
    references: LinkReferences,
    parse: (text: string) => MarkdownToken[],
  ): void {
    const definitions = JSON.stringify(references);
    const cached = definitions === this.#definitions ? this.#inline : new Map<string, MarkdownToken[]>();
    this.#definitions = definitions;
    this.#inline = new Map();
    for (const token of tokens) {
      if (token.type === 'inline') {
        const children = this.#inline.get(token.content) ?? cached.get(token.content) ?? parse(token.content);
        this.#inline.set(token.content, children);
        token.children = children;
      }
    }
  }
}

/** The start of a task list item (GitHub Flavored Markdown, 5.3). */
const TASK_MARKER = /^\[([ xX])\]\s+/;

/** Replaces the `[ ]` or `[x]` that a list item starts with by a token of type `task`; its content is `x` if done. */
function markTaskItems(tokens: readonly MarkdownToken[]): void {
  for (const [index, token] of tokens.entries()) {
    const [first, ...others] = token.children ?? [];
    const isFirstInItem =
      tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
    const marker = isFirstInItem && first?.type === 'text' ? TASK_MARKER.exec(first.content) : null;
    if (first && marker) {
      const task = copyToken(first, { type: 'task', tag: 'input', content: marker[1] === ' ' ? '' : 'x' });
      // The cached tokens may be the children of other tokens too.
      token.children = [
        task,
        copyToken(first, { content: first.content.slice(marker[0].length) }),
        ...others,
      ];
    }
  }
}
