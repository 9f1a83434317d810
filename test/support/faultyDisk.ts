import { Stats } from 'node:fs';
import type { Disk, FileHandle } from '../../src/vscode/node/disk.ts';
import { systemDisk } from '../../src/vscode/node/disk.ts';

/** A file system call for which a fault can be chosen. */
export interface DiskCall {
  /** Number of the call, from 1. */
  number: number;
  /** Such as `open` or `handle.write`. */
  name: string;
}

/**
 * Called before every call. An error that it throws fails the call, a promise delays it; a number limits the bytes that
 * a write accepts.
 */
export type Intercept = (call: DiskCall) => number | undefined | Promise<undefined>;

export interface FaultyDisk extends Disk {
  /** All calls so far. */
  readonly calls: readonly DiskCall[];
}

/**
 * The system's disk with faults. `close` is not intercepted, so it never fails.
 *
 * @param hasCoarseTimes whether times are whole seconds, and the birth time is not known, as on some network disks
 */
export function faultyDisk(intercept: Intercept, hasCoarseTimes = false): FaultyDisk {
  const calls: DiskCall[] = [];
  const before = (name: string): ReturnType<Intercept> => {
    const call = { number: calls.length + 1, name };
    calls.push(call);
    return intercept(call);
  };
  const intercepted = <T extends object>(target: T, prefix: string): T =>
    new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function' || key === 'close') {
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (...args: unknown[]) => {
          const maxBytes = await before(`${prefix}${String(key)}`);
          if (maxBytes !== undefined && key === 'write') {
            args[2] = Math.min(maxBytes, Number(args[2]));
          }
          const result: unknown = await Reflect.apply(value, target, args);
          if (hasCoarseTimes && result instanceof Stats) {
            const mtimeMs = Math.floor(result.mtimeMs / 1000) * 1000;
            Object.assign(result, { mtimeMs, birthtimeMs: 0, birthtime: new Date(0) });
          }
          return key === 'open' ? intercepted(result as FileHandle, 'handle.') : result;
        };
      },
    });
  return Object.assign(Object.create(null), pick(intercepted(systemDisk, '')), { calls });
}

function pick(disk: Disk): Disk {
  const { constants, lstat, mkdir, open, readdir, realpath, rename, unlink } = disk;
  return { constants, lstat, mkdir, open, readdir, realpath, rename, unlink };
}

/** Creates an error with a system error code. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected by a test`), { code });
}
