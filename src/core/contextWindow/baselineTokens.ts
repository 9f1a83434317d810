import type { Message } from '../../contract/chatRequest.ts';

/** Typical tokens per character in today's tokenizers, averaged over prose and code. */
const TOKENS_PER_LETTER = 0.26;
const TOKENS_PER_SYMBOL = 0.6;
const TOKENS_PER_SPACE = 0.1;
const TOKENS_PER_IDEOGRAPH = 1;
/** Characters of other scripts, and letters with accents. */
const TOKENS_PER_OTHER_CHAR = 0.45;
/** Tokens of a message in addition to its text. */
export const MESSAGE_OVERHEAD_TOKENS = 4;

/** By ASCII code. */
const TOKENS_PER_ASCII_CHAR = Float64Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character)
    ? TOKENS_PER_LETTER
    : /\s/.test(character)
      ? TOKENS_PER_SPACE
      : TOKENS_PER_SYMBOL;
});

/** Whether a UTF-16 code unit is a Chinese, Japanese or Korean character. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3041 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7ff) ||
    // High surrogates of rare ideographs.
    (code >= 0xd840 && code <= 0xd8bf) ||
    (code >= 0x2e80 && code <= 0x2fdf) ||
    (code >= 0xa960 && code <= 0xa97f) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9d)
  );
}

/**
 * Token estimate of a text from its characters alone, the same for all models. Times the ratio learned for a model, it
 * is the estimate for that model.
 */
export function baselineTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff;
    if (!isLowSurrogate) {
      tokens +=
        TOKENS_PER_ASCII_CHAR[code] ?? (isIdeograph(code) ? TOKENS_PER_IDEOGRAPH : TOKENS_PER_OTHER_CHAR);
    }
  }
  return tokens;
}

export function messageTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + baselineTokens(content) + MESSAGE_OVERHEAD_TOKENS, 0);
}
