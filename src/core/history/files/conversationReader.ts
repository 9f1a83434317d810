import { SerialQueue } from '../../../base/serialQueue.ts';
import { foldConversation } from '../records/foldConversation.ts';
import { type FileRecords, mergeRecords } from '../records/mergeRecords.ts';
import type { AnyRecord } from '../records/record.ts';
import { decodeLines } from '../records/recordLine.ts';
import type { StoredConversation } from '../records/storedConversation.ts';
import type { HistoryFile, HistoryFiles } from './historyFiles.ts';

/**
 * Maximum number of attempts to read the files. Another attempt is made if a file was deleted after it was listed, as a
 * segment is when its next version has been written.
 */
const MAX_ATTEMPTS = 5;

interface ReadOptions {
  listed?: readonly HistoryFile[];
  unsaved?: () => readonly AnyRecord[];
}

interface DecodedFile extends FileRecords {
  /** Bytes up to the end of the last record, which are not read again. */
  consumedBytes: number;
  /** In bytes, when the file was read. */
  size: number;
  changedAt: number;
}

/** Reads a conversation, and on later calls only the bytes added to its files. */
export class ConversationReader {
  readonly #files: HistoryFiles;
  readonly #id: string;
  #decodedFiles: ReadonlyMap<string, DecodedFile> = new Map();
  #latestTime = 0;
  readonly #queue = new SerialQueue();

  constructor(files: HistoryFiles, id: string) {
    this.#files = files;
    this.#id = id;
  }

  /** Time of the latest record when the conversation was last opened, in ms since 1970. */
  get latestTime(): number {
    return this.#latestTime;
  }

  /**
   * Returns the current conversation, or `undefined` if it has no files and no records. Rejects if a file can't be
   * read.
   *
   * @param listed its files, if they were just listed
   * @param unsaved records that may not be on disk yet
   */
  open({ listed, unsaved = () => [] }: ReadOptions = {}): Promise<StoredConversation | undefined> {
    return this.#queue.add(async () => {
      // Taken before the files are read, so that a record written meanwhile is seen twice rather than missed.
      const records = unsaved();
      await this.#update(listed ?? (await this.#list()));
      return this.#fold(records);
    });
  }

  #fold(unsaved: readonly AnyRecord[]): StoredConversation | undefined {
    const writer = unsaved[0]?.w;
    const parts = [...this.#decodedFiles.values()].map((file): FileRecords => {
      // The records that a failed write left incomplete are in `unsaved`.
      return { ...file, isTorn: file.isTorn && file.writer !== writer };
    });
    if (unsaved.length > 0) {
      parts.push({ writer: '', records: unsaved, badLines: 0, isTorn: false });
    }
    const merged = mergeRecords(parts);
    const changedAt = Math.max(0, ...[...this.#decodedFiles.values()].map((file) => file.changedAt));
    this.#latestTime = merged.records.at(-1)?.at ?? 0;
    return parts.length === 0 ? undefined : foldConversation(this.#id, merged, changedAt);
  }

  #list(): Promise<readonly HistoryFile[]> {
    return this.#files.list(new Set([this.#id]));
  }

  async #update(listed: readonly HistoryFile[], attempt = 1): Promise<void> {
    try {
      const read = await Promise.all(
        listed.map(async (file) => [file.name, await this.#readFile(file)] as const),
      );
      this.#decodedFiles = new Map(read);
    } catch (error) {
      const current = await this.#list();
      const names = new Set(current.map(({ name }) => name));
      if (attempt >= MAX_ATTEMPTS || listed.every(({ name }) => names.has(name))) {
        throw error;
      }
      await this.#update(current, attempt + 1);
    }
  }

  async #readFile({ name, writer, size, changedAt }: HistoryFile): Promise<DecodedFile> {
    const before = this.#decodedFiles.get(name);
    if (before?.size === size && before.changedAt === changedAt) {
      return before;
    }
    const known = before !== undefined && size >= before.size ? before : undefined;
    const from = known?.consumedBytes ?? 0;
    const bytes = await this.#files.read(name, from);
    const { records, badLines, isTorn, consumedBytes } = decodeLines(bytes);
    // Zeros after records are harmless: a gap shows if they replaced any. Alone, nothing else shows what was lost.
    const hasOnlyZeros = from + consumedBytes === 0 && badLines === 0 && bytes.includes(0);
    return {
      writer,
      records: known === undefined ? records : [...known.records, ...records],
      badLines: (known?.badLines ?? 0) + badLines,
      isTorn: isTorn || hasOnlyZeros,
      consumedBytes: from + consumedBytes,
      size: from + bytes.length,
      changedAt,
    };
  }
}
