import { decodeOnce } from './decodedViews.ts';
import {
  API_KEY_KIND,
  type FoundSecret,
  type SecretKind,
  type SecretRange,
  type SecretSpan,
} from './foundSecret.ts';
import { canBePassword, isPlaceholder, isWordOrPath } from './secretValue.ts';

/**
 * Minimum length of a secret whose other occurrences are found too, in UTF-16 units: a shorter one may occur by
 * chance.
 */
export const MIN_UNAMBIGUOUS_CHARS = 8;
/** Minimum length of a secret that is found inside of longer words too. */
const MIN_CHARS_IN_WORDS = 16;
/** Minimum length of a line of a secret, such as a private key, that is a secret by itself. */
const MIN_LINE_CHARS = 32;

/** A text that is a secret, and of which kind. */
export type KnownSecret = readonly [text: string, kind: SecretKind];

/** The texts as which a value is a secret: itself and its long lines, also quoted in JSON or percent-encoded. */
export function formsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).map((line) => line.trim()) : [];
  const plain = [value, decodeOnce(value), ...lines.filter((line) => line.length >= MIN_LINE_CHARS)];
  return [
    ...new Set(plain.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), percentEncoded(text)])),
  ];
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half of a surrogate pair.
    return text;
  }
}

/** Whether a value stands for nothing else, so that it is a secret wherever it occurs: it is no word, name or path. */
export function isDistinctive(value: string): boolean {
  return value.length >= MIN_UNAMBIGUOUS_CHARS && !isWordOrPath(value) && !isPlaceholder(value);
}

/**
 * Whether a value that is too short to be distinctive stands for nothing else in the question that it is found in: it
 * mixes letters, digits or signs, and is no word and no number.
 */
export function isDistinctiveHere(value: string): boolean {
  return value.length < MIN_UNAMBIGUOUS_CHARS && Number.isNaN(Number(value)) && canBePassword(value);
}

/**
 * Finds all occurrences of secrets whose text is known. One that is short is found only as a separate word.
 * @param minCharsInWords minimum length of a text that is found inside of words too
 */
export function knownSecretsIn(
  text: string,
  secrets: Iterable<KnownSecret>,
  minCharsInWords = MIN_CHARS_IN_WORDS,
): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const [secret, kind] of secrets) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
      const end = at + secret.length;
      if (secret.length >= minCharsInWords || !isInWord(text, at, end)) {
        spans.push({ kind, start: at, end, values: [secret] });
      }
    }
  }
  return spans;
}

/** Values in a text that are too short to be secrets wherever they occur, in all forms, and are secrets in that text. */
export function shortSecretsIn(found: readonly Pick<SecretSpan, 'kind' | 'values'>[]): KnownSecret[] {
  return found.flatMap(({ kind, values }) =>
    values.filter(isDistinctiveHere).flatMap((value) => formsOf(value).map((form) => [form, kind] as const)),
  );
}

/** Number of characters by which a known secret is found in an index. */
const INDEXED_CHARS = MIN_UNAMBIGUOUS_CHARS;

/**
 * Returns a function that finds any number of known secrets, as `knownSecretsIn` does, in time that grows with the text
 * only.
 */
export function indexSecrets(secrets: Iterable<KnownSecret>): (text: string) => SecretSpan[] {
  const kinds = new Map<string, SecretKind>();
  const lengths = new Map<string, Set<number>>();
  for (const [secret, kind] of secrets) {
    const start = secret.slice(0, INDEXED_CHARS);
    if (start.length === INDEXED_CHARS) {
      kinds.set(secret, kind);
      lengths.set(start, (lengths.get(start) ?? new Set()).add(secret.length));
    }
  }
  return (text) => {
    const spans: SecretSpan[] = [];
    for (let at = 0; lengths.size > 0 && at + INDEXED_CHARS <= text.length; at++) {
      for (const length of lengths.get(text.slice(at, at + INDEXED_CHARS)) ?? []) {
        const secret = text.slice(at, at + length);
        const kind = kinds.get(secret);
        if (kind !== undefined && (length >= MIN_CHARS_IN_WORDS || !isInWord(text, at, at + length))) {
          spans.push({ kind, start: at, end: at + length, values: [secret] });
        }
      }
    }
    return spans;
  };
}

/**
 * Adds all occurrences of secrets whose text is known, and of the service's API key, whatever it looks like. A key so
 * short that a word may contain it by chance is found only as a separate word.
 */
export function withKnown(
  text: string,
  found: readonly FoundSecret[],
  secrets: Iterable<KnownSecret>,
  apiKey: string | undefined,
): readonly FoundSecret[] {
  const keys = apiKey ? formsOf(apiKey).map((form) => [form, API_KEY_KIND] as const) : [];
  const known = [
    ...knownSecretsIn(text, keys, MIN_UNAMBIGUOUS_CHARS).map((span) => ({ ...span, values: [apiKey ?? ''] })),
    ...knownSecretsIn(text, secrets),
  ];
  return known.length === 0 ? found : addLineNumbers(text, mergeOverlaps([...known, ...found]));
}

function isInWord(text: string, start: number, end: number): boolean {
  return [start, end].some((edge) => /^[A-Za-z0-9]{2}$/.test(text.slice(Math.max(0, edge - 1), edge + 1)));
}

/** Sorts spans and merges overlapping ones; the merged span has the kind of the one that was listed first. */
export function mergeOverlaps(spans: readonly SecretSpan[]): SecretSpan[] {
  const ordered = spans
    .map((span, rank) => ({ ...span, rank }))
    .sort((one, other) => one.start - other.start);
  const merged: (SecretSpan & { rank: number })[] = [];
  for (const span of ordered) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
    } else {
      const { kind, rank } = span.rank < last.rank ? span : last;
      const end = Math.max(last.end, span.end);
      const values = last.values.includes(span.values[0] ?? '')
        ? last.values
        : [...last.values, ...span.values];
      merged[merged.length - 1] = { kind, rank, start: last.start, end, values };
    }
  }
  return merged.map(({ rank: _, ...span }) => span);
}

/** Like `mergeOverlaps`, for ranges that may be from a file: those that are empty are left out. */
export function mergeRanges(ranges: readonly SecretRange[]): SecretRange[] {
  const spans = ranges.filter(({ start, end }) => start < end).map((range) => ({ ...range, values: [] }));
  return mergeOverlaps(spans).map(({ values: _, ...range }) => range);
}

/** @param spans in order */
export function addLineNumbers(text: string, spans: readonly SecretSpan[]): FoundSecret[] {
  let line = 1;
  let next = text.indexOf('\n');
  return spans.map((span) => {
    while (next >= 0 && next < span.start) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return { line, ...span };
  });
}
