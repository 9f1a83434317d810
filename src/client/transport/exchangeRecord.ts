import type { Exchange } from '../../contract/exchange.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import { safeDetail } from '../failures/safeDetail.ts';

/** The headers in which services name a request, the usual one first. */
const ID_HEADERS = ['x-request-id', 'request-id', 'x-amzn-requestid'];

/** Characters of a request's id that are kept. */
const LONGEST_ID = 100;

/** How an exchange ended. */
export type ExchangeEnd = Parameters<ClientLog['exchange']>[1];

/** The figures of one request as they come in, written down once at its end. */
export class ExchangeRecord {
  readonly #clock: Clock;
  readonly #log: ClientLog;
  readonly #begin: number;
  readonly #exchange: Exchange;
  #ended = false;

  constructor(
    clock: Clock,
    log: ClientLog,
    request: Pick<Exchange, 'method' | 'path' | 'attempt' | 'sentBytes'>,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#begin = clock.monotonic();
    const { method, path, attempt, sentBytes } = request;
    this.#exchange = {
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
  get elapsed(): number {
    return Math.round(this.#clock.monotonic() - this.#begin);
  }

  headCame({ status, headers }: Response, apiKey: string): void {
    const id = safeDetail(ID_HEADERS.map((name) => headers.get(name)).find(Boolean) ?? '', apiKey);
    this.#exchange.headMs = this.elapsed;
    // A browser shows 0 for a redirect, which is no status.
    if (status !== 0) {
      this.#exchange.status = status;
    }
    if (id !== undefined) {
      this.#exchange.requestId = id.slice(0, LONGEST_ID);
    }
  }

  received(bytes: number): void {
    this.#exchange.receivedBytes += bytes;
  }

  /** The first end counts. */
  end(how: ExchangeEnd): Exchange {
    if (!this.#ended) {
      this.#ended = true;
      this.#exchange.totalMs = this.elapsed;
      this.#log.exchange(this.#exchange, how);
    }
    return this.#exchange;
  }
}
