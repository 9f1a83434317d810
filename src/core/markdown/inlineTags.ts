import type { StateCore, StateInline } from 'markdown-it';
import { commentEnd } from './comments.ts';
import { copyToken, type MarkdownToken } from './markdownBlocks.ts';

/** All tags that are read within text. One with an attribute stays text. */
const TAG = /<br ?\/?>|<\/?(?:kbd|sub|sup)>/iy;
/** A key whose name opens other markup. It is read as one unit, in which nothing is escaped. */
const MARKUP_KEY = /(<kbd>)([\\`])(<\/kbd>)/iy;
/** Maximum number of tags that are open at once. Others stay text, so that many of them cost linear time. */
const MAX_OPEN = 100;

/** Inline rule for tags and comments. `inlineTagsRule` decides what becomes of them. */
export function htmlInlineRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  MARKUP_KEY.lastIndex = pos;
  TAG.lastIndex = pos;
  const [key, ...partsOfKey] = MARKUP_KEY.exec(src) ?? [];
  const tag = key ?? TAG.exec(src)?.[0];
  const end = tag === undefined ? commentEnd(src, pos) : pos + tag.length;
  if (end < 0 || end > posMax) {
    return false;
  }
  if (!silent) {
    for (const part of key === undefined ? [src.slice(pos, end)] : partsOfKey) {
      state.push(part.startsWith('<') ? 'html_inline' : 'text', '', 0).content = part;
    }
  }
  state.pos = end;
  return true;
}

/** Core rule: turns tags that are paired into elements and leaves out comments. All others are text. */
export function inlineTagsRule({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.children?.some(isHtml)) {
      token.children = withElements(token.children);
    }
  }
}

function withElements(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  pairTags(tokens);
  return tokens.flatMap((token, index) => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    // The line end after a `<br>` would be a second break.
    if (isLineEnd(token) && before && /^<br/i.test(before.content)) {
      return [];
    }
    if (!isHtml(token)) {
      return [token];
    }
    if (/^<br/i.test(token.content)) {
      return [copyToken(token, { type: 'hardbreak', tag: 'br', content: '' })];
    }
    // Prose about comments, such as `from <!-- to -->.`, would lose its words.
    const isBetweenWords = before && after && !isLineEnd(before) && !isLineEnd(after);
    return token.content.startsWith('<!--') && !isBetweenWords ? [] : [copyToken(token, { type: 'text' })];
  });
}

/** Turns pairs of tags in the same emphasis or link into elements. */
function pairTags(tokens: readonly MarkdownToken[]): void {
  /** The tags that are open, in each emphasis or link around the token. */
  const open: MarkdownToken[][] = [[]];
  for (const token of tokens) {
    const [, slash, name = ''] =
      (isHtml(token) && /^<(\/?)(kbd|sub|sup)>/i.exec(token.content.toLowerCase())) || [];
    const inner = open.at(-1) ?? [];
    if (token.nesting === 1) {
      open.push([]);
    } else if (token.nesting === -1) {
      open.pop();
    } else if (slash === '' && inner.length < MAX_OPEN) {
      inner.push(token);
    } else if (slash === '/') {
      const index = inner.findLastIndex(({ content }) => content.toLowerCase() === `<${name}>`);
      const opening = inner[index];
      if (opening !== undefined) {
        // Tags that were opened later and not closed stay text.
        inner.splice(index);
        Object.assign(opening, { type: `${name}_open`, tag: name, nesting: 1, content: '' });
        Object.assign(token, { type: `${name}_close`, tag: name, nesting: -1, content: '' });
      }
    }
  }
}

function isHtml({ type }: MarkdownToken): boolean {
  return type === 'html_inline';
}

function isLineEnd({ type }: MarkdownToken): boolean {
  return type === 'softbreak' || type === 'hardbreak';
}
