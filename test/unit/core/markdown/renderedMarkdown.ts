import type { BlockLimits } from '../../../../src/core/markdown/longBlocks.ts';
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
  rendered.closed.push(...rendered.open.splice(0, change.closedBlocks));
  for (const { blockIndex, tokens } of change.redrawnBlocks) {
    const [redrawn] = topLevelBlocks(tokens);
    if (redrawn !== undefined) {
      rendered.closed[blockIndex] = redrawn;
    }
  }
}

/** The blocks rendered for a text that arrives in these pieces. */
export function renderStream(pieces: readonly string[], limits?: BlockLimits): RenderedBlock[] {
  const stream = new MarkdownStream(limits);
  const rendered: RenderedText = { closed: [], open: [] };
  for (const piece of pieces) {
    applyChange(rendered, stream.append(piece));
  }
  return [...rendered.closed, ...rendered.open];
}

/** Tokens as tags: text as it is, `{type}` and `{/type}` around nested tokens, `{type:content}` for others. */
export function outline(tokens: readonly MarkdownToken[]): string {
  return tokens
    .flatMap((token) => (token.type === 'inline' ? (token.children ?? []) : [token]))
    .map(({ type, nesting, content, info }) => {
      const name = type.replace(/_(?:open|close)$/, '') + (nesting < 0 || info === '' ? '' : ` ${info}`);
      const value = content === '' || nesting !== 0 ? '' : `:${content.trim()}`;
      return type === 'text'
        ? content
        : name === 'paragraph'
          ? '|'
          : `{${nesting < 0 ? '/' : ''}${name}${value}}`;
    })
    .join('')
    .replaceAll(/\|\|(?! )/g, '|');
}
