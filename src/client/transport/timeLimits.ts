/** How long the client waits for what. In ms. */
export interface TimeLimits {
  /** For the head of an answer, connecting included. */
  responseTimeoutMs: number;
  /** Between two pieces of a body; a comment that keeps the connection alive is a piece. */
  idleTimeoutMs: number;
  /** Before the first repeat of a request; doubled with each further one, and jittered. */
  initialBackoffMs: number;
  /** The longest wait that is made without being asked; a `Retry-After` beyond it is left to the user. */
  maxWaitMs: number;
}
