import { copyOf, type MarkdownToken } from './markdownBlocks.ts';

/** The beginning of a list item that is a task (GitHub Flavored Markdown, 5.3). */
const TASK = /^\[([ xX])\]\s+/;

/** Gives a list item that begins with `[ ]` or `[x]` a token of the type `task` in their place; its content is `x` when done. */
export function markTaskItems(tokens: readonly MarkdownToken[]): void {
  for (const [index, token] of tokens.entries()) {
    const [first, ...others] = token.children ?? [];
    const isFirstInItem =
      tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
    const mark = isFirstInItem && first?.type === 'text' ? TASK.exec(first.content) : null;
    if (first && mark) {
      const task = copyOf(first, { type: 'task', tag: 'input', content: mark[1] === ' ' ? '' : 'x' });
      // What was read once may be the words of other tokens too.
      token.children = [task, copyOf(first, { content: first.content.slice(mark[0].length) }), ...others];
    }
  }
}
