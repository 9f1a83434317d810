import type { ChatRequest } from '../../contract/chatRequest.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Outcome } from '../outcome.ts';
import { applyShape, hasAssistantMessage, type RequestShape, shapeOf } from './requestShape.ts';

/** What a service is known to reject, so that it isn't sent to it again. */
interface AddressCapabilities {
  /** The shape to try first for a request of this shape. */
  initialShape(shape: RequestShape): RequestShape;
  /** Called when the service has accepted a shape after it rejected another. */
  learn(rejected: RequestShape, accepted: RequestShape): void;
}

const ROLES_ERROR_PATTERN = /\broles?\b|\bmessages\b/i;

/**
 * Sends a request, and after a 422 sends it again without what the service may reject: first without streaming, then
 * also folded into one `user` message; in the opposite order if the error message mentions the roles. So a question is
 * sent at most three times in different shapes, and a 422 for any other reason is returned after the last of them.
 */
export async function negotiate<T>(
  request: ChatRequest,
  capabilities: AddressCapabilities,
  log: Pick<ClientLog, 'note'>,
  send: (request: ChatRequest, shape: RequestShape) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const canFold = hasAssistantMessage(request.messages);
  let shape = capabilities.initialShape(shapeOf(request));
  let outcome = await send(applyShape(request, shape), shape);
  while (!outcome.ok) {
    const next = fallbackShape(shape, outcome.failure, canFold);
    if (!next) {
      return outcome;
    }
    log.note(
      next.isFolded === shape.isFolded
        ? 'Retried without streaming after a 422'
        : 'Retried with the conversation in one user message after a 422',
    );
    outcome = await send(applyShape(request, next), next);
    if (outcome.ok) {
      capabilities.learn(shape, next);
    }
    shape = next;
  }
  return outcome;
}

/** The shape to try next; `undefined` if there is none. */
function fallbackShape(shape: RequestShape, failure: Failure, canFold: boolean): RequestShape | undefined {
  if (failure.status !== 422) {
    return undefined;
  }
  const mayFold = canFold && !shape.isFolded;
  if (mayFold && ROLES_ERROR_PATTERN.test(failure.detail ?? '')) {
    return { ...shape, isFolded: true };
  }
  if (shape.stream) {
    return { ...shape, stream: false };
  }
  return mayFold ? { ...shape, isFolded: true } : undefined;
}

/** Stores what is known about services by base URL. Implemented by the host. */
export interface CapabilityStore {
  usesFoldedRoles(baseUrl: string): boolean;
  rememberFoldedRoles(baseUrl: string): void;
}

/**
 * The capabilities of services by base URL. That a service rejects the role `assistant` is stored, since otherwise
 * every follow-up question would cost a failed request. That it does not stream is only remembered in memory, so that
 * streaming is tried again in the next session.
 */
export function createCapabilities(store: CapabilityStore): (baseUrl: string) => AddressCapabilities {
  const withoutStream = new Set<string>();
  return (baseUrl) => ({
    initialShape: (shape) => ({
      stream: shape.stream && !withoutStream.has(baseUrl),
      isFolded: shape.isFolded || store.usesFoldedRoles(baseUrl),
    }),
    learn(rejected, accepted) {
      if (rejected.stream && !accepted.stream) {
        withoutStream.add(baseUrl);
      }
      if (accepted.isFolded && !store.usesFoldedRoles(baseUrl)) {
        store.rememberFoldedRoles(baseUrl);
      }
    },
  });
}
