import * as vscode from 'vscode';
import type { Connection, Pacer } from '../../client/chatClient.ts';
import type { RequestSlot, SlotWaitListener } from '../../client/pacing/pacer.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../contract/limits.ts';
import type { Connections } from './connections.ts';

/** Polling interval while slots are taken, in ms. */
const REFRESH_INTERVAL_MS = 5000;

type ConnectionSource = Pick<Connections, 'current' | 'onChanged'>;

/**
 * Wraps a pacer and reports how many requests are left in the rate limit window, from the first request on. Polls while
 * slots are taken, since other windows take slots too and slots become free over time.
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

  async take(connection: Connection, signal: AbortSignal, onWait: SlotWaitListener): Promise<RequestSlot> {
    const slot = await this.#pacer.take(connection, signal, onWait);
    void this.#refresh();
    return slot;
  }

  async blockUntil(connection: Connection, until: number): Promise<void> {
    await this.#pacer.blockUntil(connection, until);
    void this.#refresh();
  }

  countFreeSlots(connection: Connection): Promise<number> {
    return this.#pacer.countFreeSlots(connection);
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
    const freeSlots =
      state?.status === 'connected' ? await this.#pacer.countFreeSlots(state.connection) : undefined;
    if (this.#isDisposed) {
      return;
    }
    clearTimeout(this.#timer);
    if (freeSlots !== undefined && freeSlots < MAX_REQUESTS_PER_MINUTE) {
      this.#timer = setTimeout(() => void this.#refresh(), this.#refreshMs);
    }
    if (freeSlots !== this.#current) {
      this.#current = freeSlots;
      this.#changed.fire();
    }
  }
}
