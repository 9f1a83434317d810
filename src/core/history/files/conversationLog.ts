import { joinBytes } from '../../../base/joinBytes.ts';
import { reasonOf } from '../../reasonOf.ts';
import { type AnyRecord, type Change, FORMAT } from '../records/record.ts';
import { decodeLines, encodeRecord } from '../records/recordLine.ts';

/** bytes: so much is written by one append at most, but for a single write that is larger. */
const LARGEST_BATCH = 4 * 1024 * 1024;

/** What a log is written with. */
interface LogPorts {
  writer: string;
  /** ms since 1970 */
  now(): number;
  append(bytes: Uint8Array, durable: boolean): Promise<void>;
  /** Runs something later. @returns what calls that off */
  after(ms: number, run: () => void): () => void;
  /** It began or ended to be unable to write. */
  onHealthChanged(): void;
  /** Something was written that is more than the text of a reply. */
  onWritten(): void;
}

interface Waiting {
  bytes: Uint8Array;
  durable: boolean;
  isTold: boolean;
  /** Lets the one go on who waits for it. */
  settle: () => void;
}

/** ms: a store that takes longer keeps nobody waiting. */
const LONGEST_WAIT = 2_000;

/**
 * What this window writes of one conversation: in order, one append at a time, with all that has come meanwhile in the
 * next. What can't be written stays in memory and is written again from its beginning, since nobody knows how much of
 * it is on the disk: readers take what comes twice once.
 */
export class ConversationLog {
  readonly #ports: LogPorts;
  #waiting: Waiting[] = [];
  #isWriting = false;
  /** Those who wait for nothing to be left that can be written. */
  #resting: (() => void)[] = [];
  #failure: string | undefined;
  #count = 0;
  #latest = 0;

  constructor(ports: LogPorts) {
    this.#ports = ports;
  }

  /** Why nothing can be written now; `undefined` where it can. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** What is in memory alone. */
  get unsaved(): readonly AnyRecord[] {
    return this.#waiting.flatMap(({ bytes }) => decodeLines(bytes).records);
  }

  /** Lets what is written from now on be later than what was read. @param at ms since 1970 */
  see(at: number): void {
    this.#latest = Math.max(this.#latest, at);
  }

  /**
   * Resolves when it is written, and as well when it can't be.
   *
   * @param at ms since 1970, of what happened in the past
   */
  async write(changes: readonly Change[], durable: boolean, at?: number): Promise<void> {
    if (changes.length > 0) {
      await new Promise<void>((settle) => {
        const isTold = changes.some(({ type }) => type !== 'text' && type !== 'pulse');
        this.#waiting.push({ bytes: this.#encode(changes, at), durable, isTold, settle });
        if (this.#failure === undefined) {
          void this.#writeAll();
        } else {
          settle();
        }
      });
    }
  }

  /** Resolves when all that was asked for is written, or can't be. */
  async flush(): Promise<void> {
    if (this.#waiting.length > 0 && this.#failure === undefined) {
      await this.#rest();
    }
  }

  /** Tries again what could not be written, until that is known not to be possible still. Never rejects. */
  async retry(): Promise<void> {
    if (this.#failure !== undefined && !this.#isWriting) {
      void this.#writeAll();
      await this.#rest();
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => this.#resting.push(resolve));
  }

  #encode(changes: readonly Change[], past = Number.POSITIVE_INFINITY): Uint8Array {
    return joinBytes(
      changes.map((change) => {
        this.#count++;
        this.#latest = Math.max(Math.min(this.#ports.now(), Math.floor(past)), this.#latest + 1);
        return encodeRecord({
          v: FORMAT,
          w: this.#ports.writer,
          n: this.#count,
          at: this.#latest,
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
    const callOff = this.#ports.after(LONGEST_WAIT, () => this.#fail('ETIMEDOUT: no answer from the disk'));
    // What is asked for in one go is written in one.
    await undefined;
    try {
      while (this.#waiting.length > 0) {
        await this.#writeBatch(this.#nextBatch());
      }
      this.#setFailure(undefined);
    } catch (error) {
      this.#fail(reasonOf(error));
    } finally {
      callOff();
      this.#isWriting = false;
    }
    if (this.#waiting.length > 0 && this.#failure === undefined) {
      // A listener wrote it when it was told that all is well.
      await this.#writeAll();
    } else {
      this.#letRest();
    }
  }

  #nextBatch(): readonly Waiting[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ bytes }, index) => {
      size += bytes.length;
      return index > 0 && size > LARGEST_BATCH;
    });
    return this.#waiting.slice(0, end === -1 ? undefined : end);
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const isDurable = batch.some(({ durable }) => durable);
    await this.#ports.append(joinBytes(batch.map(({ bytes }) => bytes)), isDurable);
    this.#waiting = this.#waiting.slice(batch.length);
    for (const { settle } of batch) {
      settle();
    }
    if (batch.some(({ isTold }) => isTold)) {
      this.#ports.onWritten();
    }
  }

  #fail(reason: string): void {
    this.#setFailure(reason);
    for (const { settle } of this.#waiting) {
      settle();
    }
    this.#letRest();
  }

  #letRest(): void {
    for (const resolve of this.#resting.splice(0)) {
      resolve();
    }
  }

  #setFailure(reason: string | undefined): void {
    if (reason !== this.#failure) {
      this.#failure = reason;
      this.#ports.onHealthChanged();
    }
  }
}
