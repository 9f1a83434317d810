import type { StateCore } from 'markdown-it';

/** The beginning of a list item that is a task (GitHub Flavored Markdown, 5.3). */
const TASK = /^\[([ xX])\]\s+/;

/** Gives a list item that begins with `[ ]` or `[x]` a token of the type `task` in their place; its content is `x` when done. */
export function taskItems({ tokens, Token }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const [first] = token.children ?? [];
    const isFirstInItem =
      tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';
    const mark = isFirstInItem && first?.type === 'text' ? TASK.exec(first.content) : null;
    if (first && mark) {
      const task = new Token('task', 'input', 0);
      task.content = mark[1] === ' ' ? '' : 'x';
      first.content = first.content.slice(mark[0].length);
      token.children?.unshift(task);
    }
  }
}
