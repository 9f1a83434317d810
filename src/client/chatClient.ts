import { omitUndefined } from '../base/omitUndefined.ts';
import type { ChatRequest } from '../contract/chatRequest.ts';
import type { Model } from '../contract/model.ts';
import type { ReplyEvent, SentRequest, Wait } from '../contract/replyEvent.ts';
import { CHAT_PATH, MODELS_PATH } from '../contract/routes.ts';
import type { Connection } from './address/connection.ts';
import type { Endpoint } from './address/endpoint.ts';
import type { ClientLog } from './clientLog.ts';
import type { Clock } from './clock.ts';
import type { NetworkEnvironment } from './networkEnvironment.ts';
import { failed, type Outcome } from './outcome.ts';
import type { Pacer } from './pacing/pacer.ts';
import { readModels } from './reading/readModels.ts';
import { readReplyEvents } from './reading/readReplyEvents.ts';
import type { OpenResponse } from './transport/attempt.ts';
import { encodeRequest } from './transport/encodeRequest.ts';
import { type CapabilityStore, createCapabilities, negotiate } from './transport/negotiation.ts';
import { delayOperation, type Operation } from './transport/operation.ts';
import { applyShape, shapeOf } from './transport/requestShape.ts';
import { send } from './transport/send.ts';
import type { TimeLimits } from './transport/timeLimits.ts';

export type { CapabilityStore, ClientLog, Clock, Connection, NetworkEnvironment, Outcome, Pacer, TimeLimits };

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
  /**
   * The body that `streamChat` would send now, in the shape that the address is known to take. Nothing is sent.
   * @param endpoint without one, it is as for an address of which nothing is known
   */
  previewRequestBody(request: ChatRequest, endpoint?: Endpoint): Promise<string>;
}

export interface ChatClientDeps {
  fetch: typeof globalThis.fetch;
  capabilityStore: CapabilityStore;
  clock: Clock;
  /** Asked for each request, so that a changed setting counts from the next one on. */
  limits(): TimeLimits;
  pacer: Pacer;
  log: ClientLog;
  network: NetworkEnvironment;
}

export function createChatClient(deps: ChatClientDeps): ChatClient {
  const { clock, log, capabilityStore } = deps;
  const dependencies = { ...deps, corsAllowedOrigins: new Set<string>() };
  const habitsOf = createCapabilities(capabilityStore);

  /** @param onSending told when a request is about to leave, unless it is the one before once more */
  function post(
    operation: Operation,
    request: ChatRequest,
    onSending: (sent: SentRequest) => Promise<void>,
  ): Promise<Outcome<OpenResponse>> {
    const habits = habitsOf(operation.connection.endpoint.baseUrl);
    let last: string | undefined;
    return negotiate(request, habits, log, (asked, shape) => {
      const { messages: _, ...settings } = asked;
      const body = encodeRequest(asked);
      const onSend = async (): Promise<void> => {
        if (body !== last) {
          last = body;
          await onSending({ body, settings, isFolded: shape.isFolded });
        }
      };
      return send(dependencies, operation, {
        method: 'POST',
        path: CHAT_PATH,
        body,
        model: asked.model,
        onSend,
      });
    });
  }

  return {
    async listModels(connection, signal, onWait = ignore) {
      const operation = createOperation(connection, signal, onWait);
      const sent = await send(dependencies, operation, { method: 'GET', path: MODELS_PATH });
      if (!sent.ok) {
        return sent;
      }
      const { body, transfer } = sent.value;
      try {
        const read = await readModels(body, connection, signal);
        if (!read.ok) {
          const isStalled = transfer.timeout !== undefined;
          return failed(transfer.fail(isStalled ? { kind: 'stalled' } : read.failure));
        }
        transfer.end('ok');
        return read;
      } finally {
        transfer.end('stopped');
      }
    },

    async *streamChat(connection, request, signal, notBefore = 0) {
      const told = new EventQueue<ReplyEvent>();
      const onWait = (wait?: Wait): void => told.push({ type: 'waiting', ...omitUndefined({ wait }) });
      /** How many requests had left when it was told that one is about to. */
      let before: number | undefined;
      const left = new AbortController();
      const stop = (): void => left.abort(signal.reason);
      signal.addEventListener('abort', stop);
      const operation = createOperation(connection, left.signal, onWait);
      const onSending = (sent: SentRequest): Promise<void> =>
        told.pushAndWait({ type: 'sending', request: sent });
      try {
        signal.throwIfAborted();
        const sending = delayOperation({ reason: 'rateLimited', until: notBefore }, operation, { clock, log })
          .then(() => post(operation, request, onSending))
          .finally(told.close);
        // Whoever leaves while something is told does not come to the line that would see it reject.
        sending.catch(ignore);
        for await (const event of told) {
          signal.throwIfAborted();
          if (event.type === 'sending') {
            before = operation.attempts;
          }
          yield event;
        }
        const sent = await sending;
        if (sent.ok) {
          yield* readReplyEvents(sent.value, connection, left.signal);
        } else {
          yield { type: 'failed', failure: sent.failure };
        }
      } catch (error) {
        if (!signal.aborted) {
          throw error;
        }
        if (before === operation.attempts) {
          yield { type: 'withheld' };
        }
        yield { type: 'stopped' };
      } finally {
        signal.removeEventListener('abort', stop);
        left.abort();
      }
    },

    async previewRequestBody(request, endpoint) {
      const asked = shapeOf(request);
      const shape = endpoint === undefined ? asked : habitsOf(endpoint.baseUrl).initialShape(asked);
      return encodeRequest(applyShape(request, shape));
    },
  };
}

function createOperation(
  connection: Connection,
  signal: AbortSignal,
  onWait: (wait?: Wait) => void,
): Operation {
  return { connection, signal, onWait, attempts: 0, retries: 0 };
}

function ignore(): void {}

interface QueuedEvent<Event> {
  event: Event;
  onConsumed: () => void;
}

/** Events that are told by callbacks, to be read in a loop until the work that tells them is over. */
class EventQueue<Event> {
  readonly #events: QueuedEvent<Event>[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  readonly push = (event: Event): void => void this.pushAndWait(event);

  /** Resolves when the reader is done with the event: when it asks for what comes after it. */
  pushAndWait(event: Event): Promise<void> {
    return new Promise((onConsumed) => {
      this.#events.push({ event, onConsumed });
      this.#wake();
    });
  }

  readonly close = (): void => {
    this.#isClosed = true;
    this.#wake();
  };

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      for (let told = this.#events.shift(); told !== undefined; told = this.#events.shift()) {
        yield told.event;
        told.onConsumed();
      }
      if (this.#isClosed) {
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
