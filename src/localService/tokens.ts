/**
 * The service's one way of counting tokens: the interface names no tokenizer, so this one is plausible and
 * always the same. A token is, with up to eight white-space characters before it, one Chinese, Japanese or
 * Korean character, up to six letters, digits or underscores, or up to three other characters: about four
 * characters of English prose or of code. The tokens of a text, put together, are the text.
 */
const TOKEN =
  /\s{0,8}(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}_]{1,6}|[^\s\p{L}\p{N}_]{1,3})|\s{1,8}/gu;

export function countTokens(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(TOKEN)) {
    count += 1;
  }
  return count;
}

export interface CutText {
  text: string;
  tokens: number;
  /** Whether something of the text was left out. */
  cut: boolean;
}

/** The beginning of a text that is at most `limit` tokens long; all of it where it fits. */
export function cutToTokens(text: string, limit: number): CutText {
  let tokens = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (tokens === limit) {
      return { text: text.slice(0, match.index), tokens, cut: true };
    }
    tokens += 1;
  }
  return { text, tokens, cut: false };
}

/** The text in pieces of a few words, as a model's reply arrives. */
export function* piecesOf(text: string, tokensInPiece = 4): Generator<string> {
  let start = 0;
  let tokens = 0;
  for (const match of text.matchAll(TOKEN)) {
    tokens += 1;
    if (tokens % tokensInPiece === 0) {
      const end = match.index + match[0].length;
      yield text.slice(start, end);
      start = end;
    }
  }
  if (start < text.length) {
    yield text.slice(start);
  }
}
