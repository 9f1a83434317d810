/** Tokens that most tokenizers of today make of a character, on average over prose and code. */
const LETTER = 0.26;
const SYMBOL = 0.6;
const SPACE = 0.1;
const IDEOGRAPH = 1;
/** Of a character of another script, or a letter with an accent. */
const OTHER = 0.45;
/** What a message takes besides its text. */
export const USUAL_TOKENS_OF_MESSAGE = 4;

/** Of each character of ASCII. */
const ASCII = Float64Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? LETTER : /\s/.test(character) ? SPACE : SYMBOL;
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
export function usualTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
    if (!isSecondHalf) {
      tokens += ASCII[code] ?? (isIdeograph(code) ? IDEOGRAPH : OTHER);
    }
  }
  return tokens;
}
