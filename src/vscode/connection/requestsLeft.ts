import * as vscode from 'vscode';
import type { Connection, Pacer } from '../../client/chatClient.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Connections } from './connections.ts';

/** Polling interval while requests of the last minute count, in ms. */
const REFRESH_INTERVAL_MS = 5000;

type ConnectionSource = Pick<Connections, 'current' | 'onChanged'>;

/**
 * Wraps a pacer and reports how many requests are left in the rate limit window, from the first request on. Polls, since
 * that changes over time.
 */
export class RequestsLeft implements Pacer, vscode.Disposable {
  readonly #pacer: Pacer;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #refreshMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #current: number | undefined;
  #isDisposed = false;
  #connections: ConnectionSource | undefined;
  #listener: { dispose(): void } | undefined;

  readonly onChanged = this.#changed.event;

  constructor(pacer: Pacer, refreshMs = REFRESH_INTERVAL_MS) {
    this.#pacer = pacer;
    this.#refreshMs = refreshMs;
  }

  /** `undefined` until the first request. */
  get current(): number | undefined {
    return this.#current;
  }

  async take(...request: Parameters<Pacer['take']>): Promise<number | undefined> {
    const blockedUntil = await this.#pacer.take(...request);
    void this.#refresh();
    return blockedUntil;
  }

  async blockUntil(connection: Connection, until: number): Promise<void> {
    await this.#pacer.blockUntil(connection, until);
    void this.#refresh();
  }

  countLeft(connection: Connection): Promise<number> {
    return this.#pacer.countLeft(connection);
  }

  /** Updates the number when the connection changes, since each API key has its own rate limit. */
  watch(connections: ConnectionSource): void {
    this.#connections = connections;
    this.#listener = connections.onChanged(() => {
      if (this.#current !== undefined) {
        void this.#refresh();
      }
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#listener?.dispose();
    this.#changed.dispose();
  }

  async #refresh(): Promise<void> {
    const state = await this.#connections?.current();
    const left = state?.status === 'connected' ? await this.#pacer.countLeft(state.connection) : undefined;
    if (this.#isDisposed) {
      return;
    }
    clearTimeout(this.#timer);
    if (left !== undefined && left < MAX_REQUESTS_PER_MINUTE) {
      this.#timer = setTimeout(() => void this.#refresh(), this.#refreshMs);
    }
    if (left !== this.#current) {
      this.#current = left;
      this.#changed.fire();
    }
  }
}
