import { catchErrorCode, errorCode } from '../fileErrors.ts';
import { closeQuietly, type Disk, FILE_MODE, makeFolder, readFrom, removeFile, writeAt } from './disk.ts';

/**
 * How often a process that has claimed a name writes its file again, and how old the file is at most while it runs, in ms.
 * After a power failure, another process may have its id.
 */
const TOUCH_INTERVAL_MS = 60_000;
const MAX_AGE_MS = 3 * TOUCH_INTERVAL_MS;

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
    await writeOwnId(disk, path, disk.constants.O_CREAT | disk.constants.O_EXCL);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      claimed.delete(path);
      return undefined;
    }
  }
  const touch = (): Promise<void> => writeOwnId(disk, path, 0).catch(() => undefined);
  const timer = setInterval(() => void touch(), TOUCH_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await removeFile(disk, path).catch(() => undefined);
    claimed.delete(path);
  };
}

/**
 * Whether a name in the folder may be claimed by another process: one on another machine, whose id means nothing here, or
 * one that has not written its file again since the machine slept.
 */
export async function isAnyClaimed(disk: Disk, folder: string): Promise<boolean> {
  const entries = await catchErrorCode('ENOENT', disk.readdir(folder, { withFileTypes: true }), []);
  const paths = entries.map(({ name }) => `${folder}/${name}`).filter((path) => !claimed.has(path));
  const mayBeInUse = paths.map(
    async (path) =>
      (await catchErrorCode('ENOENT', isRecent(disk, path), false)) ||
      isAnotherRunning(await processIn(disk, path)),
  );
  return (await Promise.all(mayBeInUse)).includes(true);
}

async function isInUse(disk: Disk, path: string): Promise<boolean> {
  return isAnotherRunning(await processIn(disk, path)) && (await isRecent(disk, path));
}

/** The process id in a file; `undefined` if there is none. */
async function processIn(disk: Disk, path: string): Promise<number | undefined> {
  const content = await readFrom(disk, path, 0).catch(() => new Uint8Array());
  const pid = Number(new TextDecoder().decode(content));
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Whether the file was written as long ago as that of a running process at most. */
async function isRecent(disk: Disk, path: string): Promise<boolean> {
  const { mtimeMs } = await disk.lstat(path);
  // The clock may have been set back since.
  return Math.abs(Date.now() - mtimeMs) < MAX_AGE_MS;
}

function isAnotherRunning(pid: number | undefined): boolean {
  if (pid === undefined || pid === process.pid) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** @param flags with `O_EXCL`, rejects with `EEXIST` if there is such a file */
async function writeOwnId(disk: Disk, path: string, flags: number): Promise<void> {
  const { O_WRONLY, O_NOFOLLOW } = disk.constants;
  // `O_NOFOLLOW` is undefined on Windows.
  const handle = await disk.open(path, O_WRONLY | (O_NOFOLLOW ?? 0) | flags, FILE_MODE);
  try {
    await writeAt(handle, new TextEncoder().encode(String(process.pid)), 0);
  } finally {
    await closeQuietly(handle);
  }
}
