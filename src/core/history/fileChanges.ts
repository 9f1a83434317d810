import type { HistoryClock } from './historyClock.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

/** ms: what changes within it is told at once. */
const TOGETHER = 50;

/** Tells of the conversations that other windows write. */
export class FileChanges {
  readonly #files: HistoryFiles;
  readonly #writer: string;
  readonly #clock: HistoryClock;
  readonly #tell: (ids: readonly string[]) => void;
  readonly #endWatch: () => void;
  /** The sizes of all files but those of this writer, by name; `undefined` before they were looked at. */
  #known: ReadonlyMap<string, HistoryFile> | undefined;
  readonly #changed = new Set<string>();
  #mustLook = false;
  #callOff: (() => void) | undefined;

  constructor(
    files: HistoryFiles,
    { writer, clock }: { writer: string; clock: HistoryClock },
    tell: (ids: readonly string[]) => void,
  ) {
    this.#files = files;
    this.#writer = writer;
    this.#clock = clock;
    this.#tell = tell;
    this.#endWatch = files.watch((file) => this.#seen(file));
  }

  /** All files there are, after having told what changed since they were looked at last. */
  async list(): Promise<readonly HistoryFile[]> {
    const listed = await this.#files.list();
    const before = this.#known;
    const now = new Map(
      listed.filter(({ writer }) => writer !== this.#writer).map((file) => [file.name, file]),
    );
    this.#known = now;
    if (before !== undefined) {
      const changed = [...now.values()].filter(({ name, size }) => before.get(name)?.size !== size);
      const gone = [...before.values()].filter(({ name }) => !now.has(name));
      this.#changedNow([...changed, ...gone].map(({ conversation }) => conversation));
    }
    return listed;
  }

  dispose(): void {
    this.#endWatch();
    this.#callOff?.();
  }

  #seen(file: Pick<HistoryFile, 'conversation' | 'writer'> | undefined): void {
    if (file?.writer === this.#writer) {
      return;
    }
    if (file === undefined) {
      this.#mustLook = true;
    } else {
      this.#changed.add(file.conversation);
    }
    this.#callOff ??= this.#clock.after(TOGETHER, () => void this.#tellSeen());
  }

  async #tellSeen(): Promise<void> {
    if (this.#mustLook) {
      this.#mustLook = false;
      // Where the folder can't be read now, the next look finds it.
      await this.list().catch(() => undefined);
    }
    this.#callOff = undefined;
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#changedNow(changed);
  }

  #changedNow(ids: readonly string[]): void {
    if (ids.length > 0) {
      this.#tell([...new Set(ids)]);
    }
  }
}
