import * as fs from 'node:fs/promises';
import { errorCode } from '../fileErrors.ts';

/** What the history asks of the file system; tests stand in between, to see and to fail each call. */
export type Disk = Pick<
  typeof fs,
  'constants' | 'lstat' | 'mkdir' | 'open' | 'readdir' | 'rename' | 'unlink' | 'watch'
>;

export type FileHandle = fs.FileHandle;

export const systemDisk: Disk = fs;

/** Readable for the user alone. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The system was interrupted, or too busy. */
const TRANSIENT_ERRORS = ['EINTR', 'EAGAIN'];
/** On Windows a virus scanner or a search holds a file open for a moment. */
const LOCKED_ERRORS = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY'];
const MAX_RETRIES = 10;
const MIN_BACKOFF_MS = 5;
const MAX_BACKOFF_MS = 100;

/** Opens a file of the folder itself: no link leads out of it, and nothing that waits for another process opens. */
export async function openFile(disk: Disk, path: string, forWriting: boolean): Promise<FileHandle> {
  const { O_RDONLY, O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = disk.constants;
  // Windows has not all of them.
  const flags = (forWriting ? O_WRONLY | O_CREAT : O_RDONLY) | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  const handle = await withRetries(() => disk.open(path, flags, FILE_MODE), TRANSIENT_ERRORS);
  try {
    if (!(await handle.stat()).isFile()) {
      throw new Error(`Not a file: ${path}`);
    }
    return handle;
  } catch (error) {
    await closeQuietly(handle);
    throw error;
  }
}

/** Reads all that a file has from an offset on. */
export async function readFrom(disk: Disk, path: string, from: number): Promise<Uint8Array> {
  const handle = await openFile(disk, path, false);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(Math.max(0, size - from));
    let length = 0;
    while (length < bytes.length) {
      const at = length;
      const { bytesRead } = await withRetries(
        () => handle.read(bytes, at, bytes.length - at, from + at),
        TRANSIENT_ERRORS,
      );
      if (bytesRead === 0) {
        break;
      }
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await closeQuietly(handle);
  }
}

/** Writes all of it, also where the system takes only a part at a time. */
export async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const from = done;
    const { bytesWritten } = await withRetries(
      () => handle.write(bytes, from, bytes.length - from, position + from),
      TRANSIENT_ERRORS,
    );
    if (bytesWritten === 0) {
      throw new Error('The disk takes no more');
    }
    done += bytesWritten;
  }
}

/** Makes a folder with those that it is in, so that none of them is gone after a power cut. */
export async function makeFolder(disk: Disk, path: string): Promise<void> {
  const first = await disk.mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) {
    return;
  }
  for (let folder = path; folder.length >= first.length; folder = parentOf(folder)) {
    await syncFolder(disk, parentOf(folder));
  }
}

/** Sees to it that the names in a folder have reached the disk. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await disk.open(path, disk.constants.O_RDONLY);
  } catch (error) {
    // Windows opens no folders, and needs it not.
    if (['EISDIR', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '')) {
      return;
    }
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems on a network can't.
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EBADF'].includes(errorCode(error) ?? '')) {
      throw error;
    }
  } finally {
    await closeQuietly(handle);
  }
}

/** Puts a file in another's place, at once. */
export async function replaceFile(disk: Disk, from: string, to: string): Promise<void> {
  await withRetries(() => disk.rename(from, to), [...TRANSIENT_ERRORS, ...LOCKED_ERRORS]);
}

/** Removes a file, if it is there. */
export async function removeFile(disk: Disk, path: string): Promise<void> {
  try {
    await withRetries(() => disk.unlink(path), [...TRANSIENT_ERRORS, ...LOCKED_ERRORS]);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw error;
    }
  }
}

/** For where all that counts has been synced, or has failed already. */
export async function closeQuietly(handle: FileHandle): Promise<void> {
  await handle.close().catch(() => undefined);
}

function parentOf(path: string): string {
  return path.replace(/[\\/]+[^\\/]*[\\/]*$/, '') || '/';
}

/** Tries again, ever more slowly, while an error is one that passes. */
async function withRetries<T>(attempt: () => Promise<T>, codes: readonly string[]): Promise<T> {
  let pause = MIN_BACKOFF_MS;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retries === MAX_RETRIES || !codes.includes(errorCode(error) ?? '')) {
        throw error;
      }
    }
    const ms = pause;
    await new Promise((resolve) => setTimeout(resolve, ms));
    pause = Math.min(pause * 2, MAX_BACKOFF_MS);
  }
}
