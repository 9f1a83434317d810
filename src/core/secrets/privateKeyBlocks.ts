import type { SecretSpan } from './foundSecret.ts';

const PRIVATE_KEY_HEADER = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** A line of a key without an END line, possibly indented, quoted, or with a list, quotation or diff marker. */
const KEY_LINE = /(?:\r?\n|\\n)[ \t>+*-]{0,20}["']?[A-Za-z0-9+/=]{32,100}["',]?(?=[\r\n\\]|$)/y;
const PEM_BEGIN = '-----BEGIN ';
const PEM_END = '-----END ';
const PUTTY_PRIVATE_LINES = /Private-Lines: {0,3}(\d{1,4})\r?\n(?=[A-Za-z0-9+/])/g;
const AGE_SECRET_KEY = /AGE-SECRET-KEY-1[A-Z0-9]{40,80}/g;
/** Maximum length of a key, in UTF-16 units. */
const MAX_KEY_CHARS = 20_000;

/** Finds private keys that are blocks of lines, complete or cut off, also in string literals. */
export function privateKeyBlocksIn(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  if (text.includes('PRIVATE KEY')) {
    for (const match of text.matchAll(PRIVATE_KEY_HEADER)) {
      const start = match.index;
      const end = endOfBlock(text, start + match[0].length);
      if (end !== undefined && start >= (found.at(-1)?.end ?? 0)) {
        found.push({ kind: 'private key', start, end });
      }
    }
  }
  if (text.includes('Private-Lines:')) {
    for (const match of text.matchAll(PUTTY_PRIVATE_LINES)) {
      const start = match.index + match[0].length;
      found.push({ kind: 'private key', start, end: endOfLines(text, start, Number(match[1])) });
    }
  }
  for (const match of text.includes('AGE-SECRET-KEY-1') ? text.matchAll(AGE_SECRET_KEY) : []) {
    found.push({ kind: 'private key', start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The end of the block whose first line ends at `from`; `undefined` if no key follows. */
function endOfBlock(text: string, from: number): number | undefined {
  const next = text.slice(from, from + MAX_KEY_CHARS).indexOf(PEM_BEGIN);
  const rest = text.slice(from, from + (next < 0 ? MAX_KEY_CHARS : next));
  const endMarker = rest.indexOf(PEM_END);
  if (endMarker >= 0) {
    // A text that only mentions the two lines has no key between them.
    const hasKey = /[A-Za-z0-9+/=]{16}/.test(rest.slice(0, endMarker));
    const close = rest.indexOf('-----', endMarker + PEM_END.length);
    return hasKey ? from + (close < 0 ? endMarker + PEM_END.length : close + 5) : undefined;
  }
  KEY_LINE.lastIndex = 0;
  let end = 0;
  while (KEY_LINE.test(rest)) {
    end = KEY_LINE.lastIndex;
  }
  return end > 0 ? from + end : undefined;
}

/** The end of the `count` lines from `from`, without the last line end. */
function endOfLines(text: string, from: number, count: number): number {
  let end = from;
  for (let line = 0; line < count; line += 1) {
    const lineFeed = text.indexOf('\n', end);
    if (lineFeed < 0) {
      return text.length;
    }
    end = lineFeed + 1;
  }
  const last = end > from ? end - 1 : end;
  return text[last - 1] === '\r' ? last - 1 : last;
}
