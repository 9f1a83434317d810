import type { ChatRequest } from './chatRequest.ts';
import type { Failure } from './failure.ts';

/** Tokens of one exchange, as far as the service told them. */
export interface TokenUsage {
  inputTokens?: number;
  outputTokens?: number;
}

/** Why a request is held back for a while. */
export interface Wait {
  /**
   * `pacing`: the requests of the last minute are used up. `rateLimited`: the service asked for it (429), of this
   * request or of another with the same key.
   * `repeat`: something went wrong before any of the reply had come, and the request is sent once more.
   */
  reason: 'pacing' | 'rateLimited' | 'repeat';
  /** ms since 1970 */
  until: number;
  /** What went wrong with this request; absent with `pacing`, and where the service refused another one. */
  failure?: Failure;
}

/** A request as it goes out, without the key. */
export interface SentRequest {
  /** The very text that is sent. */
  body: string;
  /** What it asks besides its messages. */
  settings: Omit<ChatRequest, 'messages'>;
  /** Whether the conversation goes out in one `user` message, since the address takes no other role. */
  isFolded: boolean;
}

/**
 * What a reply is made of, whatever format it came in. A reply begins with any number of `waiting` and `sending` events, and has then any number of
 * `started`, `text`, `leftOut` and `usage` events and then exactly one of `finished`, `cutAtLimit`, `stopped`, `failed`. A stream that breaks
 * off, or of which a part can't be read, ends in `failed`, never in `finished`.
 */
export type ReplyEvent =
  /** The request is held back; without a `wait`, it is on its way again. */
  | { type: 'waiting'; wait?: Wait }
  /**
   * A request leaves as soon as the next event is asked for: so whoever reads can note it first. One that repeats the
   * one before it is not told again.
   */
  | { type: 'sending'; request: SentRequest }
  /** The request that was told last did not leave after all, since the user stopped the reply in that moment. */
  | { type: 'withheld' }
  | { type: 'started'; model?: string }
  | { type: 'text'; text: string }
  /** Some of the reply is no text and is not shown; `what` names its type: safe text of at most 40 characters. */
  | { type: 'leftOut'; what: string }
  | { type: 'usage'; usage: TokenUsage }
  /** The model said all it had to say. */
  | { type: 'finished' }
  /** The reply reached `max_tokens`. */
  | { type: 'cutAtLimit' }
  /** The user stopped it. */
  | { type: 'stopped' }
  | { type: 'failed'; failure: Failure };
