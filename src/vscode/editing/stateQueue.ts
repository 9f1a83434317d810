import { SerialQueue } from '../../base/serialQueue.ts';
import { Backoff, type HistoryClock, SYSTEM_CLOCK } from '../../core/history/files/historyClock.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import { withTimeout } from '../withTimeout.ts';

/** Time after which state counts as unreadable, in ms. The history may have to be opened first. */
const READ_TIMEOUT_MS = 10_000;

export type StateFiles = Pick<HistoryFiles, 'listState' | 'readState' | 'writeState'>;

/**
 * Reads and writes state of the history, one after the other. What can't be written is tried again; of each state, only the
 * newest is.
 */
export class StateQueue<Read> {
  readonly #files: () => Promise<StateFiles>;
  readonly #backoff: Backoff;
  readonly #queue = new SerialQueue();
  readonly #unwritten = new Map<string, (files: StateFiles) => Promise<void>>();
  readonly #reading = new Map<string, Promise<Read>>();
  #isDisposed = false;

  /** @param files of the history */
  constructor(files: () => Promise<StateFiles>, clock: HistoryClock = SYSTEM_CLOCK) {
    this.#files = files;
    this.#backoff = new Backoff(clock);
  }

  /** Settles as the job does. */
  async run<T>(job: (files: StateFiles) => Promise<T>): Promise<T> {
    return this.#queue.add(async () => job(await this.#files()));
  }

  /** Never rejects. */
  read(id: string, read: (files: StateFiles) => Promise<Read>): Promise<Read | 'unreadable'> {
    // A disk that doesn't respond gets no more calls.
    const reading = this.#reading.get(id) ?? this.run(read).finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    return withTimeout<Read | 'unreadable'>(READ_TIMEOUT_MS, reading, 'unreadable');
  }

  /** Never rejects. */
  write(id: string, write: (files: StateFiles) => Promise<void>): void {
    this.#unwritten.set(id, write);
    void this.#flush();
  }

  /** Tries nothing again any more. */
  dispose(): void {
    this.#isDisposed = true;
    this.#backoff.reset();
  }

  async #flush(): Promise<void> {
    await this.#queue.add(() => this.#writeAll()).catch(() => undefined);
    if (this.#unwritten.size === 0) {
      this.#backoff.reset();
    } else if (!this.#isDisposed) {
      this.#backoff.schedule(() => void this.#flush());
    }
  }

  async #writeAll(): Promise<void> {
    if (this.#unwritten.size === 0) {
      return;
    }
    const files = await this.#files();
    for (const [id, write] of [...this.#unwritten]) {
      const isWritten = await write(files).then(
        () => true,
        () => false,
      );
      if (isWritten && this.#unwritten.get(id) === write) {
        this.#unwritten.delete(id);
      }
    }
  }
}

/**
 * Reads a state. Rejects if it can't be read, now or as a whole.
 * @param parse returns `undefined` if the state is damaged
 * @returns `undefined` if there is none
 */
export async function readParsed<T>(
  files: StateFiles,
  name: string,
  parse: (bytes: Uint8Array) => T | undefined,
): Promise<T | 'damaged' | undefined> {
  const bytes = await files.readState(name);
  const parsed = bytes && parse(bytes);
  if (bytes === undefined || parsed !== undefined) {
    return parsed;
  }
  // A network file system may have given a part of it.
  const again = await files.readState(name);
  if (again?.join() !== bytes.join()) {
    throw new Error('The state was read in part.');
  }
  return 'damaged';
}
