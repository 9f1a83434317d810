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

interface DrawnText {
  closed: Drawn[];
  open: Drawn[];
  /** The tokens of those items or rows of the first open block that are closed. */
  units: object[];
}

/** The first token of an item of a list, or of a row in the body of a table. */
function beginOfUnits(block: Drawn): number {
  const body = block.findIndex((token) => 'type' in token && token.type === 'tbody_open');
  return Math.max(0, body) + 1;
}

/** Behind so many items or rows. */
function endOfUnits(block: Drawn, begin: number, count: number): number {
  let end = begin;
  let depth = 0;
  for (let left = count; left > 0 && end < block.length; end++) {
    const token = block[end];
    depth += token && 'nesting' in token ? Number(token.nesting) : 0;
    left -= depth === 0 ? 1 : 0;
  }
  return end;
}

/** Does to the blocks what the panel does to its elements. */
function draw(drawn: DrawnText, change: MarkdownChange): void {
  if (change.kind === 'code') {
    const last = drawn.open.pop();
    const [code, ...rest] = last ?? [];
    const content = code !== undefined && 'content' in code ? code.content : '';
    drawn.open.push([{ ...code, content: `${content}${change.text}` }, ...rest]);
    return;
  }
  drawn.open = topBlocks(change.tokens);
  const [first] = drawn.open;
  if (change.goesOn && first !== undefined) {
    const begin = beginOfUnits(first);
    // By `concat`: of a wide table there are more than a call takes arguments.
    drawn.open[0] = first.slice(0, begin).concat(drawn.units, first.slice(begin));
  } else {
    drawn.units = [];
  }
  if (change.closed > 0) {
    drawn.units = [];
  }
  drawn.closed.push(...drawn.open.splice(0, change.closed));
  const last = drawn.open[0] ?? [];
  const begin = beginOfUnits(last) + drawn.units.length;
  drawn.units = drawn.units.concat(last.slice(begin, endOfUnits(last, begin, change.closedUnits)));
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
  const drawn: DrawnText = { closed: [], open: [], units: [] };
  for (const piece of pieces) {
    draw(drawn, stream.append(piece));
  }
  return [...drawn.closed, ...drawn.open];
}
