import { catchErrorCode, errorCode } from '../fileErrors.ts';
import { closeQuietly, type Disk, FILE_MODE, makeFolder, readFrom, removeFile, writeAt } from './disk.ts';

/**
 * How often a process that has claimed a name writes its file again, and how old the file is at most while it runs, in ms.
 * After a power failure, another process may have its id.
 */
const TOUCH_INTERVAL_MS = 60_000;
const MAX_AGE_MS = 3 * TOUCH_INTERVAL_MS;

/** End of the names of files that tell the time of the file system. */
const PROBE = '.probe';

/** Paths that this process has claimed. */
const claimed = new Set<string>();

/**
 * Reserves a name among all processes that use a folder, with a file that contains the id of the process and the time by
 * the clock that timers run by: all processes of a machine have the same, and nobody sets it. One that a process left behind
 * when it ended doesn't count.
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
  const paths = entries
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => !claimed.has(path) && !path.endsWith(PROBE));
  const claims = await Promise.all(paths.map((path) => readClaim(disk, path)));
  if (claims.some((claim) => isAnotherRunning(claim?.pid))) {
    return true;
  }
  return paths.length > 0 && (await isAnyRecent(disk, folder, paths));
}

/** Whether one of the files was written as long ago as that of a running process at most. */
async function isAnyRecent(disk: Disk, folder: string, paths: readonly string[]): Promise<boolean> {
  // Of a network share, only the share knows what time it is there.
  const probe = `${folder}/${crypto.randomUUID()}${PROBE}`;
  try {
    await writeOwnId(disk, probe, disk.constants.O_CREAT | disk.constants.O_EXCL);
    const { mtimeMs: now } = await disk.lstat(probe);
    const times = paths.map((path) => catchErrorCode('ENOENT', disk.lstat(path), undefined));
    return (await Promise.all(times)).some((stats) => stats && Math.abs(now - stats.mtimeMs) < MAX_AGE_MS);
  } finally {
    await removeFile(disk, probe).catch(() => undefined);
  }
}

async function isInUse(disk: Disk, path: string): Promise<boolean> {
  const claim = await readClaim(disk, path);
  return (
    claim !== undefined &&
    isAnotherRunning(claim.pid) &&
    Math.abs(timerSeconds() - claim.at) * 1000 < MAX_AGE_MS
  );
}

interface Claim {
  pid: number;
  /** `timerSeconds` when it was written. */
  at: number;
}

/** Returns `undefined` if the file says nothing. */
async function readClaim(disk: Disk, path: string): Promise<Claim | undefined> {
  const content = await readFrom(disk, path, 0).catch(() => new Uint8Array());
  const [pid = 0, at = 0] = new TextDecoder().decode(content).split(' ').map(Number);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(at) ? { pid, at } : undefined;
}

/** Seconds since the machine started, without sleep if timers don't run during that. Whole ones: never fewer digits. */
function timerSeconds(): number {
  return process.hrtime()[0];
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
    await writeAt(handle, new TextEncoder().encode(`${process.pid} ${timerSeconds()}`), 0);
  } finally {
    await closeQuietly(handle);
  }
}
