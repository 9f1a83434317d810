/** How long the client waits for what. In ms. */
export interface TimeLimits {
  /** For the head of an answer, connecting included. */
  responseMs: number;
  /** Between two pieces of a body; a comment that keeps the connection alive is a piece. */
  idleMs: number;
  /** Before the first repeat of a request; doubled with each further one, and jittered. */
  backoffMs: number;
  /** The longest wait that is made without being asked; a `Retry-After` beyond it is left to the user. */
  longestWaitMs: number;
}
