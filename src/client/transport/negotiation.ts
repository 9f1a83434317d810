import type { ChatRequest } from '../../contract/chatRequest.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Outcome } from '../outcome.ts';
import { applyShape, hasAssistantMessage, type RequestShape } from './requestShape.ts';

/** What a service is known to reject, so that it isn't sent to it again. */
interface AddressCapabilities {
  /** The shape to try first for a request. */
  initialShape(request: ChatRequest): RequestShape;
  /** Called when the service has accepted a shape of a request after it rejected another. */
  learn(request: ChatRequest, rejected: RequestShape, accepted: RequestShape): void;
  /** Called when the user had a reply fetched without streaming, since the stream can't be read, and it arrived. */
  turnOffStreaming(): void;
}

/**
 * Sends a request, and after a 422 sends it again without what the service may reject: first without streaming, then
 * also folded into one `user` message. What a 422 says is not documented, so no rule depends on its words. So a question
 * is sent at most three times in different shapes, and a 422 for any other reason is returned after the last of them.
 */
export async function negotiate<T>(
  request: ChatRequest,
  capabilities: AddressCapabilities,
  log: Pick<ClientLog, 'note'>,
  send: (request: ChatRequest, shape: RequestShape) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let shape = capabilities.initialShape(request);
  let outcome = await send(applyShape(request, shape), shape);
  while (!outcome.ok && outcome.failure.status === 422) {
    const next = fallbackShape(shape, hasAssistantMessage(request.messages));
    if (next === undefined) {
      return outcome;
    }
    log.note(
      next.isFolded === shape.isFolded
        ? 'Retried without streaming after a 422'
        : 'Retried with the conversation in one user message after a 422',
    );
    outcome = await send(applyShape(request, next), next);
    if (outcome.ok) {
      capabilities.learn(request, shape, next);
    }
    shape = next;
  }
  return outcome;
}

/** The shape to try next; `undefined` if there is none. */
function fallbackShape(shape: RequestShape, canFold: boolean): RequestShape | undefined {
  if (shape.stream) {
    return { ...shape, stream: false };
  }
  return canFold && !shape.isFolded ? { ...shape, isFolded: true } : undefined;
}

/** Stores what is known about services by base URL. Implemented by the host. */
export interface CapabilityStore {
  /** The number of messages from which conversations are folded; `undefined` if none are. */
  foldsFrom(baseUrl: string): number | undefined;
  rememberFoldsFrom(baseUrl: string, messages: number): void;
  /** Whether the user turned streaming off, and not on again. */
  isStreamingOff(baseUrl: string): boolean;
  turnOffStreaming(baseUrl: string): void;
}

/**
 * The capabilities of services by base URL. A service that accepts a conversation only as one message may reject the
 * role `assistant`, or that number of messages: so the smallest number for which that is known is stored, since otherwise
 * every such question would cost a failed request. That a service does not stream is only remembered in memory, so that
 * streaming is tried again in the next session. That its stream can't be read is stored, since to find that out costs a
 * reply.
 */
export function createCapabilities(store: CapabilityStore): (baseUrl: string) => AddressCapabilities {
  const withoutStream = new Set<string>();
  return (baseUrl) => {
    const foldsFrom = (): number => store.foldsFrom(baseUrl) ?? Number.POSITIVE_INFINITY;
    return {
      initialShape: ({ stream, messages }) => ({
        stream: stream === true && !withoutStream.has(baseUrl) && !store.isStreamingOff(baseUrl),
        isFolded: messages.length >= foldsFrom(),
      }),
      learn({ messages }, rejected, accepted) {
        if (rejected.stream && !accepted.stream) {
          withoutStream.add(baseUrl);
        }
        if (accepted.isFolded && !rejected.isFolded && messages.length < foldsFrom()) {
          store.rememberFoldsFrom(baseUrl, messages.length);
        }
      },
      turnOffStreaming: () => store.turnOffStreaming(baseUrl),
    };
  };
}
