import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Operation, ReplyChanges } from './operations.ts';

/**
 * Gives the right answer, with changes to the chat reply in it. A refusal is an answer too, so it rejects only when
 * the client has gone. Each call performs the request once more and counts towards the rate limit.
 */
export type Next = (changes?: ReplyChanges) => Promise<Answer>;

/**
 * Called with every request but preflights, those to the control route among them, to answer it: with the right
 * answer, a changed one or one of its own. A Refusal that it throws becomes an answer.
 *
 * @param operation `undefined` for any other request
 */
export type Interceptor = (
  exchange: Exchange,
  operation: Operation | undefined,
  next: Next,
) => Answer | Promise<Answer>;
