import type { FailureKind } from '../contract/failure.ts';
import type { Wait } from '../contract/replyEvent.ts';
import type { RequestMetrics } from '../contract/requestMetrics.ts';

/** Log of what the client does: metrics and failure kinds, never content of a request or response. */
export interface ClientLog {
  /** A request ended: successfully, stopped by the user, or with a failure. */
  request(metrics: RequestMetrics, end: 'ok' | 'stopped' | FailureKind): void;
  /** A request is delayed for `ms`. */
  wait(reason: Wait['reason'], ms: number): void;
  /** The client did something other than it was asked to, such as retry without streaming after a 422. */
  note(text: string): void;
}
