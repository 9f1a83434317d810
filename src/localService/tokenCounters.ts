import type { Message } from '../contract/chatRequest.ts';
import { type CutText, countTokens, cutToTokens } from './tokens.ts';

/** A way to count tokens: services differ in it, and the interface names none. */
export interface TokenCounter {
  /** Of the messages of a request. */
  countInput(messages: readonly Message[]): number;
  /** Of a text by itself, such as a reply. */
  count(text: string): number;
  /** The beginning of a text that is at most `limit` tokens long; all of it where it fits. */
  cut(text: string, limit: number): CutText;
}

/** How many bytes of UTF-8 are a token. */
const BYTES_IN_TOKEN = 3.2;
/** Tokens that say whose message it is. */
const TOKENS_OF_MESSAGE = 7;

function countBytes(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_IN_TOKEN);
}

/**
 * `pieces` is the service's own: pieces of words, with nothing for a message. `bytes` is another as unlike it as can be:
 * bytes, whatever they say, and a price for each message.
 */
export const TOKEN_COUNTERS = {
  pieces: {
    countInput: (messages) => messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    count: countTokens,
    cut: cutToTokens,
  },
  bytes: {
    countInput: (messages) =>
      messages.reduce((sum, { content }) => sum + countBytes(content) + TOKENS_OF_MESSAGE, 0),
    count: countBytes,
    cut: (text, limit) => {
      const bytes = new TextEncoder().encode(text);
      let end = Math.floor(limit * BYTES_IN_TOKEN);
      // Not within a character.
      while (((bytes[end] ?? 0) & 0xc0) === 0x80) {
        end -= 1;
      }
      const begin = new TextDecoder().decode(bytes.subarray(0, end));
      return { text: begin, tokens: countBytes(begin), cut: end < bytes.length };
    },
  },
} as const satisfies Readonly<Record<string, TokenCounter>>;

export type TokenCounterName = keyof typeof TOKEN_COUNTERS;

export const TOKEN_COUNTER_NAMES: readonly TokenCounterName[] = ['pieces', 'bytes'];
