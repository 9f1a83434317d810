/**
 * Brings a text into the form in which it is searched: compatible forms of characters become one (NFKD), without
 * accents, in lower case, each run of white space one space. Typographic quotes and dashes become those of a keyboard.
 * Letter by letter, so that a part of a text folds to a part of what the text folds to.
 */
export function fold(text: string): string {
  return text.replace(BEYOND_ASCII, foldPoint).replace(SPACES, ' ').toLowerCase();
}

/** A folded text, and which units of the text each of its units stands for. */
export interface MappedFold {
  text: string;
  /** The first unit of the original, of each unit. */
  starts: readonly number[];
  /** Behind the last one, with what was left out after it. */
  ends: readonly number[];
}

/** The same as `fold`, with the way back. */
export function foldWithMap(original: string): MappedFold {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const point of original) {
    const next = at + point.length;
    const folded = point < '\u0080' ? point.toLowerCase() : foldPoint(point);
    for (const unit of folded.replace(SPACES, ' ').split('')) {
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

const BEYOND_ASCII = /[\u0080-\u{10ffff}]/gu;
/** All runs of white space but a single space, which stays as it is. */
const SPACES = /[^\S ]\s*| \s+/g;

/**
 * Marks that change a letter but not the word, in all scripts that have such; and what is not seen. Japanese voice marks
 * and the vowels of India's scripts stay: without them it is another word.
 */
const LEFT_OUT =
  /(?!\u3099|\u309a)(?=\p{Mn})[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]|\p{Default_Ignorable_Code_Point}/gu;
/** Half a pair, which no file can hold. */
const LONE_SURROGATE = /\p{Cs}/gu;

const KEYBOARD: Readonly<Record<string, string>> = {
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
const MOST_REMEMBERED = 20_000;
const remembered = new Map<string, string>();

function foldPoint(point: string): string {
  const known = remembered.get(point);
  if (known !== undefined) {
    return known;
  }
  const letters = point.replace(LONE_SURROGATE, '\ufffd').normalize('NFKD').replace(LEFT_OUT, '');
  // Upper case first, since some letters have one form there alone: ß and SS, ſ and S.
  const lower = letters.toUpperCase().normalize('NFKD').replace(LEFT_OUT, '').toLowerCase();
  const folded = [...lower].map((letter) => KEYBOARD[letter] ?? letter).join('');
  if (remembered.size >= MOST_REMEMBERED) {
    remembered.clear();
  }
  remembered.set(point, folded);
  return folded;
}

/** The words and `"quoted phrases"` of a query, folded, each once; the longest first, as most texts lack those. */
export function searchTerms(query: string): readonly string[] {
  const terms = [...fold(query).matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([word, phrase]) =>
    (phrase ?? word).trim(),
  );
  return [...new Set(terms)].filter((term) => term !== '').sort((one, other) => other.length - one.length);
}
