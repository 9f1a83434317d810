import * as vscode from 'vscode';
import { linesOf } from '../../../src/core/editing/textRange.ts';
import { equal, ok, until } from '../assert.ts';
import { RefusingFileSystem } from '../refusingFileSystem.ts';
import { notebookText, WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

/** A document as it must be, told without the product. */
export interface PersonsDocument {
  readonly name: string;
  /** An untitled document that is saved becomes a file. */
  kind: 'file' | 'untitled' | 'cell' | 'virtual';
  /** How VS Code keeps its text from being changed. In the `session`, extensions hear of that by no API. */
  readonly readOnly?: 'settings' | 'session';
  readonly lineEnd: '\n' | '\r\n';
  readonly hasByteOrderMark: boolean;
  /** Of a cell, that of its notebook. */
  uri: vscode.Uri;
  lines: string[];
}

const SLOW_SCHEME = 'assistant-slow';

/** A virtual file system, which answers only when the test lets it. */
class StubSlowFiles extends RefusingFileSystem {
  readonly #files = new Map<string, Uint8Array>();
  #gate: PromiseWithResolvers<void> | undefined;
  /** How many calls wait for an answer. */
  waiting = 0;

  hold(): void {
    this.#gate = Promise.withResolvers();
  }

  release(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  override async stat({ path }: vscode.Uri): Promise<vscode.FileStat> {
    this.waiting++;
    await this.#gate?.promise;
    this.waiting--;
    const size = this.#files.get(path)?.length;
    if (size === undefined && path.includes('.')) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    const type = size === undefined ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: size ?? 0 };
  }

  override readFile({ path }: vscode.Uri): Uint8Array {
    const bytes = this.#files.get(path);
    if (bytes === undefined) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return bytes;
  }

  override writeFile({ path }: vscode.Uri, bytes: Uint8Array): void {
    this.#files.set(path, bytes);
  }
}

const CELLS = 2;
let folderCount = 0;

/** One document of each kind. */
export class PersonsDocuments {
  readonly slow = new StubSlowFiles();
  readonly all: PersonsDocument[] = [];
  readonly #files = new WorkspaceFiles();
  #untitledCount = 0;
  readonly #registration = vscode.workspace.registerFileSystemProvider(SLOW_SCHEME, this.slow);
  // Another one each time, since VS Code keeps documents for a while after their tabs were closed.
  readonly folder = `person${++folderCount}`;

  async create(): Promise<void> {
    const lines = (name: string) =>
      ['zero', '  one', 'two', '', 'four', 'five'].map((line) => `${line} ${name}`);
    for (const [name, lineEnd, hasByteOrderMark, readOnly] of [
      ['lf.txt', '\n', false],
      ['crlf.txt', '\r\n', false],
      ['bom.txt', '\r\n', true],
      ['fixed.txt', '\n', false, 'settings'],
      ['session.txt', '\n', false, 'session'],
    ] as const) {
      const document = { name, kind: 'file' as const, lineEnd, hasByteOrderMark, lines: lines(name) };
      const uri = await this.#files.write(`${this.folder}/${name}`, bytesOf(document));
      this.all.push({ ...document, uri, ...(readOnly && { readOnly }) });
    }
    const virtual = { kind: 'virtual' as const, lineEnd: '\n' as const, hasByteOrderMark: false };
    const slow = { ...virtual, name: 'slow.txt', lines: lines('slow.txt') };
    const slowUri = vscode.Uri.from({ scheme: SLOW_SCHEME, path: `/${this.folder}/slow.txt` });
    this.slow.writeFile(slowUri, bytesOf(slow));
    this.all.push({ ...slow, uri: slowUri });
    const cells = Array.from({ length: CELLS }, (_, index) => lines(`cell ${index}`));
    const notebook = await this.#files.write(
      `${this.folder}/book.ipynb`,
      notebookText(...cells.map((lines) => lines.join('\n'))),
    );
    cells.forEach((text, index) => {
      const cell = { kind: 'cell', lineEnd: '\n', hasByteOrderMark: false } as const;
      this.all.push({ ...cell, name: `cell ${index}`, uri: notebook, lines: text });
    });
    await this.createUntitled();
  }

  /** One whose URI has the path of a file that is not there, as which it is saved without a dialog. */
  async createUntitled(): Promise<PersonsDocument> {
    const name = `untitled${++this.#untitledCount}.txt`;
    const file = vscode.Uri.joinPath(workspaceRoot(), this.folder, name);
    const uri = file.with({ scheme: 'untitled' });
    const lines = linesOf(`zero ${name}\n  one ${name}\ntwo ${name}\n\nfour ${name}`);
    const { document, edit } = await vscode.window.showTextDocument(uri, { preview: false });
    equal(await edit((builder) => builder.insert(new vscode.Position(0, 0), lines.join('\n'))), true);
    equal(document.getText(), lines.join('\n'));
    const one = { name, kind: 'untitled', lineEnd: '\n', hasByteOrderMark: false, uri, lines } as const;
    this.all.push({ ...one });
    return this.named(name);
  }

  /** Writes another file where an untitled document will be saved. */
  async writeInTheWay({ name }: PersonsDocument, text: string): Promise<vscode.Uri> {
    return this.#files.write(`${this.folder}/${name}`, text);
  }

  forget(one: PersonsDocument): void {
    this.all.splice(this.all.indexOf(one), 1);
  }

  named(name: string): PersonsDocument {
    const found = this.all.find((one) => one.name === name);
    ok(found, `No document ${name}`);
    return found;
  }

  /** Which of them VS Code shows as this document. */
  find({ uri }: vscode.TextDocument): PersonsDocument | undefined {
    for (const notebook of vscode.workspace.notebookDocuments) {
      const index = notebook.getCells().findIndex(({ document }) => isSame(document.uri, uri));
      if (index >= 0) {
        return this.all.find(({ name, uri: file }) => name === `cell ${index}` && isSame(file, notebook.uri));
      }
    }
    return this.all.find((one) => one.kind !== 'cell' && isSame(one.uri, uri));
  }

  async open({ kind, uri, name }: PersonsDocument): Promise<vscode.TextDocument> {
    if (kind !== 'cell') {
      return vscode.workspace.openTextDocument(uri);
    }
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    return notebook.cellAt(Number(name.at(-1))).document;
  }

  /** Looks whether all of them are as they must be. */
  async check(): Promise<void> {
    for (const one of this.all) {
      const text = (await this.open(one)).getText();
      equal(text, one.lines.join(one.lineEnd), `${one.name} is not as it must be`);
    }
  }

  /** Saves one and looks whether the disk has what it must. */
  async save(one: PersonsDocument): Promise<void> {
    const document = await this.open(one);
    if (one.kind === 'cell') {
      const notebook = await vscode.workspace.openNotebookDocument(one.uri);
      await notebook.save();
      const cells = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(one.uri))).cells;
      const stored = cells.map(({ source }: { source: string | string[] }) => [source].flat().join(''));
      const present = this.all.filter(({ kind }) => kind === 'cell').map(({ lines }) => lines.join('\n'));
      equal(stored, present, 'The notebook on the disk');
      return;
    }
    await document.save();
    await until(
      () => document.isDirty,
      (isDirty) => !isDirty,
    );
    await this.checkDisk(one);
  }

  async checkDisk(one: PersonsDocument): Promise<void> {
    const bytes = await vscode.workspace.fs.readFile(one.uri);
    equal(Array.from(bytes), Array.from(bytesOf(one)), `${one.name} on the disk`);
  }

  async remove(): Promise<void> {
    await this.#files.remove();
    this.#registration.dispose();
  }
}

export function isSame(one: vscode.Uri | undefined, other: vscode.Uri | undefined): boolean {
  return one !== undefined && one.toString() === other?.toString();
}

function bytesOf(one: Pick<PersonsDocument, 'lines' | 'lineEnd' | 'hasByteOrderMark'>): Uint8Array {
  return new TextEncoder().encode((one.hasByteOrderMark ? '\u{FEFF}' : '') + one.lines.join(one.lineEnd));
}
