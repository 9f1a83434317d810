/**
 * What a text is made of, in figures that any way of counting tokens must depend on. One place each:
 * words, letters in them, other symbols in a row, such symbols, white space, ideographs, characters of other scripts;
 * then, of what the texts are sent in, messages and requests.
 */
export type Measure = readonly number[];

const WORDS = 0;
const LETTERS = 1;
const SYMBOL_RUNS = 2;
const SYMBOLS = 3;
const SPACES = 4;
const IDEOGRAPHS = 5;
const OTHERS = 6;
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

const WORD = 1;
const SPACE = 2;
const SYMBOL = 3;
const OTHER = 4;

/** What each character of ASCII is. */
const ASCII = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? WORD : /\s/.test(character) ? SPACE : SYMBOL;
});

/** Chinese, Japanese and Korean characters, the first and the last code unit of each range. */
const IDEOGRAPH_RANGES = [
  [0x2e80, 0x2fdf],
  [0x3041, 0x312f],
  [0x3131, 0x318e],
  [0x31a0, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  // The first halves of the pairs that stand for rare ones.
  [0xd840, 0xd8bf],
  [0xf900, 0xfaff],
  [0xff66, 0xff9d],
] as const;

function isIdeograph(code: number): boolean {
  return code >= 0x2e80 && IDEOGRAPH_RANGES.some(([first, last]) => code >= first && code <= last);
}

/** Takes a time that grows with the length of the text alone. */
export function measureText(text: string): Measure {
  const measure = [...NOTHING];
  const count = (figure: number): void => {
    measure[figure] = (measure[figure] ?? 0) + 1;
  };
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let kind = code < 128 ? ASCII[code] : OTHER;
    if (kind === WORD) {
      count(LETTERS);
    } else if (kind === SPACE) {
      count(SPACES);
    } else if (kind === SYMBOL) {
      count(SYMBOLS);
    } else if (isIdeograph(code)) {
      count(IDEOGRAPHS);
      kind = 0;
    } else if (code < 0xdc00 || code > 0xdfff) {
      count(OTHERS);
      // A letter with an accent goes on with the word that it is in.
      kind = WORD;
    } else {
      // The second half of a pair.
      kind = before;
    }
    if (kind !== before && (kind === WORD || kind === SYMBOL)) {
      count(kind === WORD ? WORDS : SYMBOL_RUNS);
    }
    before = kind ?? 0;
  }
  return measure;
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
