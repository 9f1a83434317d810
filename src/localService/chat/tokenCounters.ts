import type { Message } from '../../contract/chatRequest.ts';

/** A way to count tokens: services differ in it, and the interface names none. */
export interface TokenCounter {
  /** Of the messages of a request. */
  countInput(messages: readonly Message[]): number;
  /** Of a text by itself, such as a reply. */
  count(text: string): number;
  /** The beginning of a text that is at most `limit` tokens long; all of it where it fits. */
  truncate(text: string, limit: number): TruncatedText;
}

interface TruncatedText {
  text: string;
  tokens: number;
  /** Whether something of the text was left out. */
  isTruncated: boolean;
}

/**
 * `pieces` is the service's own: pieces of words, with nothing for a message. `bytes` is another as unlike it as can be:
 * bytes, whatever they say, and a price for each message.
 */
export const TOKEN_COUNTERS = {
  pieces: {
    countInput: (messages) => messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    count: countTokens,
    truncate: truncateToTokens,
  },
  bytes: {
    countInput: (messages) =>
      messages.reduce((sum, { content }) => sum + countByteTokens(content) + TOKENS_PER_MESSAGE, 0),
    count: countByteTokens,
    truncate: (text, limit) => {
      const bytes = new TextEncoder().encode(text);
      let end = Math.floor(limit * BYTES_PER_TOKEN);
      // Not within a character.
      while (((bytes[end] ?? 0) & 0xc0) === 0x80) {
        end -= 1;
      }
      const begin = new TextDecoder().decode(bytes.subarray(0, end));
      return { text: begin, tokens: countByteTokens(begin), isTruncated: end < bytes.length };
    },
  },
} as const satisfies Readonly<Record<string, TokenCounter>>;

export type TokenCounterName = keyof typeof TOKEN_COUNTERS;

export const TOKEN_COUNTER_NAMES: readonly TokenCounterName[] = ['pieces', 'bytes'];

/**
 * How `pieces` counts: the interface names no tokenizer, so this one is plausible and always the same. A token is, with up to eight white-space characters before it, one Chinese, Japanese or
 * Korean character, up to six letters, digits or underscores, or up to three other characters: about four
 * characters of English prose or of code. The tokens of a text, put together, are the text.
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

/** The beginning of a text that is at most `limit` tokens long; all of it where it fits. */
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

/** The text in pieces of a few words, as a model's reply arrives. */
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

/** How many bytes of UTF-8 are a token. */
const BYTES_PER_TOKEN = 3.2;
/** Tokens that say whose message it is. */
const TOKENS_PER_MESSAGE = 7;

function countByteTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);
}
