import { characterEnd } from '../../base/characterEnd.ts';
import { copyToken, type MarkdownToken } from './markdownBlocks.ts';
import { undecidedStart } from './undecided.ts';

/**
 * Lengths up to which blocks are read and laid out as a whole, in UTF-16 code units: that is done again with each piece of
 * text, and must take a small part of a frame.
 */
export interface BlockLimits {
  /** Of a paragraph. */
  readonly paragraph: number;
  /** Of the text after the end of that part: it shows whether a line is a heading, the header of a table or a comment. */
  readonly lookahead: number;
  /** Of a list or a table. */
  readonly list: number;
  /** Number of items, or rows. */
  readonly items: number;
}

export const BLOCK_LIMITS: BlockLimits = { paragraph: 4000, lookahead: 1000, list: 16_000, items: 300 };

/** What precedes the rest of a long block, so that the parser reads it as it would after the parts before it. */
export interface BlockContext {
  /** A word for a paragraph, an item for a list, the header for a table. */
  readonly text: string;
  /** Number of the first item of the rest. */
  readonly start: number;
}

interface BlockCut {
  /** Tokens of the part before the cut. */
  readonly part: readonly MarkdownToken[];
  /** Where the rest starts. */
  readonly offset: number;
  readonly context: BlockContext;
}

/** Whatever follows this word, it starts a paragraph. */
const PARAGRAPH_CONTEXT: BlockContext = { text: 'x', start: 1 };

/** Information of the first token of a block that continues the block before it. */
const CONTINUED = 'continued';

export function isContinued({ info }: MarkdownToken): boolean {
  return info === CONTINUED;
}

/**
 * Where a long block is cut: the part before is closed, and the rest is read as another block. It depends on the part
 * alone, so that it is at the same place in whatever pieces the text arrives.
 * @param text the block, with the context of the part before, and an incomplete line after it
 * @param tokens of the text
 * @param isClosed whether more text can't change the block
 * @param parse returns the tokens of a part of the text
 */
export function cutOf(
  text: string,
  tokens: readonly MarkdownToken[],
  isClosed: boolean,
  context: BlockContext | undefined,
  limits: BlockLimits,
  parse: (text: string) => readonly MarkdownToken[],
): BlockCut | undefined {
  // An incomplete line may be another block for now, which doesn't change what is before it.
  const opening = tokens.slice(0, 3);
  const length = paragraphLength(tokens.length > 3 ? '' : text, opening, limits);
  if (length > limits.paragraph + limits.lookahead) {
    return cutOfParagraph(text, opening, length, isClosed, limits, parse);
  }
  return ITEM_BLOCKS.has(tokens[0]?.type ?? '')
    ? cutOfItems(text, tokens, isClosed, context, limits, parse)
    : undefined;
}

const ITEM_BLOCKS = new Set(['bullet_list_open', 'ordered_list_open', 'table_open']);

/** Whether the block is of a kind that is cut: neither code, which is cheap, nor a quotation. */
export function canBeCut([opening]: readonly MarkdownToken[]): boolean {
  return /^(?:paragraph|heading)_open$/.test(opening?.type ?? '') || ITEM_BLOCKS.has(opening?.type ?? '');
}

/** Whether the last block of the text is a paragraph that is so long that it is cut. */
export function isLongParagraph(
  text: string,
  tokens: readonly MarkdownToken[],
  limits: BlockLimits,
): boolean {
  return paragraphLength(text, tokens, limits) > limits.paragraph + limits.lookahead;
}

/**
 * The length of a paragraph at the end of the text, without what may still become another block; 0 if the last block is
 * none. A heading whose last line underlines it is one until that line comes.
 */
function paragraphLength(text: string, tokens: readonly MarkdownToken[], { lookahead }: BlockLimits): number {
  const [opening, inline] = tokens.slice(-3);
  const isParagraph = opening?.type === 'paragraph_open';
  const isUnderlined = opening?.type === 'heading_open' && /^[=-]/.test(opening.markup);
  if (!(isParagraph || isUnderlined) || opening.level > 0 || inline === undefined) {
    return 0;
  }
  const incomplete = text.slice(text.lastIndexOf('\n') + 1).trim();
  const isUndecided = isParagraph && incomplete.length <= lookahead && inline.content.endsWith(incomplete);
  const content = isUndecided
    ? inline.content.slice(0, inline.content.length - incomplete.length).trimEnd()
    : inline.content;
  // A short last line may be the header of a table, for example.
  const lastLine = content.lastIndexOf('\n') + 1;
  return content.length - lastLine > lookahead ? content.length : content.slice(0, lastLine).trimEnd().length;
}

function cutOfParagraph(
  text: string,
  [, inline]: readonly MarkdownToken[],
  length: number,
  isClosed: boolean,
  { paragraph, lookahead }: BlockLimits,
  parse: (text: string) => readonly MarkdownToken[],
): BlockCut | undefined {
  // A link definition may precede the paragraph.
  const start = text.indexOf(inline?.content.slice(0, paragraph) ?? '');
  const decided = isClosed ? text.length : undecidedStart(text);
  if (start < 0) {
    return undefined;
  }
  // Without the rest, its start may be a link definition, or lines of a formula may be blocks.
  for (let limit = paragraph; limit + lookahead < length && start + limit <= decided; limit *= 2) {
    const offset = start + paragraphEnd(text.slice(start), limit, parse);
    const part = parse(text.slice(0, offset));
    if (part.length === 3) {
      return { part, offset, context: PARAGRAPH_CONTEXT };
    }
  }
  return undefined;
}

/** Number of places at which a paragraph may be cut: the last at which no markup is open is taken, or else the last. */
const PLACES = 8;

