import * as vscode from 'vscode';
import { RefusingFileSystem } from './refusingFileSystem.ts';

/** An in-memory folder that commands can read and write, in every kind of extension host. */
export class StubFolder extends RefusingFileSystem implements vscode.Disposable {
  readonly uri = vscode.Uri.from({ scheme: 'assistant-folder', path: '/folder' });
  readonly #files = new Map<string, Uint8Array>();
  readonly #registration = vscode.workspace.registerFileSystemProvider('assistant-folder', this);
  /** If true, all writes fail after the first byte, and all renames. */
  isFull = false;
  onRenamed: () => void = () => undefined;

  /** Names of its files, sorted. */
  get names(): string[] {
    return [...this.#files.keys()].map((path) => path.slice('/folder/'.length)).sort();
  }

  file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, name);
  }

  text(name: string): string {
    return new TextDecoder().decode(this.readFile(this.file(name)));
  }

  write(name: string, text: string): vscode.Uri {
    this.#files.set(this.file(name).path, new TextEncoder().encode(text));
    return this.file(name);
  }

  override stat({ path }: vscode.Uri): vscode.FileStat {
    const size = this.#files.get(path)?.length;
    const isFolder = ['/folder/', ...this.#files.keys()].some((name) =>
      name.startsWith(path === '/' ? path : `${path}/`),
    );
    if (size === undefined && !isFolder) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    const type = size === undefined ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: size ?? 0 };
  }

  override readDirectory(): [string, vscode.FileType][] {
    return this.names.map((name) => [name, vscode.FileType.File]);
  }

  override readFile({ path }: vscode.Uri): Uint8Array {
    const bytes = this.#files.get(path);
    if (bytes === undefined) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return bytes;
  }

  override writeFile({ path }: vscode.Uri, bytes: Uint8Array): void {
    if (this.isFull) {
      this.#files.set(path, bytes.slice(0, 1));
      throw vscode.FileSystemError.Unavailable('No space left');
    }
    this.#files.set(path, bytes);
  }

  override rename(from: vscode.Uri, to: vscode.Uri): void {
    if (this.isFull) {
      throw vscode.FileSystemError.Unavailable('No space left');
    }
    this.#files.set(to.path, this.readFile(from));
    this.#files.delete(from.path);
    this.onRenamed();
  }

  override createDirectory(): void {}

  override delete({ path }: vscode.Uri): void {
    this.#files.delete(path);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
