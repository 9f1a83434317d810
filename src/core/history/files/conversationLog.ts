import { joinBytes } from '../../../base/joinBytes.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import { type AnyRecord, type ConversationChange, RECORD_FORMAT_VERSION } from '../records/record.ts';
import { decodeLines, encodeRecord } from '../records/recordLine.ts';
import type { HistoryClock } from './historyClock.ts';

/** Maximum size of one append. A single larger write is still appended as a whole. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

interface LogDeps {
  writer: string;
  clock: HistoryClock;
  /** @param onAnswer as of `HistoryFiles.append` */
  append(bytes: Uint8Array, durable: boolean, onAnswer: () => void): Promise<void>;
  /** When the disk last answered a call, for whichever conversation, on the monotonic clock. */
  answeredAt(): number;
  /** Called when writes start or stop failing. */
  onFailureChanged(): void;
  /** Called after a write that contained more than reply text and heartbeats. */
  onWritten(): void;
}

/** Changes that have not been written, and when they happened, as passed to `write`. */
export interface UnwrittenChanges {
  changes: readonly ConversationChange[];
  isDurable: boolean;
  at: number | undefined;
}

interface PendingWrite extends UnwrittenChanges {
  bytes: Uint8Array;
  /** Resolves the promise returned by `write`. */
  resolve: () => void;
  /** Whether it was resolved although it is not written, since `failure` says so. */
  isReleased: boolean;
}

/** Time for one call to the disk. After that, nothing waits for it, but it may still succeed. */
const CALL_TIMEOUT_MS = 2_000;

/**
 * Writes this window's records of one conversation, in order and one append at a time; records that arrive meanwhile go
 * into the next append. Records of a failed append stay in memory and are all written again, since it is unknown how
 * many reached the disk: readers ignore duplicates.
 */
export class ConversationLog {
  readonly #deps: LogDeps;
  #pending: PendingWrite[] = [];
  #isWriting = false;
  /** Whether the last append succeeded, or one is running whose calls are answered in time: writes then wait for it. */
  #isWorking = true;
  /** Called when writing stops, because everything is written or a write has failed. */
  #idleWaiters: (() => void)[] = [];
  #failure: string | undefined;
  #recordCount = 0;
  #latestTime = 0;

  constructor(deps: LogDeps) {
    this.#deps = deps;
  }

  /** Why writes failed, until all that was resolved without being written is written. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Whether it has, or had, anything to write. */
  get hasWritten(): boolean {
    return this.#recordCount > 0;
  }

  /** Records that have not been written. */
  get unsaved(): readonly AnyRecord[] {
    return this.#pending.flatMap(({ bytes }) => decodeLines(bytes).records);
  }

  /** The same, as they were passed to `write`. */
  get unwritten(): readonly UnwrittenChanges[] {
    return this.#pending;
  }

  /** Makes the times of later records greater than `at`, the latest time that was read, in ms since 1970. */
  advanceTime(at: number): void {
    this.#latestTime = Math.max(this.#latestTime, at);
  }

  /**
   * Resolves when the changes are written or the write has failed.
   *
   * @param changes may be empty if durable: then what was written before is synced to disk
   * @param at when the changes happened, in ms since 1970, if not now
   */
  async write(changes: readonly ConversationChange[], isDurable: boolean, at?: number): Promise<void> {
    if (changes.length > 0 || (isDurable && this.#recordCount > 0)) {
      await new Promise<void>((resolve) => {
        const write = {
          changes,
          isDurable,
          at,
          bytes: this.#encode(changes, at),
          resolve,
          isReleased: false,
        };
        this.#pending.push(write);
        if (this.#isWorking) {
          void this.#writeAll();
        } else {
          release(write);
        }
      });
    }
  }

  /** Resolves when all pending records are written or the write has failed. */
  async flush(): Promise<void> {
    if (this.#pending.length > 0 && this.#isWorking) {
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
        this.#latestTime = Math.max(
          Math.min(this.#deps.clock.now(), Math.floor(eventTime)),
          this.#latestTime + 1,
        );
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
    // Changes made in the same tick go into one append.
    await undefined;
    try {
      while (this.#pending.length > 0) {
        await this.#writeBatch(this.#nextBatch());
      }
    } catch (error) {
      this.#fail(toErrorMessage(error));
    } finally {
      this.#isWriting = false;
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
    await this.#append(
      joinBytes(batch.map(({ bytes }) => bytes)),
      batch.some(({ isDurable }) => isDurable),
    );
    this.#pending = this.#pending.slice(batch.length);
    this.#isWorking = true;
    for (const { resolve } of batch) {
      resolve();
    }
    if (!this.#pending.some(({ isReleased }) => isReleased)) {
      this.#setFailure(undefined);
    }
    if (batch.some(({ changes }) => changes.some(({ type }) => type !== 'text' && type !== 'pulse'))) {
      this.#deps.onWritten();
    }
  }

  /**
   * Appends, and fails as soon as one call to the disk takes too long; settles as the append does. While it waits for
   * appends to other conversations, the calls of those count: a disk that answers them is only busy.
   */
  async #append(bytes: Uint8Array, isDurable: boolean): Promise<void> {
    const { clock, append, answeredAt } = this.#deps;
    let isRunning = true;
    let hasBegun = false;
    let since = clock.monotonic();
    let cancel: () => void = () => undefined;
    const check = (): void => {
      const silence = clock.monotonic() - (hasBegun ? since : Math.max(since, answeredAt()));
      if (silence < CALL_TIMEOUT_MS) {
        cancel = clock.schedule(CALL_TIMEOUT_MS - silence, check);
      } else if (isRunning) {
        this.#fail('ETIMEDOUT: no answer from the disk');
      }
    };
    check();
    try {
      await append(bytes, isDurable, () => {
        hasBegun = true;
        since = clock.monotonic();
      });
    } finally {
      isRunning = false;
      cancel();
    }
  }

  #fail(reason: string): void {
    this.#isWorking = false;
    this.#setFailure(reason);
    this.#pending.forEach(release);
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

function release(write: PendingWrite): void {
  write.isReleased = true;
  write.resolve();
}
