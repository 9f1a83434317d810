import { copyToken, isCodeBlock, type MarkdownToken } from './markdownBlocks.ts';

/** Cells that the parser adds to short rows of a table before it ends the table; kept well below that. */
const MAX_EMPTY_CELLS = 60_000;

/** Stands for the words of a paragraph. It begins a paragraph, whatever follows. */
export const PLACEHOLDER_WORD = 'x';

/**
 * The items of an open list, or the rows of an open table, that nothing after them changes any more: all but the
 * last; or the words of an open paragraph up to some place. A short text stands for them, so that what follows is read as it is after them.
 */
export interface ClosedPrefix {
  /** The type of the first token of the block that they are in. */
  readonly blockType: string | undefined;
  /** Whole lines, of a table its head, of a list an item; of a paragraph a word. */
  readonly placeholder: string;
  /** Their own text, from the beginning of the block. */
  readonly source: string;
  /** Whether the paragraphs of the list stand apart, which is one for all its items. */
  readonly isLoose: boolean | undefined;
  /** Code blocks in them. */
  readonly codeBlockCount: number;
  readonly emptyCellCount: number;
}

/**
 * Closes units of a block at the end of a text, beside those that are closed already.
 * @param text begins with the block; where there are closed units, with what stands for them
 * @param tokens of the block, as whole lines alone make it
 * @param offsetOf where a line of the parser is in the text
 */
export function closeItems(
  text: string,
  tokens: readonly MarkdownToken[],
  offsetOf: (line: number) => number,
  before: ClosedPrefix | undefined,
): { units: ClosedPrefix; count: number } | undefined {
  const begins = itemStarts(tokens);
  const isList = tokens[0]?.tag !== 'table';
  const open = before && isList ? begins.slice(1) : begins;
  const [first, last] = [open.at(0), open.at(-1)];
  const isLoose = isLooseList(tokens);
  if (first === undefined || last === undefined || open.length < 2 || (isList && isLoose === undefined)) {
    return undefined;
  }
  const [begin, end] = [first, last].map((at) => offsetOf(tokens[at]?.map?.[0] ?? 0));
  const own = text.slice(before?.placeholder.length ?? 0, end);
  const closed = tokens.slice(first, last);
  const emptyCells = (before?.emptyCellCount ?? 0) + closed.filter(isEmptyCell).length;
  // A definition would be lost with the text of its item.
  if (own.includes(']:') || emptyCells > MAX_EMPTY_CELLS) {
    return undefined;
  }
  const units = {
    blockType: tokens[0]?.type,
    placeholder: before?.placeholder ?? (isList ? placeholderItem(tokens, isLoose) : text.slice(0, begin)),
    source: (before?.source ?? '') + own,
    isLoose,
    codeBlockCount: (before?.codeBlockCount ?? 0) + closed.filter(isCodeBlock).length,
    emptyCellCount: emptyCells,
  };
  return { units, count: open.length - 1 };
}

/** Whether they are as they were, before what these tokens make of the text after them. */
export function isPrefixUnchanged(prefix: ClosedPrefix, tokens: readonly MarkdownToken[]): boolean {
  return (
    tokens[0]?.type === prefix.blockType &&
    isLooseList(tokens) === prefix.isLoose &&
    prefix.emptyCellCount + tokens.filter(isEmptyCell).length <= MAX_EMPTY_CELLS
  );
}

/** The text with closed units in the place of what stands for them. */
export function restorePrefix(text: string, { placeholder, source }: ClosedPrefix): string {
  return source + text.slice(placeholder.length);
}

/** The tokens of such a text without those of what stands for closed items or words. */
export function withoutPlaceholder(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  if (tokens[0]?.type === 'paragraph_open') {
    return withInline(tokens, inlineAfter(PLACEHOLDER_WORD, tokens[1]));
  }
  const [, , second] = tokens[0]?.tag === 'table' ? [] : ['', '', itemStarts(tokens)[1]];
  return second === undefined ? [...tokens] : [...tokens.slice(0, 1), ...tokens.slice(second)];
}

/** Whether the list that the tokens begin with is loose; `undefined` where nothing in it shows that. */
export function isLooseList(tokens: readonly MarkdownToken[]): boolean | undefined {
  const end = tokens.findIndex(({ level, nesting }) => level === 0 && nesting === -1);
  const paragraph = tokens
    .slice(0, end + 1)
    .find(({ type, level }) => type === 'paragraph_open' && level === 2);
  return paragraph && !paragraph.hidden;
}

/** Where the items of the list, or the rows in the body of the table, begin that the tokens begin with. */
function itemStarts(tokens: readonly MarkdownToken[]): number[] {
  const body = tokens[0]?.tag === 'table' ? tokens.findIndex(({ type }) => type === 'tbody_open') : 0;
  const found: number[] = [];
  for (let at = body; at >= 0 && at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.type === 'list_item_open' ? token.level === 1 : token?.type === 'tr_open') {
      found.push(at);
    }
    if (token?.level === 0 && token.nesting === -1) {
      break;
    }
  }
  return found;
}

/** An item of the same list. It is indented so far that every other item begins beside its text and not in it. */
function placeholderItem([opening]: readonly MarkdownToken[], isLoose: boolean | undefined): string {
  const number = opening?.tag === 'ol' ? (opening.attrGet('start') ?? 1) : '';
  return `   ${number}${opening?.markup} x\n${isLoose ? '\n' : ''}`;
}

/** The words of a paragraph without the one at their beginning. */
export function inlineAfter(word: string, paragraph: MarkdownToken | undefined): MarkdownToken[] {
  const [first, ...others] = paragraph?.children ?? [];
  if (first === undefined || word === '') {
    return paragraph?.children ?? [];
  }
  const rest = copyToken(first, { content: first.content.slice(word.length) });
  return rest.content === '' ? others : [rest, ...others];
}

/** The tokens of a paragraph, and what follows it, with other words in it. */
export function withInline(tokens: readonly MarkdownToken[], words: MarkdownToken[]): MarkdownToken[] {
  return tokens.map((token, index) => (index === 1 ? copyToken(token, { children: words }) : token));
}

function isEmptyCell({ type, content }: MarkdownToken): boolean {
  return type === 'inline' && content === '';
}
