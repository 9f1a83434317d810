import { decodedViews } from './decodedViews.ts';
import { environmentValuesIn } from './environmentValues.ts';
import type { FoundSecret, SecretRange, SecretSource, SecretSpan } from './foundSecret.ts';
import {
  addLineNumbers,
  formsOf,
  knownSecretsIn,
  MIN_UNAMBIGUOUS_CHARS,
  mergeOverlaps,
} from './knownSecrets.ts';
import { privateKeyBlocksIn } from './privateKeyBlocks.ts';
import { SECRET_PATTERNS } from './secretPatterns.ts';
import { assignedSecretsIn, passwordsIn } from './secretsByContext.ts';
import { isPlaceholder, isWordOrPath } from './secretValue.ts';
import { tokensIn } from './tokens.ts';

/** Maximum number of different secrets whose other occurrences are found, so that time stays linear. */
const MAX_REPEATED_SECRETS = 50;

/** In this order: of overlapping ranges, the first decides the kind. */
const RULES: readonly ((text: string, source: SecretSource) => SecretRange[])[] = [
  privateKeyBlocksIn,
  tokensIn,
  patternedSecretsIn,
  environmentValuesIn,
  passwordsIn,
  assignedSecretsIn,
];

/**
 * Finds the secrets in a text, in order and without overlaps, also where escapes, percent encoding or codes for colors
 * hide them. A known format is found anywhere; any other secret by its name and entropy, so some are missed and some
 * matches are false. Time is linear in the length of any text.
 */
export function findSecrets(text: string, source: SecretSource): FoundSecret[] {
  const views = decodedViews(text);
  const found = mergeOverlaps(
    RULES.flatMap((rule) =>
      views.flatMap((view) =>
        rule(view.text, source).map(({ kind, start, end }) => ({
          kind,
          start: view.toOriginal(start),
          end: view.toOriginal(end),
          values: [view.text.slice(start, end)],
        })),
      ),
    ),
  );
  return addLineNumbers(text, mergeOverlaps([...found, ...otherOccurrencesIn(text, found)]));
}

function otherOccurrencesIn(text: string, found: readonly SecretSpan[]): SecretSpan[] {
  const secrets = new Map(
    found
      .flatMap(({ kind, values }) => values.map((value) => [value, kind] as const))
      .filter(([value]) => value.length >= MIN_UNAMBIGUOUS_CHARS)
      .slice(0, MAX_REPEATED_SECRETS),
  );
  const forms = [...secrets].flatMap(([value, kind]) => formsOf(value).map((form) => [form, kind] as const));
  return knownSecretsIn(text, forms, MIN_UNAMBIGUOUS_CHARS);
}

function patternedSecretsIn(text: string): SecretRange[] {
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
