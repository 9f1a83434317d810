import * as vscode from 'vscode';
import { RefusingFileSystem } from './refusingFileSystem.ts';

const { File, Directory } = vscode.FileType;

/** An in-memory file system that maps paths to texts. */
export class StubFiles extends RefusingFileSystem {
  readonly #texts: Readonly<Record<string, string>>;

  constructor(texts: Readonly<Record<string, string>>) {
    super();
    this.#texts = texts;
  }

  override stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat> {
    const isFile = uri.path in this.#texts;
    if (!isFile && this.readDirectory(uri).length === 0) {
      throw vscode.FileSystemError.FileNotFound();
    }
    return { type: isFile ? File : Directory, ctime: 0, mtime: 0, size: 1 };
  }

  override readDirectory({ path }: vscode.Uri): [string, vscode.FileType][] {
    const start = path.endsWith('/') ? path : `${path}/`;
    const inside = Object.keys(this.#texts).filter((each) => each.startsWith(start));
    const names = inside.map((each) => each.slice(start.length).split('/'));
    return [...new Map(names.map(([name = '', ...rest]) => [name, rest.length === 0 ? File : Directory]))];
  }

  override readFile({ path }: vscode.Uri): Uint8Array {
    return new TextEncoder().encode(this.#texts[path]);
  }
}
