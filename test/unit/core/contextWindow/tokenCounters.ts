import type { Message } from '../../../../src/contract/chatRequest.ts';
import { countTokens } from '../../../../src/localService/chat/tokens.ts';

/** A way to count tokens. Services differ, and the service interface does not specify a tokenizer. */
interface TokenCounter {
  countInput(messages: readonly Message[]): number;
  count(text: string): number;
}

/** UTF-8 bytes per token. */
const BYTES_PER_TOKEN = 3.2;
/** Tokens that each message adds for its role. */
const TOKENS_PER_MESSAGE = 7;

function countByteTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);
}

/**
 * `pieces` is that of the local service. `bytes` differs from it as much as possible: it counts bytes and adds a fixed
 * number of tokens per message.
 */
export const TOKEN_COUNTERS = {
  pieces: {
    countInput: (messages) => messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    count: countTokens,
  },
  bytes: {
    countInput: (messages) =>
      messages.reduce((sum, { content }) => sum + countByteTokens(content) + TOKENS_PER_MESSAGE, 0),
    count: countByteTokens,
  },
} as const satisfies Readonly<Record<string, TokenCounter>>;

export type TokenCounterName = keyof typeof TOKEN_COUNTERS;

export const TOKEN_COUNTER_NAMES: readonly TokenCounterName[] = ['pieces', 'bytes'];
