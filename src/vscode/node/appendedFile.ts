import { SerialQueue } from '../../base/serialQueue.ts';
import { errorCode } from '../fileErrors.ts';
import {
  closeQuietly,
  type Disk,
  type FileHandle,
  makeFolder,
  openFile,
  syncFolder,
  writeAt,
} from './disk.ts';

/**
 * The file of one conversation and one writer, who is alone in writing it. It is written at known places rather than
 * at its end: so what a failed call left behind is overwritten by the next, and nothing stands in it twice. What was
 * written but not yet synced is kept in memory, since a system that fails to sync may have thrown it away.
 */
export class AppendedFile {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #path: string;
  readonly #queue = new SerialQueue();
  #handle: FileHandle | undefined;
  /** How far it has safely reached the disk; `undefined` before it was opened first. */
  #synced: number | undefined;
  /** What was written behind that. */
  #unsynced: readonly Uint8Array[] = [];
  /** What stands behind `#synced` on the disk is not known, and perhaps more than should. */
  #isInDoubt = false;
  /** Its name has reached the disk too. */
  #isNameSynced = false;

  constructor(disk: Disk, folder: string, name: string) {
    this.#disk = disk;
    this.#folder = folder;
    this.#path = `${folder}/${name}`;
  }

  get isOpen(): boolean {
    return this.#handle !== undefined;
  }

  /** Adds bytes; where it rejects, none of them count as added. */
  append(bytes: Uint8Array, durable: boolean): Promise<void> {
    return this.#queue.add(async () => {
      try {
        await this.#append(bytes, durable);
      } catch (error) {
        this.#isInDoubt = true;
        await this.#closeHandle();
        throw error;
      }
    });
  }

  /** Gives its handle back to the system; the next bytes open it again. */
  close(): Promise<void> {
    return this.#queue.add(async () => {
      try {
        await this.#sync();
      } catch {
        this.#isInDoubt = true;
      }
      await this.#closeHandle();
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
      // No torn line is left to be read, if that can be helped.
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
    let handle = this.#handle;
    let found = await handle?.stat();
    if (handle === undefined || found === undefined || found.nlink === 0) {
      // Where somebody removed it, what follows, and what may not have reached the disk, goes into a new one.
      await this.#closeHandle();
      handle = await this.#openOrCreate();
      this.#handle = handle;
      found = await handle.stat();
      this.#isInDoubt ||= this.#unsynced.length > 0;
    }
    const synced = this.#writeOffset(found.size);
    if (synced !== this.#synced) {
      this.#isNameSynced = false;
    }
    this.#synced = synced;
    return { handle, synced };
  }

  /** Where the bytes go that are not synced. @param size of the file */
  #writeOffset(size: number): number {
    const synced = this.#synced ?? size;
    if (!this.#isInDoubt && size > synced + totalLength(this.#unsynced)) {
      // Another program made it longer, with other line ends perhaps. Nothing it holds is overwritten: what it may hold
      // already stands in it twice, which readers take once.
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
