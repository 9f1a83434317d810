import type { RequestMetrics } from '../../contract/requestMetrics.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import { sanitizeDetail } from '../failures/sanitizeDetail.ts';

/** The headers in which services name a request, the usual one first. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid'];

/** Characters of a request's id that are kept. */
const MAX_REQUEST_ID_CHARS = 100;

/** How an exchange ended. */
export type RequestEnd = Parameters<ClientLog['request']>[1];

/** The figures of one request as they come in, written down once at its end. */
export class RequestRecorder {
  readonly #clock: Clock;
  readonly #log: ClientLog;
  readonly #startedAtMonotonic: number;
  readonly #metrics: RequestMetrics;
  #hasEnded = false;

  constructor(
    clock: Clock,
    log: ClientLog,
    request: Pick<RequestMetrics, 'method' | 'path' | 'attempt' | 'sentBytes'>,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#startedAtMonotonic = clock.monotonic();
    const { method, path, attempt, sentBytes } = request;
    this.#metrics = {
      method,
      path,
      attempt,
      sentBytes,
      receivedBytes: 0,
      startedAt: clock.now(),
      totalMs: 0,
    };
  }

  /** ms since the request left. */
  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAtMonotonic);
  }

  recordHead({ status, headers }: Response, apiKey: string): void {
    const id = sanitizeDetail(
      REQUEST_ID_HEADERS.map((name) => headers.get(name)).find(Boolean) ?? '',
      apiKey,
    );
    this.#metrics.headMs = this.elapsedMs;
    // A browser shows 0 for a redirect, which is no status.
    if (status !== 0) {
      this.#metrics.status = status;
    }
    if (id !== undefined) {
      this.#metrics.requestId = id.slice(0, MAX_REQUEST_ID_CHARS);
    }
  }

  addReceivedBytes(bytes: number): void {
    this.#metrics.receivedBytes += bytes;
  }

  /** The first end counts. */
  end(how: RequestEnd): RequestMetrics {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#metrics.totalMs = this.elapsedMs;
      this.#log.request(this.#metrics, how);
    }
    return this.#metrics;
  }
}
