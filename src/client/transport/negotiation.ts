import type { ChatRequest } from '../../contract/chatRequest.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Outcome } from '../outcome.ts';
import { applyShape, hasAssistantMessage, type RequestShape, shapeOf } from './requestShape.ts';

/** What was learned about an address: where it is known to refuse something, that is not tried again. */
interface AddressCapabilities {
  /** The shape to begin with, out of the one that the request has. */
  initialShape(shape: RequestShape): RequestShape;
  /** The service took a shape after it had refused another. */
  learn(refused: RequestShape, accepted: RequestShape): void;
}

const ROLES_ERROR_PATTERN = /\broles?\b|\bmessages\b/i;

/**
 * Sends a request, and after a 422 sends it again without what the service may have refused: first without
 * streaming, then in one `user` message; the other way round where the service itself blames the roles. So one
 * question makes three requests at most, and a 422 for any other reason is what is left in the end.
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

/** What is left to try after a failure. */
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

/** What is known about addresses for good; the host keeps it. */
export interface CapabilityStore {
  usesFoldedRoles(baseUrl: string): boolean;
  rememberFoldedRoles(baseUrl: string): void;
}

/**
 * The habits of the services that one client speaks with. That a service refuses the role `assistant` is
 * remembered for good, since every follow-up would pay for it; that it does not stream, only here: a service
 * learns to stream sooner than a client forgets.
 */
export function createCapabilities(store: CapabilityStore): (baseUrl: string) => AddressCapabilities {
  const withoutStream = new Set<string>();
  return (baseUrl) => ({
    initialShape: (shape) => ({
      stream: shape.stream && !withoutStream.has(baseUrl),
      isFolded: shape.isFolded || store.usesFoldedRoles(baseUrl),
    }),
    learn(refused, taken) {
      if (refused.stream && !taken.stream) {
        withoutStream.add(baseUrl);
      }
      if (taken.isFolded && !store.usesFoldedRoles(baseUrl)) {
        store.rememberFoldedRoles(baseUrl);
      }
    },
  });
}
