export interface TimeLimits {
  /** Maximum time until the response headers, including connecting, in ms. */
  responseTimeoutMs: number;
  /** Maximum time between two chunks of a body, including keep-alive comments, in ms. */
  idleTimeoutMs: number;
  /** How long the rest of a response may take once its result is known, in ms. */
  restTimeoutMs: number;
  /** Delay before the first retry, in ms; doubled for each further one, and jittered. */
  initialBackoffMs: number;
  /** Maximum delay without asking the user, in ms. The user decides about a longer `Retry-After`. */
  maxWaitMs: number;
}
