import type { Message } from '../../contract/chatRequest.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { TokenCount } from '../contextWindow/tokenEstimate.ts';
import type { UserTurn } from '../conversation/conversation.ts';

/** The content of a request, without API key and URL. */
export interface ReplyRequest {
  model: string;
  messages: Message[];
  /** The text of the reply so far, if this is for the rest of it. What the rest repeats of it is no part of the events. */
  textSoFar?: string;
  maxTokens?: number;
  /** `serviceId` of where it goes; if another service is in use by then, it is not sent. */
  service?: string;
  /** How long to wait before it is sent, in ms. */
  waitMs?: number;
  /** Whether it is not streamed, and no other is to this service if this one has a reply. */
  turnsOffStreaming?: true;
  /** Baseline tokens of the messages, for learning from the service's count. */
  baselineTokens?: number;
  /** What the service counted last in the conversation. */
  lastCount?: TokenCount;
}

/** What a session needs from outside, so that it runs without VS Code and without a network. */
export interface ChatSessionDeps {
  /** Sends a request and yields its events; the last one, and only that, is final. */
  fetchReply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyEvent>;
  /** The time of day, in ms since 1970. Jumps when the system clock is set, so no duration is computed from it. */
  now(): number;
  /** ms since an arbitrary start, never set. */
  monotonic(): number;
  newId(): string;
}

/**
 * How a question is asked again. `whenAllowed`: only when the service, which refused it, accepts it again.
 * `withoutStreaming`: since its stream can't be read; if there is a reply then, streaming is off for the service.
 */
export type RetryWay = 'atOnce' | 'whenAllowed' | 'withoutStreaming';

export interface ReplyOptions {
  model: string;
  maxTokens?: number;
}

/** A question before it becomes a turn. */
export interface Question {
  text: string;
  attachments: readonly Attachment[];
  editedFrom?: NonNullable<UserTurn['editedFrom']>;
}
