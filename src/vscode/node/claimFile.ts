import { errorCode } from '../fileErrors.ts';
import { closeQuietly, type Disk, FILE_MODE, makeFolder, readFrom, removeFile, writeAt } from './disk.ts';

/** Paths that this process has claimed. */
const claimed = new Set<string>();

/**
 * Reserves a name among all processes that use a folder, with a file that contains the id of the process. One that a
 * process left behind when it ended doesn't count.
 *
 * @returns a function that releases the name; `undefined` if another window has it. Never rejects: where no file can be
 * created, nothing can be written that had to be reserved.
 */
export async function claimFile(
  disk: Disk,
  folder: string,
  name: string,
): Promise<(() => Promise<void>) | undefined> {
  const path = `${folder}/${name}`;
  if (claimed.has(path)) {
    return undefined;
  }
  claimed.add(path);
  try {
    await makeFolder(disk, folder);
    if (await isInUse(disk, path)) {
      claimed.delete(path);
      return undefined;
    }
    await removeFile(disk, path);
    await createFile(disk, path, new TextEncoder().encode(String(process.pid)));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      claimed.delete(path);
      return undefined;
    }
  }
  return async () => {
    await removeFile(disk, path).catch(() => undefined);
    claimed.delete(path);
  };
}

async function isInUse(disk: Disk, path: string): Promise<boolean> {
  const content = await readFrom(disk, path, 0).catch(() => new Uint8Array());
  const pid = Number(new TextDecoder().decode(content));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Rejects with `EEXIST` if there is one. */
async function createFile(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL } = disk.constants;
  const handle = await disk.open(path, O_WRONLY | O_CREAT | O_EXCL, FILE_MODE);
  try {
    await writeAt(handle, bytes, 0);
  } finally {
    await closeQuietly(handle);
  }
}
