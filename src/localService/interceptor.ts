import type { ServiceResponse } from './http/response.ts';
import type { ServedRequest } from './http/servedRequest.ts';
import type { ReplyChanges, ServiceOperation } from './operations.ts';

/**
 * Computes the regular answer, with the given changes to a chat reply. A refusal is an answer, too: rejects only if
 * the client has disconnected. Every call counts towards the rate limit.
 */
export type Next = (changes?: ReplyChanges) => Promise<ServiceResponse>;

/**
 * Called for every request except CORS preflights, including requests to the control route. Returns the answer to
 * send: the regular one, a modified one, or one of its own. A thrown Refusal is sent as an answer.
 *
 * @param operation `undefined` for anything but the two operations of the service interface
 */
export type Interceptor = (
  exchange: ServedRequest,
  operation: ServiceOperation | undefined,
  next: Next,
) => ServiceResponse | Promise<ServiceResponse>;
