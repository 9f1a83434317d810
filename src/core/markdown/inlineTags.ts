import type { StateInline } from 'markdown-it';
import { inlineCommentEnd } from './comments.ts';

/** With the line end after it, which would be a second break. */
const LINE_BREAK = /<br ?\/?>(?:[ \t]*\n[ \t]*)?/iy;
/** A key whose name opens other markup. It is read as one unit, in which nothing is escaped. */
export const MARKUP_KEY = /<kbd>([\\`])<\/kbd>/iy;
/** A tag, or something that can hide tags. */
const TAG = /<kbd>[\\`]<\/kbd>|\\.|`+|<!--|<(\/?)(kbd|sub|sup)>/gis;
/** Maximum depth of nested tags. Deeper tags stay text. */
const MAX_DEPTH = 10;

const pairsByState = new WeakMap<StateInline, ReadonlyMap<number, number>>();

/** Inline rule for `<br>` and for `<kbd>`, `<sub>` and `<sup>` without attributes. Unpaired tags stay text. */
export function inlineTagRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  LINE_BREAK.lastIndex = pos;
  const [lineBreak] = LINE_BREAK.exec(src) ?? [];
  if (lineBreak !== undefined && pos + lineBreak.length <= posMax) {
    if (!silent) {
      state.push('hardbreak', 'br', 0);
    }
    state.pos += lineBreak.length;
    return true;
  }
  MARKUP_KEY.lastIndex = pos;
  const [markupKey, key = ''] = MARKUP_KEY.exec(src) ?? [];
  if (markupKey !== undefined && pos + markupKey.length <= posMax) {
    if (!silent) {
      state.push('kbd_open', 'kbd', 1);
      state.push('text', '', 0).content = key;
      state.push('kbd_close', 'kbd', -1);
    }
    state.pos += markupKey.length;
    return true;
  }
  const pairs = src[pos] === '<' ? (pairsByState.get(state) ?? findPairs(src)) : undefined;
  if (pairs === undefined) {
    return false;
  }
  pairsByState.set(state, pairs);
  const close = pairs.get(pos);
  const contentStart = src.indexOf('>', pos) + 1;
  const end = close === undefined ? -1 : src.indexOf('>', close) + 1;
  if (close === undefined || end > posMax) {
    return false;
  }
  if (!silent) {
    const tag = src.slice(pos + 1, contentStart - 1).toLowerCase();
    state.push(`${tag}_open`, tag, 1);
    state.pos = contentStart;
    state.posMax = close;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push(`${tag}_close`, tag, -1);
  }
  state.pos = end;
  return true;
}

/** Offsets of the closing tags by those of their opening tags. */
function findPairs(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: { tag: string; at: number }[] = [];
  const openCounts = new Map<string, number>();
  const codeSpanEnd = codeSpanEndsIn(text);
  const pattern = new RegExp(TAG);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole, slash, name] = match;
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      const hiddenEnd = whole.startsWith('`')
        ? codeSpanEnd(match.index, whole.length)
        : inlineCommentEnd(text, match.index);
      pattern.lastIndex = Math.max(pattern.lastIndex, hiddenEnd);
    } else if (slash === '') {
      open.push({ tag, at: match.index });
      openCounts.set(tag, (openCounts.get(tag) ?? 0) + 1);
    } else {
      // Tags that were opened later and not closed stay text.
      for (let isFound = !openCounts.get(tag); !isFound; ) {
        const last = open.pop();
        isFound = last === undefined || last.tag === tag;
        openCounts.set(last?.tag ?? tag, (openCounts.get(last?.tag ?? tag) ?? 1) - 1);
        if (last?.tag === tag && open.length < MAX_DEPTH) {
          pairs.set(last.at, match.index);
        }
      }
    }
  }
  return pairs;
}

/** Returns a function for the end of the code span that backticks open, -1 if none. Call it with growing offsets. */
function codeSpanEndsIn(text: string): (at: number, length: number) => number {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? [];
    starts.push(index);
    runs.set(run.length, starts);
  }
  const used = new Map<number, number>();
  return (at, length) => {
    const starts = runs.get(length) ?? [];
    let next = used.get(length) ?? 0;
    while ((starts[next] ?? Infinity) <= at) {
      next++;
    }
    used.set(length, next);
    const start = starts[next];
    return start === undefined ? -1 : start + length;
  };
}
