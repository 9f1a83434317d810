import type { HistoryClock } from './historyClock.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

/** ms: what changes within it is told at once. */
const CHANGE_BATCH_MS = 50;

/** Tells of the conversations that other windows write. */
export class HistoryWatcher {
  readonly #files: HistoryFiles;
  readonly #writer: string;
  readonly #clock: HistoryClock;
  readonly #onChanged: (ids: readonly string[]) => void;
  readonly #stopWatching: () => void;
  /** The files of all other writers as they were last, by name. */
  readonly #knownFiles = new Map<string, HistoryFile>();
  /** Whether all of them were looked at. */
  #hasListed = false;
  /** Conversations of which a file was seen to change. */
  readonly #touchedIds = new Set<string>();
  #mustList = false;
  #cancelTimer: (() => void) | undefined;

  constructor(
    files: HistoryFiles,
    { writer, clock }: { writer: string; clock: HistoryClock },
    tell: (ids: readonly string[]) => void,
  ) {
    this.#files = files;
    this.#writer = writer;
    this.#clock = clock;
    this.#onChanged = tell;
    this.#stopWatching = files.watch((file) => this.#onFileEvent(file));
  }

  /** All files there are, after having told what changed since they were looked at last. */
  async list(): Promise<readonly HistoryFile[]> {
    const listed = await this.#files.list();
    const isFirst = !this.#hasListed;
    this.#hasListed = true;
    const changed = this.#compare(listed, () => true);
    if (!isFirst) {
      this.#report(changed);
    }
    return listed;
  }

  dispose(): void {
    this.#stopWatching();
    this.#cancelTimer?.();
  }

  #onFileEvent(file: Pick<HistoryFile, 'conversation' | 'writer'> | undefined): void {
    if (file?.writer === this.#writer) {
      return;
    }
    if (file === undefined) {
      this.#mustList = true;
    } else {
      this.#touchedIds.add(file.conversation);
    }
    this.#cancelTimer ??= this.#clock.schedule(CHANGE_BATCH_MS, () => void this.#reportTouched());
  }

  async #reportTouched(): Promise<void> {
    if (this.#mustList) {
      this.#mustList = false;
      // Where the folder can't be read now, the next look finds it.
      await this.list().catch(() => undefined);
    }
    this.#cancelTimer = undefined;
    const seen = [...this.#touchedIds];
    this.#touchedIds.clear();
    const changed = await Promise.all(seen.map((id) => this.#hasChanged(id)));
    this.#report(seen.filter((_, index) => changed[index]));
  }

  async #hasChanged(id: string): Promise<boolean> {
    try {
      const isOfIt = ({ conversation }: HistoryFile): boolean => conversation === id;
      return this.#compare((await this.#files.list(id)).filter(isOfIt), isOfIt).length > 0;
    } catch {
      return true;
    }
  }

  /** Takes the files as they are now. @returns the conversations that are not as they were */
  #compare(listed: readonly HistoryFile[], isListed: (file: HistoryFile) => boolean): string[] {
    const now = new Map(
      listed.filter(({ writer }) => writer !== this.#writer).map((file) => [file.name, file]),
    );
    const gone = [...this.#knownFiles.values()].filter((file) => isListed(file) && !now.has(file.name));
    const changed = [...now.values()].filter(({ name, size }) => this.#knownFiles.get(name)?.size !== size);
    for (const { name } of gone) {
      this.#knownFiles.delete(name);
    }
    for (const file of changed) {
      this.#knownFiles.set(file.name, file);
    }
    return [...changed, ...gone].map(({ conversation }) => conversation);
  }

  #report(ids: readonly string[]): void {
    if (ids.length > 0) {
      this.#onChanged([...new Set(ids)]);
    }
  }
}
