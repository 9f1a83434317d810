import type { MarkdownToken, References } from './markdownBlocks.ts';

/**
 * The words of an open block as they were read with the last piece: in a long list or table nearly all are as they
 * were, and reading them takes longer than finding the blocks.
 */
export class KnownWords {
  #words = new Map<string, MarkdownToken[]>();
  #definitions = '';

  /**
   * Gives each `inline` token its words.
   * @param references with the definitions of the open end as its own: where they change, links may
   * @param read reads words that are not known
   */
  give(
    tokens: readonly MarkdownToken[],
    references: References,
    read: (text: string) => MarkdownToken[],
  ): void {
    const definitions = JSON.stringify(references);
    const known = definitions === this.#definitions ? this.#words : new Map<string, MarkdownToken[]>();
    this.#definitions = definitions;
    this.#words = new Map();
    for (const token of tokens) {
      if (token.type === 'inline') {
        const words = this.#words.get(token.content) ?? known.get(token.content) ?? read(token.content);
        this.#words.set(token.content, words);
        token.children = words;
      }
    }
  }
}
