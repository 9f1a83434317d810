import { joinBytes } from '../../../base/joinBytes.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import { type AnyRecord, type ConversationChange, RECORD_FORMAT_VERSION } from '../records/record.ts';
import { decodeLines, encodeRecord } from '../records/recordLine.ts';

/** Maximum size of one append. A single larger write is still appended as a whole. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

interface LogDeps {
  writer: string;
  /** ms since 1970 */
  now(): number;
  append(bytes: Uint8Array, durable: boolean): Promise<void>;
  /** @returns a function that cancels the call */
  schedule(ms: number, run: () => void): () => void;
  /** Called when writes start or stop failing. */
  onFailureChanged(): void;
  /** Called after a write that contained more than reply text and heartbeats. */
  onWritten(): void;
}

interface PendingWrite {
  bytes: Uint8Array;
  isDurable: boolean;
  isReported: boolean;
  /** Resolves the promise returned by `write`. */
  resolve: () => void;
}

/** An append that takes longer counts as failed, so that nothing waits for it. */
const APPEND_TIMEOUT_MS = 2_000;

/**
 * Writes this window's records of one conversation, in order and one append at a time; records that arrive meanwhile go
 * into the next append. Records of a failed append stay in memory and are all written again, since it is unknown how
 * many reached the disk: readers ignore duplicates.
 */
export class ConversationLog {
  readonly #deps: LogDeps;
  #pending: PendingWrite[] = [];
  #isWriting = false;
  /** Called when writing stops, because everything is written or a write has failed. */
  #idleWaiters: (() => void)[] = [];
  #failure: string | undefined;
  #recordCount = 0;
  #latestTime = 0;

  constructor(deps: LogDeps) {
    this.#deps = deps;
  }

  /** Why writes fail, or `undefined` if they succeed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Records that have not been written. */
  get unsaved(): readonly AnyRecord[] {
    return this.#pending.flatMap(({ bytes }) => decodeLines(bytes).records);
  }

  /** Makes the times of later records greater than `at`, the latest time that was read, in ms since 1970. */
  advanceTime(at: number): void {
    this.#latestTime = Math.max(this.#latestTime, at);
  }

  /**
   * Resolves when the changes are written or the write has failed.
   *
   * @param at when the changes happened, in ms since 1970, if not now
   */
  async write(changes: readonly ConversationChange[], isDurable: boolean, at?: number): Promise<void> {
    if (changes.length > 0) {
      await new Promise<void>((resolve) => {
        const isReported = changes.some(({ type }) => type !== 'text' && type !== 'pulse');
        this.#pending.push({ bytes: this.#encode(changes, at), isDurable, isReported, resolve });
        if (this.#failure === undefined) {
          void this.#writeAll();
        } else {
          resolve();
        }
      });
    }
  }

  /** Resolves when all pending records are written or the write has failed. */
  async flush(): Promise<void> {
    if (this.#pending.length > 0 && this.#failure === undefined) {
      await this.#whenIdle();
    }
  }

  /** Retries failed writes. Resolves when they have succeeded or failed again; never rejects. */
  async retry(): Promise<void> {
    if (this.#failure !== undefined && !this.#isWriting) {
      void this.#writeAll();
      await this.#whenIdle();
    }
  }

  #whenIdle(): Promise<void> {
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  #encode(changes: readonly ConversationChange[], eventTime = Number.POSITIVE_INFINITY): Uint8Array {
    return joinBytes(
      changes.map((change) => {
        this.#recordCount++;
        this.#latestTime = Math.max(Math.min(this.#deps.now(), Math.floor(eventTime)), this.#latestTime + 1);
        return encodeRecord({
          v: RECORD_FORMAT_VERSION,
          w: this.#deps.writer,
          n: this.#recordCount,
          at: this.#latestTime,
          ...change,
        });
      }),
    );
  }

  async #writeAll(): Promise<void> {
    if (this.#isWriting) {
      return;
    }
    this.#isWriting = true;
    const cancelTimeout = this.#deps.schedule(APPEND_TIMEOUT_MS, () =>
      this.#fail('ETIMEDOUT: no answer from the disk'),
    );
    // Changes made in the same tick go into one append.
    await undefined;
    try {
      while (this.#pending.length > 0) {
        await this.#writeBatch(this.#nextBatch());
      }
      this.#setFailure(undefined);
    } catch (error) {
      this.#fail(toErrorMessage(error));
    } finally {
      cancelTimeout();
      this.#isWriting = false;
    }
    if (this.#pending.length > 0 && this.#failure === undefined) {
      // A listener of `onFailureChanged` added records.
      await this.#writeAll();
    } else {
      this.#resolveIdleWaiters();
    }
  }

  #nextBatch(): readonly PendingWrite[] {
    let size = 0;
    const end = this.#pending.findIndex(({ bytes }, index) => {
      size += bytes.length;
      return index > 0 && size > MAX_BATCH_BYTES;
    });
    return this.#pending.slice(0, end === -1 ? undefined : end);
  }

  async #writeBatch(batch: readonly PendingWrite[]): Promise<void> {
    const isDurable = batch.some(({ isDurable }) => isDurable);
    await this.#deps.append(joinBytes(batch.map(({ bytes }) => bytes)), isDurable);
    this.#pending = this.#pending.slice(batch.length);
    for (const { resolve } of batch) {
      resolve();
    }
    if (batch.some(({ isReported }) => isReported)) {
      this.#deps.onWritten();
    }
  }

  #fail(reason: string): void {
    this.#setFailure(reason);
    for (const { resolve } of this.#pending) {
      resolve();
    }
    this.#resolveIdleWaiters();
  }

  #resolveIdleWaiters(): void {
    for (const resolve of this.#idleWaiters.splice(0)) {
      resolve();
    }
  }

  #setFailure(reason: string | undefined): void {
    if (reason !== this.#failure) {
      this.#failure = reason;
      this.#deps.onFailureChanged();
    }
  }
}
