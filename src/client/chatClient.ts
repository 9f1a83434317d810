import { defined } from '../base/defined.ts';
import type { ChatRequest } from '../contract/chatRequest.ts';
import type { Model } from '../contract/model.ts';
import type { ReplyEvent, SentRequest, Wait } from '../contract/replyEvent.ts';
import { CHAT_PATH, MODELS_PATH } from '../contract/routes.ts';
import type { Connection } from './address/connection.ts';
import type { Endpoint } from './address/endpoint.ts';
import type { ClientLog } from './clientLog.ts';
import type { Clock } from './clock.ts';
import type { Network } from './network.ts';
import { failed, type Outcome } from './outcome.ts';
import type { Pacer } from './pacing/pacer.ts';
import { readModels } from './reading/modelList.ts';
import { replyEvents } from './reading/replyEvents.ts';
import type { OpenAnswer } from './transport/attempt.ts';
import { encodeRequest } from './transport/encodeRequest.ts';
import { type AddressMemory, addressHabits, negotiate } from './transport/negotiation.ts';
import { hold, type Operation } from './transport/operation.ts';
import { inShape, shapeOf } from './transport/requestShape.ts';
import { send } from './transport/send.ts';
import type { TimeLimits } from './transport/timeLimits.ts';

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
  requestBody(request: ChatRequest, endpoint?: Endpoint): Promise<string>;
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

export function createChatClient(given: ChatClientDependencies): ChatClient {
  const { clock, log, memory } = given;
  const dependencies = { ...given, readableOrigins: new Set<string>() };
  const habitsOf = addressHabits(memory);

  /** @param onSending told when a request is about to leave, unless it is the one before once more */
  function post(
    operation: Operation,
    request: ChatRequest,
    onSending: (sent: SentRequest) => Promise<void>,
  ): Promise<Outcome<OpenAnswer>> {
    const habits = habitsOf(operation.connection.endpoint.baseUrl);
    let last: string | undefined;
    return negotiate(request, habits, log, (asked, shape) => {
      const { messages: _, ...settings } = asked;
      const body = encodeRequest(asked);
      const onSend = async (): Promise<void> => {
        if (body !== last) {
          last = body;
          await onSending({ body, settings, isFolded: shape.folded });
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
      const operation = begin(connection, signal, onWait);
      const sent = await send(dependencies, operation, { method: 'GET', path: MODELS_PATH });
      if (!sent.ok) {
        return sent;
      }
      const { body, transfer } = sent.value;
      try {
        const read = await readModels(body, connection, signal);
        if (!read.ok) {
          const isStalled = transfer.silence !== undefined;
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
      const onWait = (wait?: Wait): void => told.push({ type: 'waiting', ...defined({ wait }) });
      /** How many requests had left when it was told that one is about to. */
      let before: number | undefined;
      const left = new AbortController();
      const stop = (): void => left.abort(signal.reason);
      signal.addEventListener('abort', stop);
      const operation = begin(connection, left.signal, onWait);
      const onSending = (sent: SentRequest): Promise<void> => told.pushed({ type: 'sending', request: sent });
      try {
        signal.throwIfAborted();
        const sending = hold({ reason: 'rateLimited', until: notBefore }, operation, { clock, log })
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
          yield* replyEvents(sent.value, connection, left.signal);
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

    async requestBody(request, endpoint) {
      const asked = shapeOf(request);
      const shape = endpoint === undefined ? asked : habitsOf(endpoint.baseUrl).first(asked);
      return encodeRequest(inShape(request, shape));
    },
  };
}

function begin(connection: Connection, signal: AbortSignal, onWait: (wait?: Wait) => void): Operation {
  return { connection, signal, onWait, attempts: 0, repeats: 0 };
}

function ignore(): void {}

interface Told<Event> {
  event: Event;
  onTaken: () => void;
}

/** Events that are told by callbacks, to be read in a loop until the work that tells them is over. */
class EventQueue<Event> {
  readonly #told: Told<Event>[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  readonly push = (event: Event): void => void this.pushed(event);

  /** Resolves when the reader is done with the event: when it asks for what comes after it. */
  pushed(event: Event): Promise<void> {
    return new Promise((onTaken) => {
      this.#told.push({ event, onTaken });
      this.#wake();
    });
  }

  readonly close = (): void => {
    this.#isClosed = true;
    this.#wake();
  };

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      for (let told = this.#told.shift(); told !== undefined; told = this.#told.shift()) {
        yield told.event;
        told.onTaken();
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