function paragraphEnd(
  text: string,
  limit: number,
  parse: (text: string) => readonly MarkdownToken[],
): number {
  let end: number | undefined;
  for (let place = 0; place < PLACES; place++) {
    const within = text.slice(0, Math.floor(limit * (1 - place / PLACES / 2)));
    const at = Math.max(within.lastIndexOf(' '), within.lastIndexOf('\n'));
    if (at < limit / 4) {
      break;
    }
    if (hasNothingOpen(parse(text.slice(0, at)))) {
      return at;
    }
    end ??= at;
  }
  return end ?? characterEnd(text, limit);
}

const MAY_OPEN = /[`*~[<$\\]|(?<![\p{L}\p{N}])_/u;

/** Whether the text is a paragraph without markup that more text could end. */
function hasNothingOpen([, inline]: readonly MarkdownToken[]): boolean {
  return (
    inline?.children?.every(
      ({ type, level, content }) => type !== 'text' || level > 0 || !MAY_OPEN.test(content),
    ) === true
  );
}

/** Cuts before the last item, or row, that starts within the limits, or else the first after it. */
function cutOfItems(
  text: string,
  block: readonly MarkdownToken[],
  isClosed: boolean,
  context: BlockContext | undefined,
  limits: BlockLimits,
  parse: (text: string) => readonly MarkdownToken[],
): BlockCut | undefined {
  if (text.length <= limits.list && itemStarts(block).length <= limits.items) {
    return undefined;
  }
  // More text may turn the last, incomplete line into anything.
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  const complete = isClosed ? text : lines.slice(0, undecidedStart(lines));
  const tokens = parse(complete);
  const [opening] = tokens;
  if (opening === undefined || opening.type !== block[0]?.type) {
    return undefined;
  }
  const isTable = opening.type === 'table_open';
  const starts = offsetsOfLines(
    text,
    itemStarts(tokens).map((at) => tokens[at]?.map?.[0] ?? 0),
  );
  const own = isTable || !context ? starts : starts.slice(1);
  if (complete.length <= limits.list && own.length <= limits.items) {
    return undefined;
  }
  const isWithin = (start: number, index: number) => start < limits.list && index <= limits.items;
  const last = own.findLastIndex((start, index) => index > 0 && isWithin(start, index));
  const at = last > 0 ? last : own.findIndex((start, index) => index > 0 && !isWithin(start, index));
  const offset = own[at];
  if (offset === undefined) {
    return undefined;
  }
  const part = parse(text.slice(0, offset));
  const start = context?.start ?? Number(opening.attrGet('start') ?? 1);
  return {
    part,
    offset,
    context: {
      text: isTable ? text.slice(0, starts[0]) : contextItem(opening, isLooseList(part)),
      start: start + at,
    },
  };
}

/** Token indexes at which the items of the list, or the rows of the table's body, start. The tokens start with that block. */
function itemStarts(tokens: readonly MarkdownToken[]): number[] {
  const end = tokens.findIndex(({ level, nesting }) => level === 0 && nesting === -1);
  const body = tokens.findIndex(({ type }) => type === 'tbody_open');
  return tokens
    .slice(0, end)
    .flatMap(({ type, level }, index) =>
      (type === 'list_item_open' && level === 1) || (type === 'tr_open' && body >= 0 && index > body)
        ? [index]
        : [],
    );
}

/** An item of the same list, indented so far that any other item starts next to it instead of inside it. */
function contextItem(opening: MarkdownToken, isLoose: boolean): string {
  const number = opening.tag === 'ol' ? (opening.attrGet('start') ?? 1) : '';
  return `   ${number}${opening.markup} x\n${isLoose ? '\n' : ''}`;
}

/** Whether the list that the tokens start with is loose (CommonMark, 5.3), which applies to all its items. */
function isLooseList(tokens: readonly MarkdownToken[]): boolean {
  const paragraph = tokens.find(({ type, level }) => type === 'paragraph_open' && level === 2);
  return paragraph !== undefined && !paragraph.hidden;
}

export function offsetOfLine(text: string, line: number): number {
  let offset = 0;
  for (let count = 0; count < line; count++) {
    offset = text.indexOf('\n', offset) + 1;
  }
  return offset;
}

/** @param lines in ascending order */
function offsetsOfLines(text: string, lines: readonly number[]): number[] {
  let at = 0;
  let offset = 0;
  return lines.map((line) => {
    offset += offsetOfLine(text.slice(offset), line - at);
    at = line;
    return offset;
  });
}

/** The tokens of a text that starts with a context, as they are shown: without it, but with the header of a table. */
export function withoutContext(
  tokens: readonly MarkdownToken[],
  context: BlockContext | undefined,
): MarkdownToken[] {
  const [opening, ...others] = tokens;
  if (context === undefined || opening === undefined) {
    return [...tokens];
  }
  const continued = copyToken(opening, { info: CONTINUED });
  if (context !== PARAGRAPH_CONTEXT) {
    continued.attrs =
      opening.type === 'ordered_list_open' ? [['start', String(context.start)]] : opening.attrs;
    const second = opening.type === 'table_open' ? 1 : itemStarts(tokens)[1];
    return [continued, ...tokens.slice(second)];
  }
  const at = others.findIndex(({ type }) => type === 'inline');
  return [continued, ...others.map((token, index) => (index === at ? withoutFirstWord(token) : token))];
}

function withoutFirstWord(inline: MarkdownToken): MarkdownToken {
  const [first, ...others] = inline.children ?? [];
  const content = first?.content.slice(PARAGRAPH_CONTEXT.text.length);
  return copyToken(inline, {
    children: first && content ? [copyToken(first, { content }), ...others] : others,
  });
}
