import { joinBytes } from '../../../base/joinBytes.ts';
import { toErrorMessage } from '../../toErrorMessage.ts';
import { type AnyRecord, type ConversationChange, RECORD_FORMAT_VERSION } from '../records/record.ts';
import { decodeLines, encodeRecord } from '../records/recordLine.ts';

/** bytes: so much is written by one append at most, but for a single write that is larger. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** What a log is written with. */
interface LogDeps {
  writer: string;
  /** ms since 1970 */
  now(): number;
  append(bytes: Uint8Array, durable: boolean): Promise<void>;
  /** Runs something later. @returns what calls that off */
  schedule(ms: number, run: () => void): () => void;
  /** It began or ended to be unable to write. */
  onFailureChanged(): void;
  /** Something was written that is more than the text of a reply. */
  onWritten(): void;
}

interface PendingWrite {
  bytes: Uint8Array;
  isDurable: boolean;
  isReported: boolean;
  /** Lets the one go on who waits for it. */
  resolve: () => void;
}

/** ms: a store that takes longer keeps nobody waiting. */
const APPEND_TIMEOUT_MS = 2_000;

/**
 * What this window writes of one conversation: in order, one append at a time, with all that has come meanwhile in the
 * next. What can't be written stays in memory and is written again from its beginning, since nobody knows how much of
 * it is on the disk: readers take what comes twice once.
 */
export class ConversationLog {
  readonly #deps: LogDeps;
  #pending: PendingWrite[] = [];
  #isWriting = false;
  /** Those who wait for nothing to be left that can be written. */
  #idleWaiters: (() => void)[] = [];
  #failure: string | undefined;
  #recordCount = 0;
  #latestTime = 0;

  constructor(ports: LogDeps) {
    this.#deps = ports;
  }

  /** Why nothing can be written now; `undefined` where it can. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** What is in memory alone. */
  get unsaved(): readonly AnyRecord[] {
    return this.#pending.flatMap(({ bytes }) => decodeLines(bytes).records);
  }

  /** Lets what is written from now on be later than what was read. @param at ms since 1970 */
  advanceTime(at: number): void {
    this.#latestTime = Math.max(this.#latestTime, at);
  }

  /**
   * Resolves when it is written, and as well when it can't be.
   *
   * @param at ms since 1970, of what happened in the past
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

  /** Resolves when all that was asked for is written, or can't be. */
  async flush(): Promise<void> {
    if (this.#pending.length > 0 && this.#failure === undefined) {
      await this.#whenIdle();
    }
  }

  /** Tries again what could not be written, until that is known not to be possible still. Never rejects. */
  async retry(): Promise<void> {
    if (this.#failure !== undefined && !this.#isWriting) {
      void this.#writeAll();
      await this.#whenIdle();
    }
  }

  #whenIdle(): Promise<void> {
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  #encode(changes: readonly ConversationChange[], past = Number.POSITIVE_INFINITY): Uint8Array {
    return joinBytes(
      changes.map((change) => {
        this.#recordCount++;
        this.#latestTime = Math.max(Math.min(this.#deps.now(), Math.floor(past)), this.#latestTime + 1);
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
    const callOff = this.#deps.schedule(APPEND_TIMEOUT_MS, () =>
      this.#fail('ETIMEDOUT: no answer from the disk'),
    );
    // What is asked for in one go is written in one.
    await undefined;
    try {
      while (this.#pending.length > 0) {
        await this.#writeBatch(this.#nextBatch());
      }
      this.#setFailure(undefined);
    } catch (error) {
      this.#fail(toErrorMessage(error));
    } finally {
      callOff();
      this.#isWriting = false;
    }
    if (this.#pending.length > 0 && this.#failure === undefined) {
      // A listener wrote it when it was told that all is well.
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
