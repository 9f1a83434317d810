/** Tokens that most tokenizers of today make of a character, on average over prose and code. */
const TOKENS_PER_LETTER = 0.26;
const TOKENS_PER_SYMBOL = 0.6;
const TOKENS_PER_SPACE = 0.1;
const TOKENS_PER_IDEOGRAPH = 1;
/** Of a character of another script, or a letter with an accent. */
const TOKENS_PER_OTHER_CHAR = 0.45;
/** What a message takes besides its text. */
export const MESSAGE_OVERHEAD_TOKENS = 4;

/** Of each character of ASCII. */
const TOKENS_PER_ASCII_CHAR = Float64Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character)
    ? TOKENS_PER_LETTER
    : /\s/.test(character)
      ? TOKENS_PER_SPACE
      : TOKENS_PER_SYMBOL;
});

/** Chinese, Japanese and Korean characters, by code units. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3041 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7ff) ||
    // The first halves of the pairs that stand for rare ones.
    (code >= 0xd840 && code <= 0xd8bf) ||
    (code >= 0x2e80 && code <= 0x2fdf) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9d)
  );
}

/** Tokens of a text by what its characters are, whichever model counts them: to be multiplied by the model's factor. */
export function baselineTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
    if (!isSecondHalf) {
      tokens +=
        TOKENS_PER_ASCII_CHAR[code] ?? (isIdeograph(code) ? TOKENS_PER_IDEOGRAPH : TOKENS_PER_OTHER_CHAR);
    }
  }
  return tokens;
}
