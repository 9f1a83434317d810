import type { Disk, FileHandle } from '../../src/vscode/node/disk.ts';
import { systemDisk } from '../../src/vscode/node/disk.ts';

/** One call of the file system, as a fault is chosen by it. */
export interface DiskCall {
  /** Counts the calls from 1. */
  number: number;
  /** Such as `open` or `handle.write`. */
  name: string;
}

/** Asked before every call: what it throws fails the call, and a number lets a write take only so many bytes. */
export type Intercept = (call: DiskCall) => number | undefined;

export interface FaultyDisk extends Disk {
  /** Every call there was. */
  readonly calls: readonly DiskCall[];
}

/** The system's disk, with somebody standing in between. Closing is no call: it always works. */
export function faultyDisk(intercept: Intercept): FaultyDisk {
  const calls: DiskCall[] = [];
  const before = (name: string): number | undefined => {
    const call = { number: calls.length + 1, name };
    calls.push(call);
    return intercept(call);
  };
  const between = <T extends object>(target: T, prefix: string): T =>
    new Proxy(target, {
      get(_, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function' || key === 'close' || key === 'watch') {
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (...args: unknown[]) => {
          const most = before(`${prefix}${String(key)}`);
          if (most !== undefined && key === 'write') {
            args[2] = Math.min(most, Number(args[2]));
          }
          const result: unknown = await Reflect.apply(value, target, args);
          return key === 'open' ? between(result as FileHandle, 'handle.') : result;
        };
      },
    });
  return Object.assign(Object.create(null), pick(between(systemDisk, '')), { calls });
}

function pick(disk: Disk): Disk {
  const { constants, lstat, mkdir, open, readdir, rename, unlink, watch } = disk;
  return { constants, lstat, mkdir, open, readdir, rename, unlink, watch };
}

/** An error as the system gives it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: said by a test`), { code });
}
