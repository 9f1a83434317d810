import type { HistoryClock } from './historyClock.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

/** Changes within this time are reported together. */
const CHANGE_BATCH_MS = 50;

/** Reports conversations that other windows have changed. */
export class HistoryWatcher {
  readonly #files: HistoryFiles;
  readonly #writer: string;
  readonly #clock: HistoryClock;
  readonly #isInUse: (id: string) => boolean;
  readonly #onChanged: (ids: readonly string[]) => void;
  readonly #stopWatching: () => void;
  /** The last known files of all other writers, by name. */
  readonly #knownFiles = new Map<string, HistoryFile>();
  /** Whether all files have been listed once. */
  #hasListed = false;
  /** Conversations with a file that may have changed. */
  readonly #touchedIds = new Set<string>();
  #cancelTimer: (() => void) | undefined;

  /** @param isInUse whether this window has read or written a conversation */
  constructor(
    files: HistoryFiles,
    { writer, clock, isInUse }: { writer: string; clock: HistoryClock; isInUse: (id: string) => boolean },
    onChanged: (ids: readonly string[]) => void,
  ) {
    this.#files = files;
    this.#writer = writer;
    this.#clock = clock;
    this.#isInUse = isInUse;
    this.#onChanged = onChanged;
    this.#stopWatching = files.watch((file) => this.#onFileEvent(file));
  }

  /** Lists all files, after reporting what has changed since the last listing. */
  async list(): Promise<readonly HistoryFile[]> {
    const listed = await this.#files.list();
    const isFirst = !this.#hasListed;
    this.#hasListed = true;
    const changed = this.#compare(listed, () => true);
    // At first, all files are new. Those of a conversation in use may have been changed since it was read.
    this.#report(isFirst ? changed.filter(this.#isInUse) : changed);
    return listed;
  }

  dispose(): void {
    this.#stopWatching();
    this.#cancelTimer?.();
  }

  #onFileEvent({ conversation, writer }: Pick<HistoryFile, 'conversation' | 'writer'>): void {
    if (writer !== this.#writer) {
      this.#touchedIds.add(conversation);
      this.#cancelTimer ??= this.#clock.schedule(CHANGE_BATCH_MS, () => void this.#reportTouched());
    }
  }

  async #reportTouched(): Promise<void> {
    this.#cancelTimer = undefined;
    const ids = new Set(this.#touchedIds);
    this.#touchedIds.clear();
    try {
      const listed = await this.#files.list(ids);
      this.#report(this.#compare(listed, ({ conversation }) => ids.has(conversation)));
    } catch {
      this.#report([...ids]);
    }
  }

  /** Updates the known files. @returns the ids of conversations that changed */
  #compare(listed: readonly HistoryFile[], isListed: (file: HistoryFile) => boolean): string[] {
    const now = new Map(
      listed.filter(({ writer }) => writer !== this.#writer).map((file) => [file.name, file]),
    );
    const removed = [...this.#knownFiles.values()].filter((file) => isListed(file) && !now.has(file.name));
    const changed = [...now.values()].filter(({ name, size }) => this.#knownFiles.get(name)?.size !== size);
    for (const { name } of removed) {
      this.#knownFiles.delete(name);
    }
    for (const file of changed) {
      this.#knownFiles.set(file.name, file);
    }
    return [...changed, ...removed].map(({ conversation }) => conversation);
  }

  #report(ids: readonly string[]): void {
    if (ids.length > 0) {
      this.#onChanged([...new Set(ids)]);
    }
  }
}
