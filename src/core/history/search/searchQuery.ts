import { fold } from './searchFold.ts';

/** The words and `"quoted phrases"` of a query, folded, each once; the longest first, as most texts lack those. */
export function searchTerms(query: string): readonly string[] {
  const terms = [...fold(query).matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, phrase]) =>
    (phrase ?? word).trim(),
  );
  return [...new Set(terms)].filter((term) => term !== '').sort((one, other) => other.length - one.length);
}
