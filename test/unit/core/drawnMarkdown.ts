import type { MarkdownToken } from '../../../src/core/markdownBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../../src/core/markdownStream.ts';

/** A block at the top, as far as it can be seen: its tokens without their places in the text. */
type Drawn = readonly object[];

export function topBlocks(tokens: readonly MarkdownToken[]): Drawn[] {
  const blocks: object[][] = [];
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) {
      blocks.push([]);
    }
    blocks.at(-1)?.push(seen(token));
  }
  return blocks;
}

function seen({ type, tag, nesting, content, info, hidden, attrs, children }: MarkdownToken): object {
  return { type, tag, nesting, content, info, hidden, attrs, children: children?.map(seen) };
}

/** Does to the blocks what the panel does to its elements. */
function draw(drawn: { closed: Drawn[]; open: Drawn[] }, change: MarkdownChange): void {
  if (change.kind === 'code') {
    const last = drawn.open.pop();
    const [code, ...rest] = last ?? [];
    const content = code !== undefined && 'content' in code ? code.content : '';
    drawn.open.push([{ ...code, content: `${content}${change.text}` }, ...rest]);
    return;
  }
  drawn.open = topBlocks(change.tokens);
  drawn.closed.push(...drawn.open.splice(0, change.closed));
  for (const { block, tokens } of change.redrawn) {
    const [made] = topBlocks(tokens);
    if (made !== undefined) {
      drawn.closed[block] = made;
    }
  }
}

/** What is drawn in the end of a text that comes in these pieces. */
export function streamed(pieces: readonly string[]): Drawn[] {
  const stream = new MarkdownStream();
  const drawn: { closed: Drawn[]; open: Drawn[] } = { closed: [], open: [] };
  for (const piece of pieces) {
    draw(drawn, stream.append(piece));
  }
  return [...drawn.closed, ...drawn.open];
}
