import type { Message } from '../../contract/chatRequest.ts';

/** A way to count tokens. Services differ, and the service interface does not specify a tokenizer. */
export interface TokenCounter {
  /** Counts the tokens of a request's messages. */
  countInput(messages: readonly Message[]): number;
  /** Counts the tokens of a single text, such as a reply. */
  count(text: string): number;
  /** Truncates a text to at most `limit` tokens. */
  truncate(text: string, limit: number): TruncatedText;
}

interface TruncatedText {
  text: string;
  tokens: number;
  isTruncated: boolean;
}

/**
 * `pieces`, the default, counts parts of words and adds nothing per message. `bytes` differs from it as much as
 * possible: it counts bytes and adds a fixed number of tokens per message.
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
      // Don't cut inside a character.
      while (((bytes[end] ?? 0) & 0xc0) === 0x80) {
        end -= 1;
      }
      const start = new TextDecoder().decode(bytes.subarray(0, end));
      return { text: start, tokens: countByteTokens(start), isTruncated: end < bytes.length };
    },
  },
} as const satisfies Readonly<Record<string, TokenCounter>>;

export type TokenCounterName = keyof typeof TOKEN_COUNTERS;

export const TOKEN_COUNTER_NAMES: readonly TokenCounterName[] = ['pieces', 'bytes'];

/**
 * The tokens of `pieces`, a plausible and deterministic tokenizer. A token is one Chinese, Japanese or Korean
 * character, up to six letters, digits or underscores, or up to three other characters, each with up to eight
 * preceding white-space characters. This gives about four characters per token in English prose and code. The
 * concatenated tokens are the text.
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

/** UTF-8 bytes per token. */
const BYTES_PER_TOKEN = 3.2;
/** Tokens that each message adds for its role. */
const TOKENS_PER_MESSAGE = 7;

function countByteTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);
}
