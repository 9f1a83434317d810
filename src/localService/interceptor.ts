import type { ServiceResponse } from './http/response.ts';
import type { ServedRequest } from './http/servedRequest.ts';
import type { ReplyChanges, ServiceOperation } from './operations.ts';

/**
 * Computes the regular response, with the given changes to a chat reply. An HttpError becomes a response too; rejects
 * only if the client has disconnected. Each call counts towards the rate limit.
 */
export type Next = (changes?: ReplyChanges) => Promise<ServiceResponse>;

/**
 * Called for every request that is not refused except CORS preflights, including control requests. Returns the response to send: the
 * regular one, a modified one, or one of its own. A thrown HttpError becomes a response.
 * @param operation `undefined` unless the request is one of the two operations of the service interface
 */
export type Interceptor = (
  request: ServedRequest,
  operation: ServiceOperation | undefined,
  next: Next,
) => ServiceResponse | Promise<ServiceResponse>;
