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
 * Called before every call. An error that it throws fails the call; a number limits the bytes that a write accepts.
 */
export type Intercept = (call: DiskCall) => number | undefined;

export interface FaultyDisk extends Disk {
  /** All calls so far. */
  readonly calls: readonly DiskCall[];
}

/** The system's disk with faults. `close` is not intercepted, so it never fails. */
export function faultyDisk(intercept: Intercept): FaultyDisk {
  const calls: DiskCall[] = [];
  const before = (name: string): number | undefined => {
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
          const maxBytes = before(`${prefix}${String(key)}`);
          if (maxBytes !== undefined && key === 'write') {
            args[2] = Math.min(maxBytes, Number(args[2]));
          }
          const result: unknown = await Reflect.apply(value, target, args);
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
