import type * as vscode from 'vscode';
import type { SegmentFileSystem } from '../../src/vscode/history/files/atomicSegments.ts';

const FILE = 1;

/** When a call fails: before it has any effect, in the middle of a write, or after its effect. */
export type MemoryFault = 'before' | 'torn' | 'after';

/**
 * A file system in memory that behaves like `vscode.workspace.fs`: it creates parent folders, and each error has a
 * code. After a simulated death of the host, all calls fail.
 */
export class MemoryFileSystem implements SegmentFileSystem {
  /** Files by path. */
  readonly files = new Map<string, { bytes: Uint8Array; mtime: number }>();
  /** File types of entries that are not files, by path. */
  readonly others = new Map<string, number>();
  /** Names of all calls so far. */
  readonly calls: string[] = [];
  /** Returns the fault of a call, given its number from 1. With `dies`, all later calls fail too. */
  fault: (number: number, name: string) => { at: MemoryFault; dies?: boolean } | undefined = () => undefined;
  #isDead = false;

  readonly stat: SegmentFileSystem['stat'] = (uri) =>
    this.#call('stat', () => {
      const { bytes, mtime } = this.#find(uri);
      return { type: FILE, ctime: mtime, mtime, size: bytes.length };
    });

  readonly readDirectory: SegmentFileSystem['readDirectory'] = (uri) =>
    this.#call('readDirectory', () => {
      const inside = (path: string): string[] =>
        path.startsWith(`${uri.path}/`) ? [path.slice(uri.path.length + 1)] : [];
      const files = [...this.files.keys()].flatMap(inside);
      const others = [...this.others].flatMap(([path, type]) =>
        inside(path).map((name): [string, number] => [name, type]),
      );
      if (files.length + others.length === 0) {
        throw fileSystemError('FileNotFound');
      }
      return [
        ...files.filter((name) => !name.includes('/')).map((name): [string, number] => [name, FILE]),
        ...others,
      ];
    });

  readonly readFile: SegmentFileSystem['readFile'] = (uri) =>
    this.#call('readFile', () => this.#find(uri).bytes.slice());

  readonly writeFile: SegmentFileSystem['writeFile'] = (uri, bytes) => {
    const put = (part: Uint8Array): void =>
      void this.files.set(uri.path, { bytes: part.slice(), mtime: Date.now() });
    return this.#call(
      'writeFile',
      () => put(bytes),
      () => put(bytes.subarray(0, bytes.length / 2)),
    );
  };

  readonly delete: SegmentFileSystem['delete'] = (uri) =>
    this.#call('delete', () => {
      this.#find(uri);
      this.files.delete(uri.path);
    });

  /** Returns a file system with the same files, for a host that starts later. */
  restarted(): MemoryFileSystem {
    const fs = new MemoryFileSystem();
    for (const [path, file] of this.files) {
      fs.files.set(path, file);
    }
    return fs;
  }

  async #call<T>(name: string, complete: () => T, some: () => void = () => undefined): Promise<T> {
    // Asynchronous, as between processes.
    await Promise.resolve();
    this.calls.push(name);
    const fault = this.#isDead ? { at: 'before' as const } : this.fault(this.calls.length, name);
    this.#isDead ||= fault?.dies === true;
    if (fault?.at === 'torn') {
      some();
    }
    if (fault === undefined) {
      return complete();
    }
    if (fault.at === 'after') {
      complete();
    }
    throw fileSystemError('Unavailable');
  }

  #find(uri: vscode.Uri): { bytes: Uint8Array; mtime: number } {
    const file = this.files.get(uri.path);
    if (file === undefined) {
      throw fileSystemError('FileNotFound');
    }
    return file;
  }
}

function fileSystemError(code: string): Error {
  return Object.assign(new Error(`${code} (FileSystemError): injected by a test`), { code });
}

/** Creates the part of a `Uri` that is needed to get from a folder to its entries. */
export function folderUri(path: string): vscode.Uri {
  const uri = { path, with: (change: { path: string }) => folderUri(change.path) };
  return uri as unknown as vscode.Uri;
}
