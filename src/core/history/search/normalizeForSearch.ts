/**
 * Normalizes a text for search: NFKD without accents, lower case, each run of white space as one space, typographic
 * quotes and dashes as on a keyboard. Works code point by code point, so that the normalized form of a substring is a
 * substring of the normalized text.
 */
export function normalizeForSearch(text: string): string {
  return text.replace(NON_ASCII_PATTERN, normalizeCodePoint).replace(WHITE_SPACE_PATTERN, ' ').toLowerCase();
}

const NON_ASCII_PATTERN = /[\u0080-\u{10ffff}]/gu;
/** Any white space except a single space, which stays as it is. */
const WHITE_SPACE_PATTERN = /[^\S ]\s*| \s+/g;

/**
 * Marks that change a letter but not the word, in all scripts that have them, and invisible characters. Japanese
 * voicing marks and the vowel signs of Indic scripts are not included: without them it is another word.
 */
const IGNORED_MARKS_PATTERN =
  /(?!\u3099|\u309a)(?=\p{Mn})[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]|\p{Default_Ignorable_Code_Point}/gu;
/** Can't be stored in UTF-8. */
const LONE_SURROGATE_PATTERN = /\p{Cs}/gu;

const KEYBOARD_EQUIVALENTS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  // Final sigma is the same letter.
  ς: 'σ',
};

/** Limits memory: a text can contain any code point. */
const MAX_CACHED_CHARACTERS = 20_000;
const characterCache = new Map<string, string>();

function normalizeCodePoint(codePoint: string): string {
  const known = characterCache.get(codePoint);
  if (known !== undefined) {
    return known;
  }
  const letters = codePoint
    .replace(LONE_SURROGATE_PATTERN, '\ufffd')
    .normalize('NFKD')
    .replace(IGNORED_MARKS_PATTERN, '');
  // Upper case first, since some letters only become equal there: ß and SS, ſ and S.
  const lower = letters.toUpperCase().normalize('NFKD').replace(IGNORED_MARKS_PATTERN, '').toLowerCase();
  const normalized = [...lower].map((letter) => KEYBOARD_EQUIVALENTS[letter] ?? letter).join('');
  if (characterCache.size >= MAX_CACHED_CHARACTERS) {
    characterCache.clear();
  }
  characterCache.set(codePoint, normalized);
  return normalized;
}

/**
 * Returns the distinct words and `"quoted phrases"` of a query, normalized. Longest first, since they are the rarest.
 */
export function searchTerms(query: string): readonly string[] {
  const terms = [...normalizeForSearch(query).matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, phrase]) =>
    (phrase ?? word).trim(),
  );
  return [...new Set(terms)].filter((term) => term !== '').sort((one, other) => other.length - one.length);
}
