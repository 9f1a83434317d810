import { type FoundSecret, OWN_KEY, type SecretSource, type SecretSpan } from './foundSecret.ts';
import { keyBlocksIn } from './keyBlocks.ts';
import { assignedIn, environmentValuesIn, passwordsIn } from './secretsByPlace.ts';
import { isName, isPlaceholder } from './secretValue.ts';
import { TOKEN_PATTERNS } from './tokenPatterns.ts';

/** A secret of so many UTF-16 units is looked for wherever else it stands: a shorter one may be there by chance. */
const LONG_ENOUGH = 8;
/** So many different ones at most, so that the time grows with the text alone. */
const LOOKED_FOR = 50;

/**
 * The secrets in a text, in their order and apart from each other. What is known by its form is found anywhere, the
 * rest by the name that it is given and by how it looks, so that neither all are found nor all found are secrets. Takes
 * a time that grows with the length of the text, whatever is in it.
 */
export function findSecrets(text: string, source: SecretSource): FoundSecret[] {
  const found = apart([
    ...keyBlocksIn(text),
    ...tokensIn(text),
    ...environmentValuesIn(text, source),
    ...passwordsIn(text, source),
    ...assignedIn(text, source),
  ]);
  return withLines(text, apart([...found, ...repeated(text, found)]));
}

/**
 * What was found in a text, and besides the API key of the service wherever it stands in it, whatever it looks like: one
 * that is so short that a word may hold it by chance, as a word of its own.
 */
export function withOwnKey(
  text: string,
  found: readonly FoundSecret[],
  apiKey: string | undefined,
): readonly FoundSecret[] {
  if (!apiKey || !text.includes(apiKey)) {
    return found;
  }
  const own = placesOf(apiKey, text)
    .filter(({ start, end }) => apiKey.length >= LONG_ENOUGH || !isInWord(text, start, end))
    .map((place) => ({ kind: OWN_KEY, ...place }) as const);
  return withLines(text, apart([...own, ...found]));
}

function isInWord(text: string, start: number, end: number): boolean {
  return [start, end].some((edge) => /^[A-Za-z0-9]{2}$/.test(text.slice(Math.max(0, edge - 1), edge + 1)));
}

function tokensIn(text: string): SecretSpan[] {
  return TOKEN_PATTERNS.filter(({ signs }) => signs.some((sign) => text.includes(sign))).flatMap(
    ({ kind, pattern }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const secret = match.groups?.['secret'] ?? match[0];
        const end = match.index + match[0].length;
        const isWord = secret !== match[0] && isName(secret);
        return isWord || isPlaceholder(secret) ? [] : [{ kind, start: end - secret.length, end }];
      }),
  );
}

/** The same texts where nothing says what they are. */
function repeated(text: string, found: readonly SecretSpan[]): SecretSpan[] {
  const secrets = new Map(found.map(({ kind, start, end }) => [text.slice(start, end), kind]));
  return [...secrets]
    .filter(([secret]) => secret.length >= LONG_ENOUGH)
    .slice(0, LOOKED_FOR)
    .flatMap(([secret, kind]) => placesOf(secret, text).map((place) => ({ kind, ...place })));
}

function placesOf(secret: string, text: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    places.push({ start: at, end: at + secret.length });
  }
  return places;
}

/** In their order; of those that overlap one is left that covers them all, of the kind that was named first. */
function apart(spans: readonly SecretSpan[]): SecretSpan[] {
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

function withLines(text: string, spans: readonly SecretSpan[]): FoundSecret[] {
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
