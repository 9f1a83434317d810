/**
 * Brings a text into the form in which it is searched: compatible forms of characters become one (NFKD), without
 * accents, in lower case, each run of white space one space. Typographic quotes and dashes become those of a keyboard.
 * Letter by letter, so that a part of a text folds to a part of what the text folds to.
 */
export function normalizeForSearch(text: string): string {
  return text.replace(NON_ASCII_PATTERN, normalizeCodePoint).replace(WHITE_SPACE_PATTERN, ' ').toLowerCase();
}

/** A folded text, and which units of the text each of its units stands for. */
export interface MappedText {
  text: string;
  /** The first unit of the original, of each unit. */
  starts: readonly number[];
  /** Behind the last one, with what was left out after it. */
  ends: readonly number[];
}

/** The same as `fold`, with the way back. */
export function normalizeWithMap(original: string): MappedText {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const point of original) {
    const next = at + point.length;
    const folded = point < '\u0080' ? point.toLowerCase() : normalizeCodePoint(point);
    for (const unit of folded.replace(WHITE_SPACE_PATTERN, ' ').split('')) {
      if (unit !== ' ' || units.at(-1) !== ' ') {
        units.push(unit);
        starts.push(at);
        ends.push(next);
      }
    }
    if (ends.length > 0) {
      ends[ends.length - 1] = next;
    }
    at = next;
  }
  return { text: units.join(''), starts, ends };
}

const NON_ASCII_PATTERN = /[\u0080-\u{10ffff}]/gu;
/** All runs of white space but a single space, which stays as it is. */
const WHITE_SPACE_PATTERN = /[^\S ]\s*| \s+/g;

/**
 * Marks that change a letter but not the word, in all scripts that have such; and what is not seen. Japanese voice marks
 * and the vowels of India's scripts stay: without them it is another word.
 */
const IGNORED_MARKS_PATTERN =
  /(?!\u3099|\u309a)(?=\p{Mn})[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]|\p{Default_Ignorable_Code_Point}/gu;
/** Half a pair, which no file can hold. */
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
  // The end of a word makes no other letter.
  ς: 'σ',
};

/** A text can hold any character there is, memory only those in use. */
const MAX_CACHED_CHARACTERS = 20_000;
const characterCache = new Map<string, string>();

function normalizeCodePoint(point: string): string {
  const known = characterCache.get(point);
  if (known !== undefined) {
    return known;
  }
  const letters = point
    .replace(LONE_SURROGATE_PATTERN, '\ufffd')
    .normalize('NFKD')
    .replace(IGNORED_MARKS_PATTERN, '');
  // Upper case first, since some letters have one form there alone: ß and SS, ſ and S.
  const lower = letters.toUpperCase().normalize('NFKD').replace(IGNORED_MARKS_PATTERN, '').toLowerCase();
  const folded = [...lower].map((letter) => KEYBOARD_EQUIVALENTS[letter] ?? letter).join('');
  if (characterCache.size >= MAX_CACHED_CHARACTERS) {
    characterCache.clear();
  }
  characterCache.set(point, folded);
  return folded;
}

/** The words and `"quoted phrases"` of a query, folded, each once; the longest first, as most texts lack those. */
export function searchTerms(query: string): readonly string[] {
  const terms = [...normalizeForSearch(query).matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, phrase]) =>
    (phrase ?? word).trim(),
  );
  return [...new Set(terms)].filter((term) => term !== '').sort((one, other) => other.length - one.length);
}
