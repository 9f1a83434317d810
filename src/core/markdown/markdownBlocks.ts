import type { MarkdownIt, Token } from 'markdown-it';
import { markdownFenceRule } from './fenceTracker.ts';

export type MarkdownToken = Token;

/** Link definitions by their normalized labels, as the parser keeps them. */
export type LinkReferences = Record<string, { title: string; href: string }>;

/** No text that a person reads is nested deeper. The time to parse a text grows with it, so it is bounded. */
const MAX_NESTING_DEPTH = 30;

/** Teaches a new parser which blocks there are in a reply: the panel's, and the host's that knows nothing but blocks. */
export function configureBlockRules(parser: MarkdownIt): MarkdownIt {
  parser.block.ruler.before('fence', 'markdownFence', markdownFenceRule, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  parser.set({ maxNesting: MAX_NESTING_DEPTH });
  return parser;
}

/**
 * Reads a text block by block, and adds their tokens and their definitions of links. A definition is one wherever
 * it leads: so the blocks do not depend on what is thought of addresses, which is decided where links are drawn.
 *
 * @param text with line ends as LF and without NUL, as `normalizeText` gives it
 */
export function readBlocks(
  parser: MarkdownIt,
  text: string,
  environment: { references?: LinkReferences },
  tokens: MarkdownToken[],
): void {
  const anyAddress: MarkdownIt = Object.create(parser, { validateLink: { value: () => true } });
  parser.block.parse(text, anyAddress, environment, tokens);
}

/** A text as `readBlocks` takes it. */
export function normalizeText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
}

/** Whether blocks are nested so deep that the parser leaves out what is in the innermost. */
export function isTooDeep(tokens: readonly MarkdownToken[]): boolean {
  return tokens.some(({ level }) => level >= MAX_NESTING_DEPTH - 1);
}

/** Whether a token is a code block, fenced or indented: both are drawn as one and counted as one. */
export function isCodeBlock(token: MarkdownToken): boolean {
  return token.type === 'fence' || token.type === 'code_block';
}

/** The code out of a code block's content, without the line end that closes its last line. */
export function codeOf({ content }: Pick<MarkdownToken, 'content'>): string {
  return content.endsWith('\n') ? content.slice(0, -1) : content;
}

/**
 * Whether more text could still change a code block: no whole line that ends it has come yet, be it the fence that
 * closes it or other text.
 *
 * @param text of which the token was read, as `readBlocks` takes it
 */
export function isOpenCode({ type, map, content }: MarkdownToken, text: string): boolean {
  const lines = content.split('\n').length - (content === '' || content.endsWith('\n') ? 1 : 0);
  const next = (map?.[0] ?? 0) + (type === 'fence' ? 1 : 0) + lines;
  // The marks of quotations alone may be empty lines of it.
  return !text
    .split('\n')
    .slice(next, -1)
    .some((line) => /[^\s>]/.test(line));
}

/** A token with other values. What was read once may be in other places too, so none is ever changed. */
export function copyToken(token: MarkdownToken, changes: Partial<MarkdownToken>): MarkdownToken {
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token, changes);
}
