import { isContinued } from '../../core/markdown/longBlocks.ts';
import { isCodeBlock, type MarkdownToken } from '../../core/markdown/markdownBlocks.ts';

const CONTAINER_TAGS = [
  ...['div', 'blockquote', 'details', 'ul', 'ol', 'li'],
  ...['table', 'thead', 'tbody', 'tr'],
] as const;
const TEXT_TAGS = ['div', 'p', 'summary', 'h3', 'h4', 'h5', 'h6', 'th', 'td'] as const;
type ContainerTag = (typeof CONTAINER_TAGS)[number];
type TextTag = (typeof TEXT_TAGS)[number];

/** A block of a reply. Each becomes exactly one element, so that a new tree can be reconciled with the rendered one. */
export type BlockNode =
  | {
      kind: 'container';
      tag: ContainerTag;
      className: string;
      /** Number of the first item of a list, or of a note. */
      start: number;
      /** As in the token: the kind of a callout, or `whole` if no blocks follow in details. */
      info: string;
      /** Whether details are open at first. */
      isOpen: boolean;
      children: BlockNode[];
    }
  | { kind: 'text'; tag: TextTag; className: string; tokens: MarkdownToken[] }
  /** `block` is the index of the code block in the reply, from 0, as in `codeBlocks` of core. */
  | { kind: 'code'; block: number; info: string; content: string }
  | { kind: 'rule' }
  /** A comment or the end of details, among the top-level blocks only. Its element is not part of the page. */
  | { kind: 'nothing'; endsDetails: boolean };

/** Headings of a reply rank below the panel's own: `h1` becomes `h3`. */
function headingTag(tag: string): TextTag {
  return TEXT_TAGS.find((name) => name === `h${Number(tag[1]) + 2}`) ?? 'h6';
}

function textTag({ type, tag, hidden }: MarkdownToken): TextTag {
  if (type === 'heading_open') {
    return headingTag(tag);
  }
  // markdown-it marks the paragraphs of a tight list as hidden: they get no margins.
  return hidden ? 'div' : (TEXT_TAGS.find((name) => name === tag) ?? 'p');
}

/** Length of the text up to which a cell of a table is one line. UTF-16 code units. */
const MAX_LINE_CHARS = 40;

/** A class for the cells whose text may wrap: if all could, a table wider than the panel would have very high rows. */
function cellLength(tag: TextTag, tokens: readonly MarkdownToken[]): string {
  const isCell = tag === 'th' || tag === 'td';
  return isCell && tokens.reduce((sum, { content }) => sum + content.length, 0) > MAX_LINE_CHARS
    ? 'long'
    : '';
}

/** The parser's only inline style, `text-align`, becomes a class: the Content Security Policy blocks inline styles. */
function alignment(token: MarkdownToken): string {
  return /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? '';
}

export type ContainerNode = BlockNode & { kind: 'container' };

function createContainer(tag: ContainerTag, token?: MarkdownToken, className = ''): ContainerNode {
  const start = Number(token?.attrGet('start') ?? token?.attrGet('value') ?? 1);
  const isOpen = token?.attrGet('open') != null;
  return {
    kind: 'container',
    tag,
    className,
    start,
    info: token?.info ?? '',
    isOpen,
    children: [],
  };
}

function classOf(token: MarkdownToken): string {
  return token.type === 'footnote_open'
    ? 'footnote'
    : token.type === 'blockquote_open' && token.info !== ''
      ? `callout callout-${token.info}`
      : isContinued(token)
        ? 'continued'
        : '';
}

/**
 * Builds a tree of blocks from the parser's flat list of tokens. The content of details follows them if they are
 * top-level blocks, and is part of them elsewhere.
 * @param firstCode number of code blocks before these tokens
 */
export function createMarkdownTree(tokens: readonly MarkdownToken[], firstCode: number): BlockNode[] {
  const root = createContainer('div');
  const open = [root];
  let block = firstCode;
  let opening: MarkdownToken | undefined;
  const add = (node: BlockNode): void => {
    open.at(-1)?.children.push(node);
  };
  const enter = (node: ContainerNode): void => {
    add(node);
    open.push(node);
  };
  for (const token of tokens) {
    const tag = CONTAINER_TAGS.find((name) => name === token.tag);
    if (isCodeBlock(token)) {
      add({ kind: 'code', block: block++, info: token.info.trim(), content: token.content });
    } else if (token.type === 'hr') {
      add({ kind: 'rule' });
    } else if (token.type === 'comment' || token.type === 'details_end') {
      const endsDetails = token.type === 'details_end';
      if (open.length === 1) {
        add({ kind: 'nothing', endsDetails });
      } else if (endsDetails) {
        open.pop();
      }
    } else if (token.type === 'inline') {
      const { tag: owner, className: ownClass } = opening
        ? { tag: textTag(opening), className: alignment(opening) || classOf(opening) }
        : { tag: 'p' as const, className: '' };
      const tokens = token.children ?? [];
      const className = `${ownClass} ${cellLength(owner, tokens)}`.trim();
      add({ kind: 'text', tag: owner, className, tokens });
    } else if (tag === undefined) {
      opening = token.nesting === 1 ? token : undefined;
    } else if (token.nesting === 1) {
      // A wide table scrolls inside its own box.
      if (tag === 'table') {
        enter(createContainer('div', undefined, `table ${classOf(token)}`.trim()));
      }
      enter(createContainer(tag, token, classOf(token)));
    } else if (token.type === 'details_close') {
      if (open.length === 2 || token.info === 'whole') {
        open.pop();
      }
    } else if (token.nesting === -1) {
      // Details without an end extend to that of their container.
      while (open.at(-1)?.tag === 'details') {
        open.pop();
      }
      open.pop();
      if (tag === 'table') {
        open.pop();
      }
    }
  }
  return root.children;
}

/** How a top-level block changes the number of open details around the blocks after it. */
export function detailsDepthChange(block: BlockNode): number {
  return block.kind === 'nothing'
    ? -Number(block.endsDetails)
    : Number(block.kind === 'container' && block.tag === 'details' && block.info !== 'whole');
}

export function isNote(block: BlockNode): boolean {
  return block.kind === 'container' && block.className === 'footnote';
}

/** Whether a block is details whose summary may still follow, before the blocks that are already in them. */
function lacksSummary(block: BlockNode): boolean {
  return block.kind === 'container' && block.tag === 'details' && block.children.length === 0;
}

/** Whether two top-level blocks and those after them are in the same place: in the text, in details, or among the notes. */
export function isSamePlace(one: BlockNode, other: BlockNode | undefined): boolean {
  return (
    other !== undefined &&
    detailsDepthChange(one) === detailsDepthChange(other) &&
    isNote(one) === isNote(other) &&
    lacksSummary(one) === lacksSummary(other) &&
    (one.kind === 'nothing') === (other.kind === 'nothing')
  );
}
