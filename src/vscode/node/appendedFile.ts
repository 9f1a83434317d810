import { SerialQueue } from '../../base/serialQueue.ts';
import { VanishedError } from '../../core/history/files/historyFiles.ts';
import { catchErrorCode, errorCode } from '../fileErrors.ts';
import {
  closeQuietly,
  type Disk,
  type FileHandle,
  makeFolder,
  openFile,
  syncFolder,
  withAnswers,
  writeAt,
} from './disk.ts';

/**
 * The file of one conversation and one writer; no other writer writes to it. Writes at known offsets rather than at the
 * end of the file, so that the remains of a failed write are overwritten and nothing is duplicated. Bytes that were
 * written but not synced stay in memory, since the system may drop them when a sync fails.
 */
export class AppendedFile {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #path: string;
  readonly #queue = new SerialQueue();
  #onAnswer: () => void = () => undefined;
  #handle: FileHandle | undefined;
  /** Number of bytes at the start that are synced to disk; `undefined` before the file is first opened. */
  #synced: number | undefined;
  /** Bytes written after `#synced`. */
  #unsynced: readonly Uint8Array[] = [];
  /** Whether the content of the file after `#synced` is unknown, possibly longer than expected. */
  #isInDoubt = false;
  /** Whether the folder entry is synced, too. */
  #isNameSynced = false;

  constructor(disk: Disk, folder: string, name: string) {
    this.#disk = withAnswers(disk, () => this.#onAnswer());
    this.#folder = folder;
    this.#path = `${folder}/${name}`;
  }

  /** Like `HistoryFiles.append`. If it rejects, none of the bytes count as appended. */
  append(bytes: Uint8Array, durable: boolean, onAnswer: () => void = () => undefined): Promise<void> {
    return this.#queue.add(async () => {
      this.#onAnswer = onAnswer;
      try {
        await this.#append(bytes, durable);
      } catch (error) {
        this.#isInDoubt = true;
        await this.#closeHandle();
        throw error;
      } finally {
        this.#onAnswer = () => undefined;
      }
    });
  }

  /** Closes the file handle; the next append opens it again. */
  close(onAnswer: () => void = () => undefined): Promise<void> {
    return this.#queue.add(async () => {
      this.#onAnswer = onAnswer;
      try {
        await this.#sync();
      } catch {
        this.#isInDoubt = true;
      }
      await this.#closeHandle();
      this.#onAnswer = () => undefined;
    });
  }

  async #append(bytes: Uint8Array, durable: boolean): Promise<void> {
    const { handle, synced } = await this.#open();
    let end = synced;
    for (const written of this.#unsynced) {
      if (this.#isInDoubt) {
        await writeAt(handle, written, end);
      }
      end += written.length;
    }
    try {
      await writeAt(handle, bytes, end);
    } catch (error) {
      // Removes the incomplete line, if possible.
      await handle.truncate(end).catch(() => undefined);
      throw error;
    }
    if (this.#isInDoubt) {
      await handle.truncate(end + bytes.length);
    }
    const before = this.#unsynced;
    this.#unsynced = [...before, bytes];
    if (durable) {
      try {
        await this.#sync();
      } catch (error) {
        this.#unsynced = before;
        throw error;
      }
    }
    this.#isInDoubt = false;
  }

  async #sync(): Promise<void> {
    if (this.#handle === undefined || this.#synced === undefined) {
      return;
    }
    await this.#handle.datasync();
    if (!this.#isNameSynced) {
      await syncFolder(this.#disk, this.#folder);
      this.#isNameSynced = true;
    }
    this.#synced += totalLength(this.#unsynced);
    this.#unsynced = [];
  }

  async #open(): Promise<{ handle: FileHandle; synced: number }> {
    await this.#throwIfVanished();
    let handle = this.#handle;
    let stats = await handle?.stat();
    if (handle === undefined || stats === undefined || stats.nlink === 0) {
      // If another program replaced the file, unsynced and new bytes go into the new one.
      await this.#closeHandle();
      handle = await this.#openOrCreate();
      this.#handle = handle;
      stats = await handle.stat();
      this.#isInDoubt ||= this.#unsynced.length > 0;
    }
    const synced = this.#writeOffset(stats.size);
    if (synced !== this.#synced) {
      this.#isNameSynced = false;
    }
    this.#synced = synced;
    return { handle, synced };
  }

  /** Called before anything is created or written. */
  async #throwIfVanished(): Promise<void> {
    const written = (this.#synced ?? 0) + totalLength(this.#unsynced);
    if (written > 0) {
      const stats = await catchErrorCode('ENOENT', this.#disk.lstat(this.#path), undefined);
      if (stats === undefined || stats.size < (this.#synced ?? 0)) {
        throw new VanishedError(this.#path);
      }
      // A part that is not synced is still in memory.
      this.#isInDoubt ||= stats.size < written;
    }
  }

  /**
   * Returns the offset at which to write the unsynced bytes.
   *
   * @param size current size of the file
   */
  #writeOffset(size: number): number {
    const synced = this.#synced ?? size;
    if (!this.#isInDoubt && size > synced + totalLength(this.#unsynced)) {
      // Another program made the file longer, for example by changing line endings. Its content is not overwritten:
      // unsynced bytes may be in it twice, and readers ignore duplicates.
      this.#isInDoubt = this.#unsynced.length > 0;
      return size;
    }
    return Math.min(synced, size);
  }

  async #openOrCreate(): Promise<FileHandle> {
    try {
      return await openFile(this.#disk, this.#path, true);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        throw error;
      }
      await makeFolder(this.#disk, this.#folder);
      return await openFile(this.#disk, this.#path, true);
    }
  }

  async #closeHandle(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle !== undefined) {
      await closeQuietly(handle);
    }
  }
}

function totalLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
