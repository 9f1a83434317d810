interface TruncatedText {
  text: string;
  tokens: number;
  isTruncated: boolean;
}

/**
 * The service's tokens, a plausible and deterministic tokenizer. A token is one Chinese, Japanese or Korean character, up
 * to six letters, digits or underscores, or up to three other characters, each with up to eight preceding white-space
 * characters. This gives about four characters per token in English prose and code. The concatenated tokens are the text.
 */
const TOKEN_PATTERN =
  /\s{0,8}(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}_]{1,6}|[^\s\p{L}\p{N}_]{1,3})|\s{1,8}/gu;

export function countTokens(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(TOKEN_PATTERN)) {
    count += 1;
  }
  return count;
}

/** Truncates a text to at most `limit` tokens. */
export function truncateToTokens(text: string, limit: number): TruncatedText {
  let tokens = 0;
  for (const match of text.matchAll(TOKEN_PATTERN)) {
    if (tokens === limit) {
      return { text: text.slice(0, match.index), tokens, isTruncated: true };
    }
    tokens += 1;
  }
  return { text, tokens, isTruncated: false };
}

/** Splits a text into chunks of a few tokens, as a model streams it. */
export function* splitByTokens(text: string, tokensPerChunk = 4): Generator<string> {
  let start = 0;
  let tokens = 0;
  for (const match of text.matchAll(TOKEN_PATTERN)) {
    tokens += 1;
    if (tokens % tokensPerChunk === 0) {
      const end = match.index + match[0].length;
      yield text.slice(start, end);
      start = end;
    }
  }
  if (start < text.length) {
    yield text.slice(start);
  }
}
