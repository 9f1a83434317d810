import { isCodeBlock, type MarkdownToken } from '../../core/markdown/markdownBlocks.ts';

const CONTAINER_TAGS = ['div', 'blockquote', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr'] as const;
const TEXT_TAGS = ['div', 'p', 'h3', 'h4', 'h5', 'h6', 'th', 'td'] as const;
type ContainerTag = (typeof CONTAINER_TAGS)[number];
type TextTag = (typeof TEXT_TAGS)[number];

/** A block of a reply. Each becomes exactly one element, so that a growing tree can be laid over the last one. */
export type BlockNode =
  | {
      kind: 'container';
      tag: ContainerTag;
      className: string;
      start: number;
      /** Those before `children` that do not change any more. */
      closed: BlockNode[];
      children: BlockNode[];
    }
  /** Where it `goesOn`, without the words that do not change any more. */
  | { kind: 'text'; tag: TextTag; className: string; tokens: MarkdownToken[]; goesOn: boolean }
  /** `block` counts the code blocks of the reply from 0, as `codeBlocks` of core does. `content` is the token's. */
  | { kind: 'code'; block: number; info: string; content: string }
  | { kind: 'rule' };

/** A reply's headings rank below the panel's own and are drawn modestly: `h1` becomes `h3`. */
function headingTag(tag: string): TextTag {
  return TEXT_TAGS.find((name) => name === `h${Number(tag[1]) + 2}`) ?? 'h6';
}

function textTag({ type, tag, hidden }: MarkdownToken): TextTag {
  if (type === 'heading_open') {
    return headingTag(tag);
  }
  // The paragraphs of a tight list are hidden: no space around them.
  return hidden ? 'div' : (TEXT_TAGS.find((name) => name === tag) ?? 'p');
}

/** `text-align` is the only style that the parser writes; it becomes a class, since the policy allows no style. */
function alignment(token: MarkdownToken): string {
  return /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? '';
}

function createContainer(tag: ContainerTag, className = '', start = 1): BlockNode & { kind: 'container' } {
  return { kind: 'container', tag, className, start, closed: [], children: [] };
}

/**
 * The blocks of a reply as a tree, from the parser's flat list of tokens.
 * @param firstCode the number of code blocks that come before them
 */
export function createMarkdownTree(tokens: readonly MarkdownToken[], firstCode: number): BlockNode[] {
  const root = createContainer('div');
  const open = [root];
  let block = firstCode;
  let opening: MarkdownToken | undefined;
  const add = (node: BlockNode): void => {
    open.at(-1)?.children.push(node);
  };
  const enter = (node: BlockNode & { kind: 'container' }): void => {
    add(node);
    open.push(node);
  };
  for (const token of tokens) {
    const tag = CONTAINER_TAGS.find((name) => name === token.tag);
    if (isCodeBlock(token)) {
      add({ kind: 'code', block: block++, info: token.info.trim(), content: token.content });
    } else if (token.type === 'hr') {
      add({ kind: 'rule' });
    } else if (token.type === 'inline') {
      const { tag: owner, className } = opening
        ? { tag: textTag(opening), className: alignment(opening) }
        : { tag: 'p' as const, className: '' };
      add({ kind: 'text', tag: owner, className, tokens: token.children ?? [], goesOn: false });
    } else if (tag === undefined) {
      opening = token.nesting === 1 ? token : undefined;
    } else if (token.nesting === 1) {
      // A wide table scrolls inside its own box.
      if (tag === 'table') {
        enter(createContainer('div', 'table'));
      }
      enter(createContainer(tag, '', Number(token.attrGet('start') ?? 1)));
    } else if (token.nesting === -1) {
      open.pop();
      if (tag === 'table') {
        open.pop();
      }
    }
  }
  return root.children;
}

/** The list, or the body of the table, that a block is: its children are items or rows. */
export function itemContainerOf(
  block: BlockNode | undefined,
): (BlockNode & { kind: 'container' }) | undefined {
  const table = block?.kind === 'container' && block.tag === 'div' ? block.children[0] : block;
  const united = table?.kind === 'container' && table.tag === 'table' ? table.children[1] : table;
  return united?.kind === 'container' ? united : undefined;
}
