import type { ChatReply } from '../contract/chatReply.ts';
import type { ChatRequest } from '../contract/chatRequest.ts';
import type { Model } from '../contract/model.ts';
import type { ReplyEvent, Wait } from '../contract/replyEvent.ts';
import { CHAT_PATH, MODELS_PATH } from '../contract/routes.ts';
import { type AddressMemory, addressHabits } from './addressHabits.ts';
import type { ClientLog } from './clientLog.ts';
import type { Clock } from './clock.ts';
import { collectReply } from './collectReply.ts';
import type { Connection } from './connection.ts';
import { readModels } from './modelList.ts';
import { negotiate } from './negotiation.ts';
import type { Network } from './network.ts';
import type { Outcome } from './outcome.ts';
import type { Pacer } from './pacer.ts';
import { replyEvents } from './replyEvents.ts';
import { send } from './send.ts';
import type { TimeLimits } from './timeLimits.ts';

export type { AddressMemory, ClientLog, Clock, Connection, Network, Outcome, Pacer, TimeLimits };

/** Speaks the service interface. What goes wrong is told as data; what is thrown is a bug or an abort. */
export interface ChatClient {
  /**
   * The models of the account, in the service's order. `onWait` is told when the request is held back, and,
   * with nothing, when it goes on. Rejects with the signal's reason on an abort.
   */
  listModels(
    connection: Connection,
    signal: AbortSignal,
    onWait?: (wait?: Wait) => void,
  ): Promise<Outcome<Model[]>>;
  /** One whole reply; never asks for a stream. Rejects with the signal's reason on an abort. */
  chat(connection: Connection, request: ChatRequest, signal: AbortSignal): Promise<Outcome<ChatReply>>;
  /**
   * A reply as it comes, in whatever format, ending in exactly one final event. Sends the request as it is.
   * An abort ends it in `stopped` at once, and leaving the loop early closes the connection.
   * @param notBefore ms since 1970: until then the request is held back, as the service asked for
   */
  streamChat(
    connection: Connection,
    request: ChatRequest,
    signal: AbortSignal,
    notBefore?: number,
  ): AsyncGenerator<ReplyEvent, void, undefined>;
}

export interface ChatClientDependencies {
  fetch: typeof globalThis.fetch;
  memory: AddressMemory;
  clock: Clock;
  /** Asked for each request, so that a changed setting counts from the next one on. */
  limits(): TimeLimits;
  pacer: Pacer;
  log: ClientLog;
  network: Network;
}

export function createChatClient({ fetch, memory }: ChatClientDependencies): ChatClient {
  const habitsOf = addressHabits(memory);

  function post(
    connection: Connection,
    request: ChatRequest,
    signal: AbortSignal,
  ): Promise<Outcome<Response>> {
    return negotiate(request, habitsOf(connection.endpoint.baseUrl), (body) =>
      send(fetch, connection, { method: 'POST', path: CHAT_PATH, body, model: body.model }, signal),
    );
  }

  return {
    async listModels(connection, signal) {
      const sent = await send(fetch, connection, { method: 'GET', path: MODELS_PATH }, signal);
      return sent.ok ? readModels(sent.value, connection, signal) : sent;
    },

    async chat(connection, request, signal) {
      const sent = await post(connection, { ...request, stream: false }, signal);
      return sent.ok ? collectReply(replyEvents(sent.value, connection, signal)) : sent;
    },

    async *streamChat(connection, request, signal) {
      try {
        const sent = await post(connection, request, signal);
        if (sent.ok) {
          yield* replyEvents(sent.value, connection, signal);
        } else {
          yield { type: 'failed', failure: sent.failure };
        }
      } catch (error) {
        if (!signal.aborted) {
          throw error;
        }
        yield { type: 'stopped' };
      }
    },
  };
}
