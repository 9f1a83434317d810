import { lastAtMost, type TextView } from './decodedViews.ts';
import type { SecretKind, SecretRange } from './foundSecret.ts';
import { hasRandomPart, isPlaceholder, isWordOrPath } from './secretValue.ts';
import { TOKEN_FORMATS } from './tokenFormats.ts';

/** No format of a token is shorter. */
const MIN_WORD_CHARS = 20;
/** By the code of a character: whether tokens contain it. */
const IS_WORD_CHAR: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[\w.+/=~-]/.test(String.fromCharCode(code)),
);
/** One to four short words that say what a token is, then the token, to the end of the word. */
const PREFIXED_WORD =
  /(?<![\w.]|\w-|--)(?<prefix>(?:[a-z]{2,12}|[A-Z]{2,12})\d{0,2}[-_.](?:(?:[a-z]{1,12}|[A-Z]{1,12})\d{0,2}[-_.]){0,3})(?<token>[\w-]{20,2000})[\w.+/=~-]*/g;
/** Prefix that is used for keys only. */
const KEY_PREFIX = /(?:^|[-_.])(?:sk|rk|tok|tkn|pat|secret)\d{0,2}[-_.]/i;
/** Prefix of what is in the pages of a site for all to see. */
const PUBLIC_PREFIX = /(?:^|[-_.])(?:pk|phc|pub|public|publishable|cs|nonce)[-_.]/i;
/** Number of random characters of a key. Ids of today's services have fewer. */
const MIN_KEY_CHARS = 32;
/** The same, if the prefix is used for keys only. */
const MIN_CHARS_AFTER_KEY_PREFIX = 20;

/**
 * Finds tokens, in code, in prose or anywhere else: those of a known format and, without any list, those that are a
 * short prefix and many random letters and digits, as nearly all services issue them today. A word is searched only if
 * it is long, and in ordinary text few are.
 */
export function tokensIn(text: string): SecretRange[] {
  const words = longWordsIn(text);
  const known = knownTokensIn(words.text);
  const knownStarts = known.map(({ start }) => start).sort((one, other) => one - other);
  const others = prefixedTokensIn(words.text).filter(
    ({ start, end }) => (knownStarts[lastAtMost(knownStarts, end)] ?? -1) < start,
  );
  return [...known, ...others].map(({ kind, start, end }) => ({
    kind,
    start: words.toOriginal(start),
    end: words.toOriginal(start) + end - start,
  }));
}

/** The long words of a text, each on a line of its own. Looks first at where the end of one would be. */
function longWordsIn(text: string): TextView {
  const words: string[] = [];
  const starts: number[] = [];
  const originals: number[] = [];
  let length = 0;
  let start = 0;
  while (start + MIN_WORD_CHARS <= text.length) {
    let gap = start + MIN_WORD_CHARS - 1;
    while (gap >= start && isWordChar(text, gap)) {
      gap -= 1;
    }
    if (gap >= start) {
      start = gap + 1;
      continue;
    }
    let end = start + MIN_WORD_CHARS;
    while (isWordChar(text, end)) {
      end += 1;
    }
    // The letter of an escape, as in `\n`, is no part of the word.
    const from = text[start - 1] === '\\' ? start + 1 : start;
    words.push(text.slice(from, end));
    starts.push(length);
    originals.push(from);
    length += end - from + 1;
    start = end + 1;
  }
  return {
    text: words.join('\n'),
    toOriginal: (offset) => {
      const index = lastAtMost(starts, offset);
      return (originals[index] ?? 0) + offset - (starts[index] ?? 0);
    },
  };
}

function isWordChar(text: string, at: number): boolean {
  return IS_WORD_CHAR[text.charCodeAt(at)] === true;
}

function knownTokensIn(words: string): SecretRange[] {
  return TOKEN_FORMATS.filter(({ keywords }) => keywords.some((keyword) => words.includes(keyword))).flatMap(
    ({ kind, pattern }) =>
      [...words.matchAll(pattern)]
        .filter(([token]) => !isPlaceholder(token) && (/[A-Z]/.test(token) || !isWordOrPath(token)))
        .map((match) => rangeOf(kind, match)),
  );
}

function prefixedTokensIn(words: string): SecretRange[] {
  return [...words.matchAll(PREFIXED_WORD)]
    .filter(({ 0: word, groups: { prefix = '', token = '' } = {} }) => {
      const minChars = KEY_PREFIX.test(prefix) ? MIN_CHARS_AFTER_KEY_PREFIX : MIN_KEY_CHARS;
      return (
        token.replace(/[-_]+/g, '').length >= minChars &&
        hasRandomPart(token, false) &&
        !PUBLIC_PREFIX.test(prefix) &&
        !isPlaceholder(word)
      );
    })
    .map((match) => rangeOf('secret', match));
}

function rangeOf(kind: SecretKind, { 0: token, index }: RegExpExecArray): SecretRange {
  return { kind, start: index, end: index + token.replace(/(?<![.~/-])[.~/-]+$/, '').length };
}
