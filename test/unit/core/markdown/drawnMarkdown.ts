import type { MarkdownToken } from '../../../../src/core/markdown/markdownBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../../../src/core/markdown/markdownStream.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';

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

/** The texts of the headings that are in no list, quotation or code. */
export function topHeadings(text: string): string[] {
  const tokens = parseMarkdown(text);
  return tokens
    .filter((_, index) => tokens[index - 1]?.type === 'heading_open' && tokens[index - 1]?.level === 0)
    .map(({ content }) => content);
}

function seen({ type, tag, nesting, content, info, hidden, attrs, children }: MarkdownToken): object {
  if (type === 'text') {
    return { type, content };
  }
  return children === null
    ? { type, tag, nesting, content, info, hidden, attrs }
    : { type, children: joined(children.map(seen)) };
}

/** Text that follows text looks as if it were one. */
function joined(tokens: readonly object[]): object[] {
  const all: object[] = [];
  for (const token of tokens) {
    const last = all.at(-1);
    if (isText(token) && last !== undefined && isText(last)) {
      all[all.length - 1] = { ...last, content: last.content + token.content };
    } else if (!isText(token) || token.content !== '') {
      all.push(token);
    }
  }
  return all;
}

function isText(token: object): token is { type: 'text'; content: string } {
  return 'type' in token && token.type === 'text';
}

interface DrawnText {
  closed: Drawn[];
  open: Drawn[];
  /** The tokens of those items or rows of the first open block that are closed. */
  units: object[];
  /** Those in the words of the open block, a paragraph, that are closed. */
  words: object[];
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
  drawn.words = change.isContinued ? drawn.words : [];
  const [opening, inline, ...others] = first ?? [];
  if (drawn.words.length > 0 && opening !== undefined) {
    const children = joined([...drawn.words, ...childrenOf(inline)]);
    drawn.open[0] = [opening, { ...inline, children }, ...others];
  } else if (change.isContinued && first !== undefined) {
    const begin = beginOfUnits(first);
    // By `concat`: of a wide table there are more than a call takes arguments.
    drawn.open[0] = first.slice(0, begin).concat(drawn.units, first.slice(begin));
  } else {
    drawn.units = [];
  }
  if (change.closedBlocks > 0) {
    drawn.units = [];
    drawn.words = [];
  }
  if (change.closedInlineTokens > 0) {
    const tokens = change.tokens[1]?.children?.slice(0, change.closedInlineTokens) ?? [];
    drawn.words = [...drawn.words, ...tokens.map(seen)];
  }
  drawn.closed.push(...drawn.open.splice(0, change.closedBlocks));
  const last = drawn.open[0] ?? [];
  const begin = beginOfUnits(last) + drawn.units.length;
  drawn.units = drawn.units.concat(last.slice(begin, endOfUnits(last, begin, change.closedItems)));
  for (const { blockIndex, tokens } of change.redrawnBlocks) {
    const [made] = topBlocks(tokens);
    if (made !== undefined) {
      drawn.closed[blockIndex] = made;
    }
  }
}

function childrenOf(token: object | undefined): object[] {
  return token !== undefined && 'children' in token && Array.isArray(token.children) ? token.children : [];
}

/** What is drawn in the end of a text that comes in these pieces; of paragraphs, words are closed however few they are. */
export function streamed(pieces: readonly string[]): Drawn[] {
  const stream = new MarkdownStream(1);
  const drawn: DrawnText = { closed: [], open: [], units: [], words: [] };
  for (const piece of pieces) {
    draw(drawn, stream.append(piece));
  }
  return [...drawn.closed, ...drawn.open];
}
