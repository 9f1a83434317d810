import type { Token } from 'markdown-it';

export type MarkdownToken = Token;

/** Link reference definitions by normalized label, as markdown-it stores them. */
export type LinkReferences = Record<string, { title: string; href: string }>;

/**
 * Maximum depth of nested blocks. Parsing time grows with the depth, and no text that a person reads is nested
 * deeper.
 */
export const MAX_NESTING_DEPTH = 30;

export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
}

/** Whether blocks are nested so deeply that the parser leaves out the content of the innermost. */
export function isTooDeep(tokens: readonly MarkdownToken[]): boolean {
  return tokens.some(({ level }) => level >= MAX_NESTING_DEPTH - 1);
}

/**
 * Maximum size of the open block if it can't be cut, such as a quotation: it is read again with each piece of a reply. In
 * UTF-16 code units of text; a token costs as much as `TOKEN_SIZE` of them.
 */
const MAX_OPEN_SIZE = 50_000;
/** The same of a row of a table, of which each cell is read alone. */
const MAX_ROW_SIZE = 10_000;
const TOKEN_SIZE = 5;

/**
 * Whether the last block is so long that reading it again takes a noticeable time. Code in it takes hardly any, and a table
 * is cut between its rows.
 */
export function isTooLong(tokens: readonly MarkdownToken[]): boolean {
  const start = tokens.findLastIndex(({ level, nesting }) => level === 0 && nesting >= 0);
  const isTable = tokens[start]?.type === 'table_open';
  const open = tokens.slice(isTable ? tokens.findLastIndex(({ type }) => type === 'tr_open') : start);
  const size = open.reduce(
    (sum, { type, content }) => sum + TOKEN_SIZE + (type === 'inline' ? content.length : 0),
    0,
  );
  return size > (isTable ? MAX_ROW_SIZE : MAX_OPEN_SIZE);
}

/** Whether a token is a code block, fenced or indented. Both are rendered and counted alike. */
export function isCodeBlock(token: MarkdownToken): boolean {
  return token.type === 'fence' || token.type === 'code_block';
}

/** The code of a code block: its content without the last line end. */
export function codeOf({ content }: Pick<MarkdownToken, 'content'>): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}

/**
 * Whether more text could still change a code block: no complete line has ended it yet, neither a closing fence nor
 * other text.
 *
 * @param text from which the token was read, as `readBlocks` takes it
 */
export function isOpenCode({ type, map, content }: MarkdownToken, text: string): boolean {
  const lines = content.split('\n').length - (content === '' || content.endsWith('\n') ? 1 : 0);
  const next = (map?.[0] ?? 0) + (type === 'fence' ? 1 : 0) + lines;
  // Lines that have only quotation markers may be empty lines of the block.
  return !text
    .split('\n')
    .slice(next, -1)
    .some((line) => /[^\s>]/.test(line));
}

/** A changed copy of a token. Tokens are shared between results, so they are never modified. */
export function copyToken(token: MarkdownToken, changes: Partial<MarkdownToken>): MarkdownToken {
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token, changes);
}
