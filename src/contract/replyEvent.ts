import type { ChatRequest } from './chatRequest.ts';
import type { Failure } from './failure.ts';
import type { UnreadResponse } from './unreadResponse.ts';

/** Tokens of one reply, as far as the service reports them. */
export interface TokenUsage {
  inputTokens?: number;
  outputTokens?: number;
}

/** Why a request is delayed. */
export interface Wait {
  /**
   * `pacing`: this window has sent all requests that the rate limit allows in a minute.
   * `rateLimited`: the service responded with 429 to this request or to another with the same key.
   * `retry`: the request failed before any of the reply arrived, and is retried.
   */
  reason: 'pacing' | 'rateLimited' | 'retry';
  /** On the monotonic clock (`performance.now`), so that setting the system clock doesn't change the wait. */
  until: number;
  /** The failure of this request; absent with `pacing`, and if the 429 was for another request. */
  failure?: Failure;
}

/** A request as sent, without the key. */
export interface SentRequest {
  /** The exact text of the body. */
  body: string;
  settings: Omit<ChatRequest, 'messages'>;
  /** Whether the conversation is folded into one `user` message, because the service rejects other roles. */
  isFolded: boolean;
}

/**
 * The events of a reply, independent of the format on the wire. A reply has any number of `waiting` and `sending`
 * events, then any number of `started`, `text`, `leftOut` and `usage` events, at most one `streamingTurnedOff`, then
 * exactly one of `finished`, `cutAtLimit`, `stopped` and `failed`. A stream that is cut off, or a part of which can't be read, ends in `failed`,
 * never in `finished`.
 */
export type ReplyEvent =
  /** The request is delayed, or, without a `wait`, no longer delayed. */
  | { type: 'waiting'; wait?: Wait }
  /**
   * The request is sent when the consumer asks for the next event, so that the consumer can record it first. Not
   * emitted for a retry with the same body.
   */
  | { type: 'sending'; request: SentRequest }
  /** The request of the last `sending` event was not sent: the user stopped the reply just then, or disconnected. */
  | { type: 'withheld' }
  | { type: 'started'; model?: string }
  | { type: 'text'; text: string }
  /** A part of the reply is not text and is not shown. `what` is its type: sanitized, at most 40 characters. */
  | { type: 'leftOut'; what: string }
  | { type: 'usage'; usage: TokenUsage }
  /** The user had this reply fetched without streaming, and so are all others from this base URL from now on. */
  | { type: 'streamingTurnedOff' }
  /** The model completed its reply. */
  | { type: 'finished' }
  /**
   * The reply reached `max_tokens`, or the service ended it early for another `stopReason`: sanitized, at most 40
   * characters.
   */
  | { type: 'cutAtLimit'; stopReason?: string }
  /** The user stopped it. */
  | { type: 'stopped' }
  /** `unread` is present with `unreadableStream`. */
  | { type: 'failed'; failure: Failure; unread?: UnreadResponse };
