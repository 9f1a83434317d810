import type * as vscode from 'vscode';
import type { SegmentFileSystem } from '../../src/vscode/history/files/atomicSegments.ts';

const FILE = 1;

/** What happens to a call: it fails before it has done anything, or in the middle, or when it has done all. */
export type MemoryFault = 'before' | 'torn' | 'after';

/**
 * Folders in memory that behave as `vscode.workspace.fs` does: it makes the folders of a file itself, and every error
 * has a code. What a dead host can't do any more fails.
 */
export class MemoryFileSystem implements SegmentFileSystem {
  /** By their path. */
  readonly files = new Map<string, { bytes: Uint8Array; mtime: number }>();
  /** Types of what is there and no file, by its path. */
  readonly others = new Map<string, number>();
  /** Every call there was. */
  readonly calls: string[] = [];
  /** Asked at each call, by its number from 1; with `dies` everything fails from there on. */
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

  /** The same files, as a host finds them that is started afterwards. */
  restarted(): MemoryFileSystem {
    const fs = new MemoryFileSystem();
    for (const [path, file] of this.files) {
      fs.files.set(path, file);
    }
    return fs;
  }

  async #call<T>(name: string, all: () => T, some: () => void = () => undefined): Promise<T> {
    // As between two processes: the answer comes later.
    await Promise.resolve();
    this.calls.push(name);
    const fault = this.#isDead ? { at: 'before' as const } : this.fault(this.calls.length, name);
    this.#isDead ||= fault?.dies === true;
    if (fault?.at === 'torn') {
      some();
    }
    if (fault === undefined) {
      return all();
    }
    if (fault.at === 'after') {
      all();
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
  return Object.assign(new Error(`${code} (FileSystemError): said by a test`), { code });
}

/** As much of an address as adapters need that only go from a folder to what is in it. */
export function folderUri(path: string): vscode.Uri {
  const uri = { path, with: (change: { path: string }) => folderUri(change.path) };
  return uri as unknown as vscode.Uri;
}
