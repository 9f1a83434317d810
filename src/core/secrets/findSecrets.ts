import { API_KEY_KIND, type FoundSecret, type SecretSource, type SecretSpan } from './foundSecret.ts';
import { privateKeyBlocksIn } from './privateKeyBlocks.ts';
import { SECRET_PATTERNS } from './secretPatterns.ts';
import { assignedSecretsIn, environmentValuesIn, passwordsIn } from './secretsByContext.ts';
import { isPlaceholder, isWordOrPath } from './secretValue.ts';

/** A secret of so many UTF-16 units is looked for wherever else it stands: a shorter one may be there by chance. */
const MIN_UNAMBIGUOUS_CHARS = 8;
/** So many different ones at most, so that the time grows with the text alone. */
const MAX_REPEATED_SECRETS = 50;

/**
 * The secrets in a text, in their order and apart from each other. What is known by its form is found anywhere, the
 * rest by the name that it is given and by how it looks, so that neither all are found nor all found are secrets. Takes
 * a time that grows with the length of the text, whatever is in it.
 */
export function findSecrets(text: string, source: SecretSource): FoundSecret[] {
  const found = mergeOverlaps([
    ...privateKeyBlocksIn(text),
    ...patternedSecretsIn(text),
    ...environmentValuesIn(text, source),
    ...passwordsIn(text, source),
    ...assignedSecretsIn(text, source),
  ]);
  return addLineNumbers(text, mergeOverlaps([...found, ...repetitionsIn(text, found)]));
}

/**
 * What was found in a text, and besides the API key of the service wherever it stands in it, whatever it looks like: one
 * that is so short that a word may hold it by chance, as a word of its own.
 */
export function withApiKey(
  text: string,
  found: readonly FoundSecret[],
  apiKey: string | undefined,
): readonly FoundSecret[] {
  if (!apiKey || !text.includes(apiKey)) {
    return found;
  }
  const own = occurrencesOf(apiKey, text)
    .filter(({ start, end }) => apiKey.length >= MIN_UNAMBIGUOUS_CHARS || !isInWord(text, start, end))
    .map((place) => ({ kind: API_KEY_KIND, ...place }) as const);
  return addLineNumbers(text, mergeOverlaps([...own, ...found]));
}

function isInWord(text: string, start: number, end: number): boolean {
  return [start, end].some((edge) => /^[A-Za-z0-9]{2}$/.test(text.slice(Math.max(0, edge - 1), edge + 1)));
}

function patternedSecretsIn(text: string): SecretSpan[] {
  return SECRET_PATTERNS.filter(({ keywords }) => keywords.some((sign) => text.includes(sign))).flatMap(
    ({ kind, pattern }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const secret = match.groups?.['secret'] ?? match[0];
        const end = match.index + match[0].length;
        const isWord = secret !== match[0] && isWordOrPath(secret);
        return isWord || isPlaceholder(secret) ? [] : [{ kind, start: end - secret.length, end }];
      }),
  );
}

/** The same texts where nothing says what they are. */
function repetitionsIn(text: string, found: readonly SecretSpan[]): SecretSpan[] {
  const secrets = new Map(found.map(({ kind, start, end }) => [text.slice(start, end), kind]));
  return [...secrets]
    .filter(([secret]) => secret.length >= MIN_UNAMBIGUOUS_CHARS)
    .slice(0, MAX_REPEATED_SECRETS)
    .flatMap(([secret, kind]) => occurrencesOf(secret, text).map((place) => ({ kind, ...place })));
}

function occurrencesOf(secret: string, text: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    places.push({ start: at, end: at + secret.length });
  }
  return places;
}

/** In their order; of those that overlap one is left that covers them all, of the kind that was named first. */
function mergeOverlaps(spans: readonly SecretSpan[]): SecretSpan[] {
  const ordered = spans
    .map((span, rank) => ({ ...span, rank }))
    .sort((one, other) => one.start - other.start);
  const left: (SecretSpan & { rank: number })[] = [];
  for (const span of ordered) {
    const last = left.at(-1);
    if (last === undefined || span.start >= last.end) {
      left.push(span);
    } else {
      const { kind, rank } = span.rank < last.rank ? span : last;
      left[left.length - 1] = { kind, rank, start: last.start, end: Math.max(last.end, span.end) };
    }
  }
  return left.map(({ kind, start, end }) => ({ kind, start, end }));
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
