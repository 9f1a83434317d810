import { copyToken, isCodeBlock, type MarkdownToken } from './markdownBlocks.ts';

/**
 * Maximum number of empty cells in a table. markdown-it fills up short rows and ends the table when it has added too
 * many cells; this stays well below its limit.
 */
const MAX_EMPTY_CELLS = 60_000;

/** Placeholder for the closed inline content of a paragraph. Whatever follows, it starts a paragraph. */
export const PLACEHOLDER_WORD = 'x';

/**
 * The part of the last, open block that no later text can change: all but the last item of a list or row of a table,
 * or the beginning of a paragraph. A short placeholder replaces it in the text, so that the parser reads the following
 * text as it would after the part itself.
 */
export interface ClosedPrefix {
  /** Type of the block's first token. */
  readonly blockType: string | undefined;
  /** Whole lines: the header of a table or an item of a list. For a paragraph, a word. */
  readonly placeholder: string;
  /** The text of the part, from the start of the block. */
  readonly source: string;
  /** Whether the list is loose (CommonMark, 5.3), which applies to all its items. */
  readonly isLoose: boolean | undefined;
  /** Code blocks in the part. */
  readonly codeBlockCount: number;
  readonly emptyCellCount: number;
}

/**
 * Closes more items or rows of the block at the end of a text.
 * @param text starts with the block, or with the placeholder if items are already closed
 * @param tokens of the block, parsed from complete lines only
 * @param offsetOf offset in the text of a line of the parser
 */
export function closeItems(
  text: string,
  tokens: readonly MarkdownToken[],
  offsetOf: (line: number) => number,
  before: ClosedPrefix | undefined,
): { prefix: ClosedPrefix; count: number } | undefined {
  const starts = itemStarts(tokens);
  const isList = tokens[0]?.tag !== 'table';
  const open = before && isList ? starts.slice(1) : starts;
  const [first, last] = [open.at(0), open.at(-1)];
  const isLoose = isLooseList(tokens);
  if (first === undefined || last === undefined || open.length < 2 || (isList && isLoose === undefined)) {
    return undefined;
  }
  const [begin, end] = [first, last].map((at) => offsetOf(tokens[at]?.map?.[0] ?? 0));
  const closedSource = text.slice(before?.placeholder.length ?? 0, end);
  const closed = tokens.slice(first, last);
  const emptyCells = (before?.emptyCellCount ?? 0) + closed.filter(isEmptyCell).length;
  // A link definition would be lost with the text of its item.
  if (closedSource.includes(']:') || emptyCells > MAX_EMPTY_CELLS) {
    return undefined;
  }
  const prefix = {
    blockType: tokens[0]?.type,
    placeholder: before?.placeholder ?? (isList ? placeholderItem(tokens, isLoose) : text.slice(0, begin)),
    source: (before?.source ?? '') + closedSource,
    isLoose,
    codeBlockCount: (before?.codeBlockCount ?? 0) + closed.filter(isCodeBlock).length,
    emptyCellCount: emptyCells,
  };
  return { prefix, count: open.length - 1 };
}

/** Whether the closed part is still valid, given the tokens of the block with its placeholder. */
export function isPrefixUnchanged(prefix: ClosedPrefix, tokens: readonly MarkdownToken[]): boolean {
  return (
    tokens[0]?.type === prefix.blockType &&
    isLooseList(tokens) === prefix.isLoose &&
    prefix.emptyCellCount + tokens.filter(isEmptyCell).length <= MAX_EMPTY_CELLS
  );
}

/** The text with the closed part in place of its placeholder. */
export function restorePrefix(text: string, { placeholder, source }: ClosedPrefix): string {
  return source + text.slice(placeholder.length);
}

/** The tokens of a text that starts with a placeholder, without those of the placeholder. */
export function withoutPlaceholder(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  if (tokens[0]?.type === 'paragraph_open') {
    return withInline(tokens, inlineAfter(PLACEHOLDER_WORD, tokens[1]));
  }
  const [, , second] = tokens[0]?.tag === 'table' ? [] : ['', '', itemStarts(tokens)[1]];
  return second === undefined ? [...tokens] : [...tokens.slice(0, 1), ...tokens.slice(second)];
}

/** Whether the list that the tokens start with is loose; `undefined` if nothing in it shows that. */
export function isLooseList(tokens: readonly MarkdownToken[]): boolean | undefined {
  const end = tokens.findIndex(({ level, nesting }) => level === 0 && nesting === -1);
  const paragraph = tokens
    .slice(0, end + 1)
    .find(({ type, level }) => type === 'paragraph_open' && level === 2);
  return paragraph && !paragraph.hidden;
}

/**
 * Token indexes at which the items of the list, or the body rows of the table, start. The tokens start with that
 * block.
 */
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

/** An item of the same list, indented so far that any other item starts next to it instead of inside it. */
function placeholderItem([opening]: readonly MarkdownToken[], isLoose: boolean | undefined): string {
  const number = opening?.tag === 'ol' ? (opening.attrGet('start') ?? 1) : '';
  return `   ${number}${opening?.markup} x\n${isLoose ? '\n' : ''}`;
}

/** The inline tokens of a paragraph without the word they start with. */
export function inlineAfter(word: string, paragraph: MarkdownToken | undefined): MarkdownToken[] {
  const [first, ...others] = paragraph?.children ?? [];
  if (first === undefined || word === '') {
    return paragraph?.children ?? [];
  }
  const rest = copyToken(first, { content: first.content.slice(word.length) });
  return rest.content === '' ? others : [rest, ...others];
}

/** The tokens of a paragraph, and of what follows it, with other inline tokens in the paragraph. */
export function withInline(tokens: readonly MarkdownToken[], inline: MarkdownToken[]): MarkdownToken[] {
  return tokens.map((token, index) => (index === 1 ? copyToken(token, { children: inline }) : token));
}

function isEmptyCell({ type, content }: MarkdownToken): boolean {
  return type === 'inline' && content === '';
}
