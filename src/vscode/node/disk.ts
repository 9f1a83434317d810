import * as fs from 'node:fs/promises';
import { errorCode } from '../fileErrors.ts';

/** The file system calls in use. Tests replace them to observe and fail each call. */
export type Disk = Pick<
  typeof fs,
  'constants' | 'lstat' | 'mkdir' | 'open' | 'readdir' | 'realpath' | 'rename' | 'unlink'
>;

export type FileHandle = fs.FileHandle;

export const systemDisk: Disk = fs;

/** A disk that reports each call that has been answered, even with an error, also of the files opened with it. */
export function withAnswers(disk: Disk, onAnswer: () => void): Disk {
  const observe = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') {
          return value;
        }
        return async (...args: unknown[]) => {
          try {
            const result: unknown = await Reflect.apply(value, target, args);
            return key === 'open' ? observe(result as FileHandle) : result;
          } finally {
            onAnswer();
          }
        };
      },
    });
  return observe(disk);
}

/** Only accessible to the user. */
const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;
/** On Windows, a virus scanner or search indexer may hold a file open for a moment. */
const LOCKED_ERRORS = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY'];
const MAX_RETRIES = 10;
const MIN_BACKOFF_MS = 5;
const MAX_BACKOFF_MS = 100;

/**
 * Opens a regular file. Does not follow a symbolic link, which might lead out of the folder, and does not block on a
 * named pipe.
 */
export async function openFile(disk: Disk, path: string, forWriting: boolean): Promise<FileHandle> {
  const { O_RDONLY, O_WRONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = disk.constants;
  // `O_NOFOLLOW` and `O_NONBLOCK` are undefined on Windows.
  const flags = (forWriting ? O_WRONLY | O_CREAT : O_RDONLY) | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  const handle = await disk.open(path, flags, FILE_MODE);
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

/** Reads a file from an offset to its end. */
export async function readFrom(disk: Disk, path: string, from: number): Promise<Uint8Array> {
  const handle = await openFile(disk, path, false);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(Math.max(0, size - from));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, from + length);
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

/** Writes all bytes, even if the system accepts only part of them at a time. */
export async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    if (bytesWritten === 0) {
      throw new Error('The disk takes no more');
    }
    written += bytesWritten;
  }
}

/** Creates a folder and its parents, and syncs their entries so that they survive a power failure. */
export async function makeFolder(disk: Disk, path: string): Promise<void> {
  const first = await disk.mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) {
    return;
  }
  for (let folder = path; folder.length >= first.length; folder = parentOf(folder)) {
    await syncFolder(disk, parentOf(folder));
  }
}

/** Syncs the entries of a folder to disk. */
export async function syncFolder(disk: Disk, path: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await disk.open(path, disk.constants.O_RDONLY);
  } catch (error) {
    // Windows can't open folders, and doesn't need this.
    if (['EISDIR', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '')) {
      return;
    }
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems can't sync folders.
    if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EBADF'].includes(errorCode(error) ?? '')) {
      throw error;
    }
  } finally {
    await closeQuietly(handle);
  }
}

/** Atomically replaces a file with another. */
export async function replaceFile(disk: Disk, from: string, to: string): Promise<void> {
  await retryWhileLocked(() => disk.rename(from, to));
}

/** Deletes a file if it exists. */
export async function removeFile(disk: Disk, path: string): Promise<void> {
  try {
    await retryWhileLocked(() => disk.unlink(path));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw error;
    }
  }
}

/** Ignores errors: all data is already synced, or its write has failed. */
export async function closeQuietly(handle: FileHandle): Promise<void> {
  await handle.close().catch(() => undefined);
}

function parentOf(path: string): string {
  return path.replace(/(?<![\\/])[\\/]+[^\\/]+[\\/]*$/, '') || '/';
}

/** Retries with exponential backoff while another program has the file open. */
async function retryWhileLocked<T>(attempt: () => Promise<T>): Promise<T> {
  let backoff = MIN_BACKOFF_MS;
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retries === MAX_RETRIES || !LOCKED_ERRORS.includes(errorCode(error) ?? '')) {
        throw error;
      }
    }
    const delay = backoff;
    await new Promise((resolve) => setTimeout(resolve, delay));
    backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
  }
}
