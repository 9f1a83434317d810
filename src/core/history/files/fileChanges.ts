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
  /** The files of all other writers as they were last, by name. */
  readonly #known = new Map<string, HistoryFile>();
  /** Whether all of them were looked at. */
  #isKnown = false;
  /** Conversations of which a file was seen to change. */
  readonly #seenIds = new Set<string>();
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
    const isFirst = !this.#isKnown;
    this.#isKnown = true;
    const changed = this.#compare(listed, () => true);
    if (!isFirst) {
      this.#tellOf(changed);
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
      this.#seenIds.add(file.conversation);
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
    const seen = [...this.#seenIds];
    this.#seenIds.clear();
    const changed = await Promise.all(seen.map((id) => this.#hasChanged(id)));
    this.#tellOf(seen.filter((_, index) => changed[index]));
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
    const gone = [...this.#known.values()].filter((file) => isListed(file) && !now.has(file.name));
    const changed = [...now.values()].filter(({ name, size }) => this.#known.get(name)?.size !== size);
    for (const { name } of gone) {
      this.#known.delete(name);
    }
    for (const file of changed) {
      this.#known.set(file.name, file);
    }
    return [...changed, ...gone].map(({ conversation }) => conversation);
  }

  #tellOf(ids: readonly string[]): void {
    if (ids.length > 0) {
      this.#tell([...new Set(ids)]);
    }
  }
}
