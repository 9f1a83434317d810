/**
 * What a text is made of, in figures that any way of counting tokens must depend on. One place each:
 * words, letters in them, other symbols in a row, such symbols, white space, ideographs, characters of other scripts;
 * then, of what the texts are sent in, messages and requests.
 */
export type Measure = readonly number[];

const MESSAGES = 7;
const REQUESTS = 8;

/** How many figures a measure has. */
export const FIGURES = 9;

export const NOTHING: Measure = new Array<number>(FIGURES).fill(0);
/** What a message is besides its text. */
export const MESSAGE: Measure = NOTHING.with(MESSAGES, 1);
/** What a request is besides its messages, such as words that the service adds to it. */
export const REQUEST: Measure = NOTHING.with(REQUESTS, 1);

/**
 * Tokens for each figure as most tokenizers of today count them, to begin with: a common word is one, a long one two
 * or more, code has more than prose, a Chinese character is about one.
 */
export const USUAL_RATES: Measure = [0.6, 0.15, 0.4, 0.4, 0.08, 1, 0.45, 4, 0];

const NONE = 0;
const WORD = 1;
const SPACE = 2;
const SYMBOL = 3;

/** What each character of ASCII is. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? WORD : /\s/.test(character) ? SPACE : SYMBOL;
});

/** Chinese, Japanese and Korean characters, by code units. */
function isIdeograph(code: number): boolean {
  if (code >= 0x4e00 && code <= 0x9fff) {
    return true;
  }
  return (
    (code >= 0x3041 && code <= 0x4dbf) ||
    (code >= 0xac00 && code <= 0xd7ff) ||
    // The first halves of the pairs that stand for rare ones.
    (code >= 0xd840 && code <= 0xd8bf) ||
    (code >= 0x2e80 && code <= 0x2fdf) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9d)
  );
}

/** Takes a time that grows with the length of the text alone. */
export function measureText(text: string): Measure {
  let words = 0;
  let letters = 0;
  let symbolRuns = 0;
  let symbols = 0;
  let spaces = 0;
  let ideographs = 0;
  let others = 0;
  let before: number = NONE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let kind = NONE;
    if (code < 128) {
      kind = ASCII[code] ?? NONE;
      if (kind === WORD) {
        letters++;
      } else if (kind === SPACE) {
        spaces++;
      } else {
        symbols++;
      }
    } else if (isIdeograph(code)) {
      ideographs++;
    } else if (code >= 0xdc00 && code <= 0xdfff) {
      // The second half of a pair.
      kind = before;
    } else {
      others++;
      // A letter with an accent goes on with the word that it is in.
      kind = WORD;
    }
    if (kind !== before) {
      if (kind === WORD) {
        words++;
      } else if (kind === SYMBOL) {
        symbolRuns++;
      }
      before = kind;
    }
  }
  return [words, letters, symbolRuns, symbols, spaces, ideographs, others, 0, 0];
}

export function sum(...measures: readonly Measure[]): Measure {
  return NOTHING.map((_, figure) => measures.reduce((total, measure) => total + (measure[figure] ?? 0), 0));
}

/** What one has beyond another; less than nothing where it has less. */
export function difference(one: Measure, other: Measure): Measure {
  return one.map((value, figure) => value - (other[figure] ?? 0));
}

/** Tokens, at so many for each figure. */
export function tokensAt(rates: readonly number[], measure: Measure): number {
  return measure.reduce((total, value, figure) => total + value * (rates[figure] ?? 0), 0);
}
