import { API_KEY_KIND, type FoundSecret, type SecretSource, type SecretSpan } from './foundSecret.ts';
import { privateKeyBlocksIn } from './privateKeyBlocks.ts';
import { SECRET_PATTERNS } from './secretPatterns.ts';
import { assignedSecretsIn, environmentValuesIn, passwordsIn } from './secretsByContext.ts';
import { isPlaceholder, isWordOrPath } from './secretValue.ts';

/**
 * Minimum length of a secret whose other occurrences are found too, in UTF-16 units: a shorter one may occur by
 * chance.
 */
const MIN_UNAMBIGUOUS_CHARS = 8;
/** Maximum number of different secrets whose other occurrences are found, so that time stays linear. */
const MAX_REPEATED_SECRETS = 50;

/**
 * Finds the secrets in a text, in order and without overlaps. A known format is found anywhere; any other secret by
 * its name and entropy, so some are missed and some matches are false. Time is linear in the length of any text.
 */
export function findSecrets(text: string, source: SecretSource): FoundSecret[] {
  const found = mergeOverlaps([
    ...privateKeyBlocksIn(text),
    ...patternedSecretsIn(text),
    ...environmentValuesIn(text, source),
    ...passwordsIn(text, source),
    ...assignedSecretsIn(text, source),
  ]);
  return addLineNumbers(text, mergeOverlaps([...found, ...otherOccurrencesIn(text, found)]));
}

/**
 * Adds all occurrences of the service's API key, whatever it looks like. A key so short that a word may contain it by
 * chance is found only as a separate word.
 */
export function withApiKey(
  text: string,
  found: readonly FoundSecret[],
  apiKey: string | undefined,
): readonly FoundSecret[] {
  if (!apiKey || !text.includes(apiKey)) {
    return found;
  }
  const apiKeySpans = occurrencesOf(apiKey, text)
    .filter(({ start, end }) => apiKey.length >= MIN_UNAMBIGUOUS_CHARS || !isInWord(text, start, end))
    .map((span) => ({ kind: API_KEY_KIND, ...span }) as const);
  return addLineNumbers(text, mergeOverlaps([...apiKeySpans, ...found]));
}

function isInWord(text: string, start: number, end: number): boolean {
  return [start, end].some((edge) => /^[A-Za-z0-9]{2}$/.test(text.slice(Math.max(0, edge - 1), edge + 1)));
}

function patternedSecretsIn(text: string): SecretSpan[] {
  return SECRET_PATTERNS.filter(({ keywords }) => keywords.some((keyword) => text.includes(keyword))).flatMap(
    ({ kind, pattern }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const secret = match.groups?.['secret'] ?? match[0];
        const end = match.index + match[0].length;
        const isWord = secret !== match[0] && isWordOrPath(secret);
        return isWord || isPlaceholder(secret) ? [] : [{ kind, start: end - secret.length, end }];
      }),
  );
}

/** Other occurrences of the secrets found. */
function otherOccurrencesIn(text: string, found: readonly SecretSpan[]): SecretSpan[] {
  const secrets = new Map(found.map(({ kind, start, end }) => [text.slice(start, end), kind]));
  return [...secrets]
    .filter(([secret]) => secret.length >= MIN_UNAMBIGUOUS_CHARS)
    .slice(0, MAX_REPEATED_SECRETS)
    .flatMap(([secret, kind]) => occurrencesOf(secret, text).map((span) => ({ kind, ...span })));
}

function occurrencesOf(secret: string, text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    spans.push({ start: at, end: at + secret.length });
  }
  return spans;
}

/** Sorts spans and merges overlapping ones; the merged span has the kind of the one that was listed first. */
function mergeOverlaps(spans: readonly SecretSpan[]): SecretSpan[] {
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
      merged[merged.length - 1] = { kind, rank, start: last.start, end: Math.max(last.end, span.end) };
    }
  }
  return merged.map(({ kind, start, end }) => ({ kind, start, end }));
}

function addLineNumbers(text: string, spans: readonly SecretSpan[]): FoundSecret[] {
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
