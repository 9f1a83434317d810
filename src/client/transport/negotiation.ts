import type { ChatRequest } from '../../contract/chatRequest.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Outcome } from '../outcome.ts';
import { hasAssistantTurn, inShape, type Shape, shapeOf } from './requestShape.ts';

/** What was learned about an address: where it is known to refuse something, that is not tried again. */
interface Habits {
  /** The shape to begin with, out of the one that the request has. */
  first(shape: Shape): Shape;
  /** The service took a shape after it had refused another. */
  learn(refused: Shape, taken: Shape): void;
}

const BLAMES_ROLES = /\broles?\b|\bmessages\b/i;

/**
 * Sends a request, and after a 422 sends it again without what the service may have refused: first without
 * streaming, then in one `user` message; the other way round where the service itself blames the roles. So one
 * question makes three requests at most, and a 422 for any other reason is what is left in the end.
 */
export async function negotiate<T>(
  request: ChatRequest,
  habits: Habits,
  log: Pick<ClientLog, 'note'>,
  send: (request: ChatRequest, shape: Shape) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const canFold = hasAssistantTurn(request.messages);
  let shape = habits.first(shapeOf(request));
  let outcome = await send(inShape(request, shape), shape);
  while (!outcome.ok) {
    const next = nextShape(shape, outcome.failure, canFold);
    if (!next) {
      return outcome;
    }
    log.note(
      next.folded === shape.folded
        ? 'Asked again without a stream, after a 422'
        : 'Asked again with the conversation in one user message, after a 422',
    );
    outcome = await send(inShape(request, next), next);
    if (outcome.ok) {
      habits.learn(shape, next);
    }
    shape = next;
  }
  return outcome;
}

/** What is left to try after a failure. */
function nextShape(shape: Shape, failure: Failure, canFold: boolean): Shape | undefined {
  if (failure.status !== 422) {
    return undefined;
  }
  const mayFold = canFold && !shape.folded;
  if (mayFold && BLAMES_ROLES.test(failure.detail ?? '')) {
    return { ...shape, folded: true };
  }
  if (shape.stream) {
    return { ...shape, stream: false };
  }
  return mayFold ? { ...shape, folded: true } : undefined;
}

/** What is known about addresses for good; the host keeps it. */
export interface AddressMemory {
  usesFoldedRoles(baseUrl: string): boolean;
  rememberFoldedRoles(baseUrl: string): void;
}

/**
 * The habits of the services that one client speaks with. That a service refuses the role `assistant` is
 * remembered for good, since every follow-up would pay for it; that it does not stream, only here: a service
 * learns to stream sooner than a client forgets.
 */
export function addressHabits(memory: AddressMemory): (baseUrl: string) => Habits {
  const withoutStream = new Set<string>();
  return (baseUrl) => ({
    first: (shape) => ({
      stream: shape.stream && !withoutStream.has(baseUrl),
      folded: shape.folded || memory.usesFoldedRoles(baseUrl),
    }),
    learn(refused, taken) {
      if (refused.stream && !taken.stream) {
        withoutStream.add(baseUrl);
      }
      if (taken.folded && !memory.usesFoldedRoles(baseUrl)) {
        memory.rememberFoldedRoles(baseUrl);
      }
    },
  });
}
