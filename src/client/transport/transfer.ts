import { abortable } from '../../base/abortable.ts';
import type { Failure } from '../../contract/failure.ts';
import type { RequestMetrics } from '../../contract/requestMetrics.ts';
import { hostOf } from '../address/endpoint.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import type { Operation } from './operation.ts';
import { type RequestEnd, RequestRecorder } from './requestRecorder.ts';
import type { TimeLimits } from './timeLimits.ts';
import { Watchdog } from './watchdog.ts';

export interface TransferDeps {
  clock: Clock;
  limits(): TimeLimits;
  log: ClientLog;
}

/**
 * One HTTP request, from sending it to the end of the response body. Aborted with its operation or when a timeout
 * elapses. Its metrics are logged when it ends. The owner must call `end` or `fail`.
 */
export class Transfer {
  readonly #operation: Operation;
  readonly #clock: Clock;
  readonly #limits: TimeLimits;
  readonly #recorder: RequestRecorder;
  readonly #abort = new AbortController();
  readonly #onAbort = (): void => this.#abort.abort(this.#operation.signal.reason);
  #watchdog: Watchdog | undefined;
  #hasTimedOut = false;

  /** Increments the attempts of the operation. */
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
    operation.signal.addEventListener('abort', this.#onAbort);
  }

  /** Whether a time limit of the settings has elapsed. */
  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** ms since the request was sent. */
  get elapsedMs(): number {
    return this.#recorder.elapsedMs;
  }

  /** Resolves with the response. Rejects as `start` does, and immediately on an abort or when the timeout elapses. */
  async waitForHead(start: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
    this.#startWatchdog(this.#limits.responseTimeoutMs);
    const response = await abortable(start(this.#abort.signal), this.#abort.signal);
    this.#recorder.recordHead(response, this.#operation.connection.apiKey);
    this.#watchdog?.stop();
    return response;
  }

  /**
   * Called when the result is known, by the status, the stop reason or the end marker. The body errors if it has not
   * ended shortly after, whatever it still sends.
   */
  endSoon(): void {
    const { signal } = this.#abort;
    this.#clock.sleep(this.#limits.restTimeoutMs, signal).then(
      () => this.#abort.abort(new Error('The response did not end')),
      () => {
        // It has ended.
      },
    );
  }

  /** Returns the response with its bytes counted. Its body errors on an abort or when the idle timeout elapses. */
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

  /** Closes the connection unless the response is complete. Calls after the first do not log again. */
  end(how: RequestEnd): RequestMetrics {
    this.#operation.signal.removeEventListener('abort', this.#onAbort);
    this.#watchdog?.stop();
    const metrics = this.#recorder.end(how);
    this.#abort.abort();
    return metrics;
  }

  /** Ends the transfer and returns the failure with metrics, host and exceeded limit. */
  fail(failure: Failure): Failure {
    const metrics = this.end(failure.kind);
    const host = hostOf(this.#operation.connection.endpoint);
    const limitMs = { stalled: this.#limits.idleTimeoutMs, timedOut: this.#limits.responseTimeoutMs };
    const limit = (failure.kind === 'stalled' || failure.kind === 'timedOut') && {
      limitSeconds: Math.round(limitMs[failure.kind] / 1000),
    };
    return { ...limit, ...failure, host, exchange: metrics };
  }

  #startWatchdog(limitMs: number): Watchdog {
    this.#watchdog = new Watchdog(limitMs, this.#clock, () => {
      this.#hasTimedOut = true;
      this.#abort.abort(new Error('No data received in time'));
    });
    return this.#watchdog;
  }
}
