import { mapConcurrently } from '../../base/mapConcurrently.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import { catchErrorCode } from '../fileErrors.ts';
import { isValidName, validateName } from '../history/files/historyNames.ts';
import {
  closeQuietly,
  type Disk,
  makeFolder,
  openFile,
  readFrom,
  removeFile,
  replaceFile,
  syncFolder,
  writeAt,
} from './disk.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Small files that are replaced as a whole: a reader gets the old content or the new one. */
interface AtomicFiles {
  list(): Promise<readonly string[]>;
  read(name: string): Promise<Uint8Array | undefined>;
  /** Deletes the file if `bytes` is empty. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * @param folder need not exist yet
 * @param writer part of the names of temporary files; unique among all writers of the folder
 */
export function createAtomicFiles(disk: Disk, folder: string, writer: string): AtomicFiles {
  const queue = new SerialQueue();
  let count = 0;
  let prepared: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await makeFolder(disk, folder);
    await assertRealFolder(disk, folder);
    // If it fails, the next run tries again.
    await removeStaleTempFiles(disk, folder).catch(() => undefined);
  }

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    prepared ??= prepare();
    try {
      await prepared;
    } catch (error) {
      prepared = undefined;
      throw error;
    }
    count += 1;
    const tempPath = `${folder}/${name}.${writer}.${count}.tmp`;
    try {
      await writeAndSync(disk, tempPath, bytes);
      await replaceFile(disk, tempPath, `${folder}/${name}`);
    } catch (error) {
      await removeFile(disk, tempPath).catch(() => undefined);
      // The folder may have been deleted.
      prepared = undefined;
      throw error;
    }
    await syncFolder(disk, folder);
  }

  return {
    async list() {
      const names = await catchErrorCode('ENOENT', disk.readdir(folder), []);
      return names.filter(isValidName);
    },

    async read(name) {
      const path = `${folder}/${validateName(name)}`;
      if (!(await catchErrorCode('ENOENT', assertRealFolder(disk, folder), false))) {
        return undefined;
      }
      return await catchErrorCode('ENOENT', readFrom(disk, path, 0), undefined);
    },

    async write(name, bytes) {
      const path = `${folder}/${validateName(name)}`;
      await queue.add(() => (bytes.length === 0 ? removeFile(disk, path) : write(name, bytes)));
    },
  };
}

async function writeAndSync(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const handle = await openFile(disk, path, true);
  try {
    await writeAt(handle, bytes, 0);
    await handle.sync();
  } finally {
    await closeQuietly(handle);
  }
}

/** Throws if it is not a folder, such as a link to one elsewhere. */
async function assertRealFolder(disk: Disk, folder: string): Promise<true> {
  if (!(await disk.lstat(folder)).isDirectory()) {
    throw new Error(`Not a folder: ${folder}`);
  }
  return true;
}

/**
 * Deletes temporary files of runs that were killed. Those of running windows are not as old. If the clock of a share says so
 * all the same, a write fails before anything is replaced, and is tried again.
 */
async function removeStaleTempFiles(disk: Disk, folder: string): Promise<void> {
  const names = (await disk.readdir(folder)).filter((name) => name.endsWith('.tmp'));
  await mapConcurrently(names, 8, async (name) => {
    const stats = await disk.lstat(`${folder}/${name}`);
    if (stats.isFile() && stats.mtimeMs < Date.now() - DAY_MS) {
      await removeFile(disk, `${folder}/${name}`);
    }
  });
}
