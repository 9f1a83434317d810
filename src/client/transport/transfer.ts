import type { Failure } from '../../contract/failure.ts';
import type { RequestMetrics } from '../../contract/requestMetrics.ts';
import { abortable } from '../abortable.ts';
import { hostOf } from '../address/endpoint.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import type { Operation } from './operation.ts';
import { type RequestEnd, RequestRecorder } from './requestRecorder.ts';
import type { TimeLimits } from './timeLimits.ts';
import { Watchdog, type WatchdogTimeout } from './watchdog.ts';

/** What a transfer needs besides the operation that it is a part of. */
export interface TransferDeps {
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
  readonly #recorder: RequestRecorder;
  readonly #abort = new AbortController();
  readonly #stop = (): void => this.#abort.abort(this.#operation.signal.reason);
  #watchdog: Watchdog | undefined;
  #timeout: WatchdogTimeout | undefined;

  /** Counts as one more request of its operation. */
  constructor(
    { clock, limits, log }: TransferDeps,
    operation: Operation,
    request: { method: 'GET' | 'POST'; path: string; sentBytes: number },
  ) {
    this.#operation = operation;
    this.#clock = clock;
    this.#limits = limits();
    operation.attempts++;
    this.#recorder = new RequestRecorder(clock, log, { ...request, attempt: operation.attempts });
    operation.signal.addEventListener('abort', this.#stop);
  }

  /** Set when this side gave up because nothing came. */
  get timeout(): WatchdogTimeout | undefined {
    return this.#timeout;
  }

  /** ms since the request left. */
  get elapsedMs(): number {
    return this.#recorder.elapsedMs;
  }

  /** Waits for the head of the answer. Rejects as `start` does, and at once on a stop or after too long a silence. */
  async waitForHead(start: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
    this.#startWatchdog(this.#limits.responseTimeoutMs);
    const response = await abortable(start(this.#abort.signal), this.#abort.signal);
    this.#recorder.recordHead(response, this.#operation.connection.apiKey);
    this.#watchdog?.stop();
    return response;
  }

  /** The body as it was, but counted, and broken off with an error after too long a silence and on a stop. */
  watchBody(response: Response): Response {
    const reader = response.body?.getReader();
    if (reader === undefined) {
      return response;
    }
    const watchdog = this.#startWatchdog(this.#limits.idleTimeoutMs);
    const { signal } = this.#abort;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
        pull: async (stream) => {
          watchdog.arm();
          const { done, value } = await reader.read();
          watchdog.disarm();
          if (done) {
            stream.close();
          } else {
            this.#recorder.addReceivedBytes(value.length);
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
  end(how: RequestEnd): RequestMetrics {
    this.#operation.signal.removeEventListener('abort', this.#stop);
    this.#watchdog?.stop();
    const exchange = this.#recorder.end(how);
    this.#abort.abort();
    return exchange;
  }

  /** Ends in a failure, which takes the figures and the host along. */
  fail(failure: Failure): Failure {
    const exchange = this.end(failure.kind);
    const host = hostOf(this.#operation.connection.endpoint);
    const limit = failure.kind === 'stalled' && {
      limitSeconds: Math.round(this.#limits.idleTimeoutMs / 1000),
    };
    return { ...failure, ...limit, host, exchange };
  }

  #startWatchdog(limitMs: number): Watchdog {
    this.#watchdog = new Watchdog(limitMs, this.#clock, (silence) => {
      this.#timeout = silence;
      this.#abort.abort(new Error('No data received in time'));
    });
    return this.#watchdog;
  }
}
