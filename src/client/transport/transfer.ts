import type { Exchange } from '../../contract/exchange.ts';
import type { Failure } from '../../contract/failure.ts';
import { abortable } from '../abortable.ts';
import { hostOf } from '../address/endpoint.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import { type ExchangeEnd, ExchangeRecord } from './exchangeRecord.ts';
import type { Operation } from './operation.ts';
import type { TimeLimits } from './timeLimits.ts';
import { type Silence, Watchdog } from './watchdog.ts';

/** What a transfer needs besides the operation that it is a part of. */
export interface TransferDependencies {
  clock: Clock;
  limits(): TimeLimits;
  log: ClientLog;
}

/**
 * One HTTP request, from the moment it leaves to the end of its answer's body: stopped with its operation, and
 * by itself after too long a silence; its figures are written down at its end. Whoever holds one ends it.
 */
export class Transfer {
  readonly #operation: Operation;
  readonly #clock: Clock;
  readonly #limits: TimeLimits;
  readonly #record: ExchangeRecord;
  readonly #abort = new AbortController();
  readonly #stop = (): void => this.#abort.abort(this.#operation.signal.reason);
  #watchdog: Watchdog | undefined;
  #silence: Silence | undefined;

  /** Counts as one more request of its operation. */
  constructor(
    { clock, limits, log }: TransferDependencies,
    operation: Operation,
    request: { method: 'GET' | 'POST'; path: string; sentBytes: number },
  ) {
    this.#operation = operation;
    this.#clock = clock;
    this.#limits = limits();
    operation.attempts++;
    this.#record = new ExchangeRecord(clock, log, { ...request, attempt: operation.attempts });
    operation.signal.addEventListener('abort', this.#stop);
  }

  /** Set when this side gave up because nothing came. */
  get silence(): Silence | undefined {
    return this.#silence;
  }

  /** ms since the request left. */
  get elapsed(): number {
    return this.#record.elapsed;
  }

  /** Waits for the head of the answer. Rejects as `start` does, and at once on a stop or after too long a silence. */
  async head(start: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
    this.#watch(this.#limits.responseMs);
    const response = await abortable(start(this.#abort.signal), this.#abort.signal);
    this.#record.headCame(response, this.#operation.connection.apiKey);
    this.#watchdog?.stop();
    return response;
  }

  /** The body as it was, but counted, and broken off with an error after too long a silence and on a stop. */
  watched(response: Response): Response {
    const reader = response.body?.getReader();
    if (reader === undefined) {
      return response;
    }
    const watchdog = this.#watch(this.#limits.idleMs);
    const { signal } = this.#abort;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
        pull: async (stream) => {
          watchdog.listen();
          const { done, value } = await reader.read();
          watchdog.heard();
          if (done) {
            stream.close();
          } else {
            this.#record.received(value.length);
            stream.enqueue(value);
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: response.headers });
  }

  /** Lets go of the connection, unless all has come. The first end counts. */
  end(how: ExchangeEnd): Exchange {
    this.#operation.signal.removeEventListener('abort', this.#stop);
    this.#watchdog?.stop();
    const exchange = this.#record.end(how);
    this.#abort.abort();
    return exchange;
  }

  /** Ends in a failure, which takes the figures and the host along. */
  fail(failure: Failure): Failure {
    const exchange = this.end(failure.kind);
    const host = hostOf(this.#operation.connection.endpoint);
    const limit = failure.kind === 'stalled' && { limitSeconds: Math.round(this.#limits.idleMs / 1000) };
    return { ...failure, ...limit, host, exchange };
  }

  #watch(limit: number): Watchdog {
    this.#watchdog = new Watchdog(limit, this.#clock, (silence) => {
      this.#silence = silence;
      this.#abort.abort(new Error('Nothing came for too long'));
    });
    return this.#watchdog;
  }
}
