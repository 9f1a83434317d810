import type { SecretRange } from './foundSecret.ts';

const PRIVATE_KEY_HEADER = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const PRIVATE_KEY_FOOTER = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** Indentation, a list, quotation or diff marker, a line number. */
const LINE_START = '[ \\t>+*|-]{0,20}(?:\\d{1,6}[ \\t:|│]{1,4})?[ \\t>+*-]{0,20}["\']?';
/** What may precede the lines of a key without an END line. */
const HEADERS = new RegExp(
  `(?:\\r?\\n${LINE_START}(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\\r\\n]{0,100})?(?=\\r?\\n)){0,6}`,
  'y',
);
/** A line of a key without an END line. */
const KEY_LINE = new RegExp(`\\r?\\n${LINE_START}[A-Za-z0-9+/=]{32,100}["',]?(?=[\\r\\n]|$)`, 'y');
/** The last line of a key, also one that was cut off. */
const LAST_KEY_LINE = new RegExp(
  `\\r?\\n${LINE_START}(?:[A-Za-z0-9+/]{8,100}={0,2}|[A-Za-z0-9+/]{1,8}={1,2})["',]?(?=[\\r\\n]|$)`,
  'y',
);
/** A piece of a key that is on one line with its BEGIN line. */
const KEY_PIECE = /[ \t]{0,4}[A-Za-z0-9+/]{20,}={0,2}/y;
/** A line of a key without a BEGIN line. */
const KEY_LINE_ABOVE = new RegExp(`^${LINE_START}(?<key>[A-Za-z0-9+/=]{1,100})["',]?\\r?$`);
const PEM_BEGIN = '-----BEGIN ';
const PEM_END = '-----END ';
const PUTTY_PRIVATE_LINES = /Private-Lines: {0,3}(\d{1,4})\r?\n(?=[A-Za-z0-9+/])/g;
/** Length from which a line is one of a key, unless it is the last. */
const MIN_KEY_LINE_CHARS = 32;
/** Maximum length of a key, in UTF-16 units. */
const MAX_KEY_CHARS = 20_000;

/** Finds private keys that are blocks of lines, complete or cut off, also in string literals. */
export function privateKeyBlocksIn(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  if (text.includes('PRIVATE KEY')) {
    for (const match of text.matchAll(PRIVATE_KEY_HEADER)) {
      const start = match.index;
      const end = endOfBlock(text, start + match[0].length);
      if (end !== undefined && start >= (found.at(-1)?.end ?? 0)) {
        found.push({ kind: 'private key', start, end });
      }
    }
    const ends = new Set(found.map(({ end }) => end));
    for (const { 0: footer, index } of text.matchAll(PRIVATE_KEY_FOOTER)) {
      const end = index + footer.length;
      const start = ends.has(end) ? undefined : startOfBlock(text, index);
      if (start !== undefined) {
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
  HEADERS.lastIndex = 0;
  HEADERS.test(rest);
  const firstLine = HEADERS.lastIndex;
  const end = endOfRow(rest, KEY_LINE, firstLine);
  if (end === firstLine) {
    const endOfPieces = endOfRow(rest, KEY_PIECE, 0);
    return endOfPieces > 0 ? from + endOfPieces : undefined;
  }
  LAST_KEY_LINE.lastIndex = end;
  return from + (LAST_KEY_LINE.test(rest) ? LAST_KEY_LINE.lastIndex : end);
}

/** The end of the longest row of matches from `start` on. */
function endOfRow(text: string, pattern: RegExp, start: number): number {
  let end = start;
  pattern.lastIndex = end;
  while (pattern.test(text)) {
    end = pattern.lastIndex;
  }
  return end;
}

/** The start of the block above an END line at `to` that has no BEGIN line; `undefined` if there is no key. */
function startOfBlock(text: string, to: number): number | undefined {
  let start: number | undefined;
  let hasKey = false;
  let hasLast = false;
  let end = text.lastIndexOf('\n', to);
  while (end > 0 && to - end < MAX_KEY_CHARS) {
    const lineStart = text.lastIndexOf('\n', end - 1) + 1;
    const key =
      end - lineStart > 200 ? undefined : KEY_LINE_ABOVE.exec(text.slice(lineStart, end))?.groups?.['key'];
    if (key === undefined) {
      break;
    }
    // Only the last line may be short. Above it, a short one is a word.
    if (key.length < MIN_KEY_LINE_CHARS && hasLast) {
      break;
    }
    hasLast = true;
    hasKey ||= key.length >= MIN_KEY_LINE_CHARS;
    start = lineStart;
    end = lineStart - 1;
  }
  return hasKey ? start : undefined;
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
