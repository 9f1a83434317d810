import * as vscode from 'vscode';

/** A file system that rejects every call. Stubs override what they support. */
export class RefusingFileSystem implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(_uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat> {
    return refuse();
  }

  readDirectory(_uri: vscode.Uri): [string, vscode.FileType][] {
    return refuse();
  }

  readFile(_uri: vscode.Uri): Uint8Array {
    return refuse();
  }

  writeFile(_uri: vscode.Uri, _bytes: Uint8Array): void {
    refuse();
  }

  delete(_uri: vscode.Uri): void {
    refuse();
  }

  createDirectory(): void {
    refuse();
  }

  rename(_from: vscode.Uri, _to: vscode.Uri): void {
    refuse();
  }
}

export function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}
