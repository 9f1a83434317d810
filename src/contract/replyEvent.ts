import type { Failure } from './failure.ts';

/** Tokens of one exchange, as far as the service told them. */
export interface TokenUsage {
  inputTokens?: number;
  outputTokens?: number;
}

/**
 * What a reply is made of, whatever format it came in. A reply is any number of `started`, `text` and `usage`
 * events and then exactly one of `finished`, `cutAtLimit`, `stopped`, `failed`. A stream that breaks off ends
 * in `failed`, never in `finished`.
 */
export type ReplyEvent =
  | { type: 'started'; model?: string; id?: string }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  /** The model said all it had to say. */
  | { type: 'finished' }
  /** The reply reached `max_tokens`. */
  | { type: 'cutAtLimit' }
  /** The user stopped it. */
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure };
