import { hasText } from '../base/hasText.ts';
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

/** Client of the service interface. Failures are returned as data; anything thrown is a bug or an abort. */
export interface ChatClient {
  /**
   * The models of the account, in the service's order. `onWait` is called with a wait when the request is delayed, and
   * without one when it continues. Rejects with the signal's reason on an abort.
   */
  listModels(
    connection: Connection,
    signal: AbortSignal,
    onWait?: (wait?: Wait) => void,
  ): Promise<Outcome<Model[]>>;
  /**
   * Sends the request and yields the events of the reply as they arrive, exactly one final event last. An abort ends
   * the reply in `stopped` immediately. Leaving the loop early closes the connection.
   * @param connection for whose address and key the request was made
   * @param connect called right before each request, since the key may change while the request waits; `undefined` if
   * there is no connection any more. The request is not sent to another address.
   * @param waitMs how long the request waits before it is sent, in ms, as the service asked
   * @param turnsOffStreaming whether the user retries without streaming. If that has text and is not cut off by a
   * failure, no request to this base URL is streamed from then on.
   */
  streamChat(
    connection: Connection,
    request: ChatRequest,
    signal: AbortSignal,
    options?: {
      connect?: () => Promise<Connection | undefined>;
      waitMs?: number;
      turnsOffStreaming?: boolean;
    },
  ): AsyncGenerator<ReplyEvent, void, undefined>;
  /**
   * The body that `streamChat` would send now, in the shape that the service is known to accept.
   * @param endpoint if omitted, nothing is assumed about the service
   */
  previewRequestBody(request: ChatRequest, endpoint?: Endpoint): Promise<string>;
}

export interface ChatClientDeps {
  fetch: typeof globalThis.fetch;
  capabilityStore: CapabilityStore;
  clock: Clock;
  /** Called for each request, so that a changed setting applies to the next one. */
  limits(): TimeLimits;
  pacer: Pacer;
  log: ClientLog;
  network: NetworkEnvironment;
  /** Asks whether the key may be sent to this endpoint although certificates are not checked. */
  confirmUncheckedCertificates(endpoint: Endpoint): Promise<boolean>;
}

export function createChatClient(deps: ChatClientDeps): ChatClient {
  const { clock, log, capabilityStore } = deps;
  const sendDeps = { ...deps, corsAllowedOrigins: new Set<string>() };
  const capabilitiesOf = createCapabilities(capabilityStore);

  /** @param onSending called before each request, except a retry with the same body */
  function post(
    operation: Operation,
    request: ChatRequest,
    onSending: (sent: SentRequest) => Promise<void>,
  ): Promise<Outcome<OpenResponse>> {
    const capabilities = capabilitiesOf(operation.connection.endpoint.baseUrl);
    let lastBody: string | undefined;
    return negotiate(request, capabilities, log, (shaped, shape) => {
      const { messages: _, ...settings } = shaped;
      const body = encodeRequest(shaped);
      const onSend = async (): Promise<void> => {
        if (body !== lastBody) {
          lastBody = body;
          await onSending({ body, settings, isFolded: shape.isFolded });
        }
      };
      return send(sendDeps, operation, {
        method: 'POST',
        path: CHAT_PATH,
        body,
        model: shaped.model,
        onSend,
      });
    });
  }

  return {
    async listModels(connection, signal, onWait = ignore) {
      const operation = createOperation(connection, async () => connection, signal, onWait);
      const sent = await send(sendDeps, operation, { method: 'GET', path: MODELS_PATH });
      if (!sent.ok) {
        return sent;
      }
      const { body, transfer } = sent.value;
      try {
        const read = await readModels(body, connection, signal);
        if (!read.ok) {
          return failed(transfer.fail(transfer.hasTimedOut ? { kind: 'stalled' } : read.failure));
        }
        transfer.end('ok');
        return read;
      } finally {
        transfer.end('stopped');
      }
    },

    async *streamChat(connection, asked, signal, options = {}) {
      const { connect = async () => connection, waitMs = 0, turnsOffStreaming = false } = options;
      const request = turnsOffStreaming ? applyShape(asked, { stream: false, isFolded: false }) : asked;
      let isStreamed = false;
      const queue = new EventQueue<ReplyEvent>();
      const onWait = (wait?: Wait): void => queue.push({ type: 'waiting', ...omitUndefined({ wait }) });
      /** `operation.attempts` at the last `sending` event: unchanged if that request was never sent. */
      let attemptsBefore: number | undefined;
      const isWithheld = (): boolean => attemptsBefore === operation.attempts;
      const controller = new AbortController();
      const onAbort = (): void => controller.abort(signal.reason);
      signal.addEventListener('abort', onAbort);
      const operation = createOperation(connection, connect, controller.signal, onWait);
      const onSending = (sent: SentRequest): Promise<void> => {
        isStreamed = sent.settings.stream === true;
        return queue.pushAndWait({ type: 'sending', request: sent });
      };
      try {
        signal.throwIfAborted();
        const until = clock.monotonic() + waitMs;
        const sending = delayOperation({ reason: 'rateLimited', until }, operation, { clock, log })
          .then(() => post(operation, request, onSending))
          .finally(queue.close);
        // If the consumer leaves the loop early, nothing awaits `sending`; its rejection must not go unhandled.
        sending.catch(ignore);
        for await (const event of queue) {
          signal.throwIfAborted();
          if (event.type === 'sending') {
            attemptsBefore = operation.attempts;
          }
          yield event;
        }
        const sent = await sending;
        if (sent.ok) {
          const events = readReplyEvents(sent.value, operation.connection, controller.signal, isStreamed);
          const { turnOffStreaming } = capabilitiesOf(operation.connection.endpoint.baseUrl);
          yield* turnsOffStreaming ? withStreamingTurnedOff(events, turnOffStreaming) : events;
        } else {
          if (isWithheld()) {
            yield { type: 'withheld' };
          }
          yield { type: 'failed', failure: sent.failure };
        }
      } catch (error) {
        if (!signal.aborted) {
          throw error;
        }
        if (isWithheld()) {
          yield { type: 'withheld' };
        }
        yield { type: 'stopped' };
      } finally {
        signal.removeEventListener('abort', onAbort);
        controller.abort();
      }
    },

    async previewRequestBody(request, endpoint) {
      const shape =
        endpoint === undefined ? shapeOf(request) : capabilitiesOf(endpoint.baseUrl).initialShape(request);
      return encodeRequest(applyShape(request, shape));
    },
  };
}

function createOperation(
  connection: Connection,
  connect: Operation['connect'],
  signal: AbortSignal,
  onWait: (wait?: Wait) => void,
): Operation {
  return { connection, connect, signal, onWait, attempts: 0, retries: 0 };
}

/** Calls `turnOff`, and says so, before the end of a reply that has text. */
async function* withStreamingTurnedOff(
  events: AsyncIterable<ReplyEvent>,
  turnOff: () => void,
): AsyncGenerator<ReplyEvent, void, undefined> {
  let hasReply = false;
  for await (const event of events) {
    hasReply ||= event.type === 'text' && hasText(event.text);
    if (hasReply && (event.type === 'finished' || event.type === 'cutAtLimit')) {
      turnOff();
      yield { type: 'streamingTurnedOff' };
    }
    yield event;
  }
}

function ignore(): void {}

interface QueuedEvent<Event> {
  event: Event;
  onConsumed: () => void;
}

/** Turns events pushed by callbacks into an async iterable that ends with `close`. */
class EventQueue<Event> {
  readonly #events: QueuedEvent<Event>[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  readonly push = (event: Event): void => void this.pushAndWait(event);

  /** Resolves when the consumer has handled the event, which is when it asks for the next one. */
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
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) {
        yield next.event;
        next.onConsumed();
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
