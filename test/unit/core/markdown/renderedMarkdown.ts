import type { MarkdownToken } from '../../../../src/core/markdown/markdownBlocks.ts';
import { type MarkdownChange, MarkdownStream } from '../../../../src/core/markdown/markdownStream.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';

/** The visible parts of a top-level block: its tokens without source positions. */
type RenderedBlock = readonly object[];

export function topLevelBlocks(tokens: readonly MarkdownToken[]): RenderedBlock[] {
  const blocks: object[][] = [];
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) {
      blocks.push([]);
    }
    blocks.at(-1)?.push(visiblePartOf(token));
  }
  return blocks;
}

/** The texts of the top-level headings. */
export function topHeadings(text: string): string[] {
  const tokens = parseMarkdown(text);
  return tokens
    .filter((_, index) => tokens[index - 1]?.type === 'heading_open' && tokens[index - 1]?.level === 0)
    .map(({ content }) => content);
}

function visiblePartOf({
  type,
  tag,
  nesting,
  content,
  info,
  hidden,
  attrs,
  children,
}: MarkdownToken): object {
  if (type === 'text') {
    return { type, content };
  }
  return children === null
    ? { type, tag, nesting, content, info, hidden, attrs }
    : { type, children: mergeText(children.map(visiblePartOf)) };
}

/** Adjacent text tokens look like one. */
function mergeText(tokens: readonly object[]): object[] {
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

interface RenderedText {
  closed: RenderedBlock[];
  open: RenderedBlock[];
  /** Tokens of the closed items or rows of the first open block. */
  closedItems: object[];
  /** Closed inline tokens of the open block, a paragraph. */
  closedInline: object[];
}

/** Index of the first token of a list item or a table body row. */
function itemsStart(block: RenderedBlock): number {
  const body = block.findIndex((token) => 'type' in token && token.type === 'tbody_open');
  return Math.max(0, body) + 1;
}

/** Index after `count` items or rows. */
function itemsEnd(block: RenderedBlock, start: number, count: number): number {
  let end = start;
  let depth = 0;
  for (let remaining = count; remaining > 0 && end < block.length; end++) {
    const token = block[end];
    depth += token && 'nesting' in token ? Number(token.nesting) : 0;
    remaining -= depth === 0 ? 1 : 0;
  }
  return end;
}

/** Applies a change to the blocks as the panel does to its elements. */
function applyChange(rendered: RenderedText, change: MarkdownChange): void {
  if (change.kind === 'code') {
    const last = rendered.open.pop();
    const [code, ...rest] = last ?? [];
    const content = code !== undefined && 'content' in code ? code.content : '';
    rendered.open.push([{ ...code, content: `${content}${change.text}` }, ...rest]);
    return;
  }
  rendered.open = topLevelBlocks(change.tokens);
  const [first] = rendered.open;
  rendered.closedInline = change.isContinued ? rendered.closedInline : [];
  const [opening, inline, ...others] = first ?? [];
  if (rendered.closedInline.length > 0 && opening !== undefined) {
    const children = mergeText([...rendered.closedInline, ...childrenOf(inline)]);
    rendered.open[0] = [opening, { ...inline, children }, ...others];
  } else if (change.isContinued && first !== undefined) {
    const start = itemsStart(first);
    // `concat`, since a wide table has more tokens than a call can have arguments.
    rendered.open[0] = first.slice(0, start).concat(rendered.closedItems, first.slice(start));
  } else {
    rendered.closedItems = [];
  }
  if (change.closedBlocks > 0) {
    rendered.closedItems = [];
    rendered.closedInline = [];
  }
  if (change.closedInlineTokens > 0) {
    const tokens = change.tokens[1]?.children?.slice(0, change.closedInlineTokens) ?? [];
    rendered.closedInline = [...rendered.closedInline, ...tokens.map(visiblePartOf)];
  }
  rendered.closed.push(...rendered.open.splice(0, change.closedBlocks));
  const last = rendered.open[0] ?? [];
  const start = itemsStart(last) + rendered.closedItems.length;
  rendered.closedItems = rendered.closedItems.concat(
    last.slice(start, itemsEnd(last, start, change.closedItems)),
  );
  for (const { blockIndex, tokens } of change.redrawnBlocks) {
    const [redrawn] = topLevelBlocks(tokens);
    if (redrawn !== undefined) {
      rendered.closed[blockIndex] = redrawn;
    }
  }
}

function childrenOf(token: object | undefined): object[] {
  return token !== undefined && 'children' in token && Array.isArray(token.children) ? token.children : [];
}

/** The blocks rendered for a text that arrives in these pieces. Inline content closes at any length. */
export function renderStream(pieces: readonly string[]): RenderedBlock[] {
  const stream = new MarkdownStream(1);
  const rendered: RenderedText = { closed: [], open: [], closedItems: [], closedInline: [] };
  for (const piece of pieces) {
    applyChange(rendered, stream.append(piece));
  }
  return [...rendered.closed, ...rendered.open];
}
