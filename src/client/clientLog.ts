import type { FailureKind } from '../contract/failure.ts';
import type { Wait } from '../contract/replyEvent.ts';
import type { RequestMetrics } from '../contract/requestMetrics.ts';

/** Where the client writes down what it does: figures and kinds, never a text of a request or an answer. */
export interface ClientLog {
  /** A request came to its end: well, by a stop, or in a failure. */
  request(metrics: RequestMetrics, end: 'ok' | 'stopped' | FailureKind): void;
  /** A request is held back for so many ms. */
  wait(reason: Wait['reason'], ms: number): void;
  /** The client went another way than it was told, such as without streaming after a 422. */
  note(text: string): void;
}
