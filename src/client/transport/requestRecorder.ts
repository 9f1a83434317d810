import { cutText } from '../../base/characterEnd.ts';
import type { RequestMetrics } from '../../contract/requestMetrics.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import { sanitizeDetail } from '../failures/sanitizeDetail.ts';

/** Response headers with the request id, most common first. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid'];

const MAX_REQUEST_ID_CHARS = 100;

export type RequestEnd = Parameters<ClientLog['request']>[1];

/** Collects the metrics of one request and logs them once, when it ends. */
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

  /** ms since the request was sent. */
  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAtMonotonic);
  }

  recordHead({ status, headers }: Response, apiKey: string): void {
    const id = sanitizeDetail(
      REQUEST_ID_HEADERS.map((name) => headers.get(name)).find(Boolean) ?? '',
      apiKey,
    );
    this.#metrics.headMs = this.elapsedMs;
    // 0 is what a browser shows for a redirect.
    if (status !== 0) {
      this.#metrics.status = status;
    }
    if (id !== undefined) {
      this.#metrics.requestId = cutText(id, MAX_REQUEST_ID_CHARS);
    }
  }

  addReceivedBytes(bytes: number): void {
    this.#metrics.receivedBytes += bytes;
  }

  /** Calls after the first have no effect. */
  end(how: RequestEnd): RequestMetrics {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#metrics.totalMs = this.elapsedMs;
      this.#log.request(this.#metrics, how);
    }
    return this.#metrics;
  }
}
