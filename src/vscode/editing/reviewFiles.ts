import * as vscode from 'vscode';

export const REVIEW_SCHEME = 'assistant-review';

/** Comes first in every file, since VS Code prefers it to `files.encoding`, which could be another encoding. */
const BYTE_ORDER_MARK = '\u{FEFF}';

interface ReviewFile {
  bytes: Uint8Array;
  /** Changes with the content: VS Code reads a file again only if its time or size differs. */
  mtime: number;
}

/**
 * Files in memory, which the proposals of reviews are edited in. They last until the window is reloaded: a tab that VS
 * Code restores without its file is closed.
 */
export class ReviewFiles implements vscode.FileSystemProvider, vscode.Disposable {
  /** By query of the URI. */
  readonly #files = new Map<string, ReviewFile>();
  readonly #didChange = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #registration: vscode.Disposable;
  readonly onDidChangeFile = this.#didChange.event;
  #writeCount = 0;

  constructor() {
    this.#registration = vscode.workspace.registerFileSystemProvider(REVIEW_SCHEME, this, {
      isCaseSensitive: true,
    });
    void this.#closeOrphans();
  }

  /** @param name file name, from which VS Code detects the language */
  create(name: string, text: string): vscode.Uri {
    // Never that of a tab from before a reload. Not in the path, which VS Code shows above the editor.
    const query = crypto.randomUUID();
    this.#files.set(query, { bytes: encode(text), mtime: ++this.#writeCount });
    return vscode.Uri.from({ scheme: REVIEW_SCHEME, path: `/${name}`, query });
  }

  /** The text as last saved. `undefined` if the file was removed. */
  text({ query }: vscode.Uri): string | undefined {
    const file = this.#files.get(query);
    return file && new TextDecoder().decode(file.bytes);
  }

  /** Replaces what was saved. VS Code then reads the file again, unless its document has unsaved changes. */
  restore(uri: vscode.Uri, text: string): void {
    // An earlier time than that of the last save: if the user types before VS Code has read the file, their next save
    // would otherwise be refused because the file is newer.
    this.#files.set(uri.query, { bytes: encode(text), mtime: 0 });
    this.#didChange.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  remove({ query }: vscode.Uri): void {
    this.#files.delete(query);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime } = this.#find(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#find(uri).bytes;
  }

  /** Accepts unknown files too: an orphan can be closed without a question only after it has been saved. */
  writeFile({ query }: vscode.Uri, bytes: Uint8Array): void {
    if (this.#files.has(query)) {
      this.#files.set(query, { bytes, mtime: ++this.#writeCount });
    }
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.#registration.dispose();
    this.#didChange.dispose();
  }

  #find(uri: vscode.Uri): ReviewFile {
    const file = this.#files.get(uri.query);
    if (file === undefined) {
      void this.#closeOrphans();
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return file;
  }

  /** Closes tabs of reviews from before the window was reloaded, of which nothing is left to show. */
  async #closeOrphans(): Promise<void> {
    const orphans = reviewTabs((uri) => !this.#files.has(uri.query));
    const isOrphan = ({ uri }: vscode.TextDocument): boolean =>
      uri.scheme === REVIEW_SCHEME && !this.#files.has(uri.query);
    await Promise.all(
      vscode.workspace.textDocuments
        .filter((document) => document.isDirty && isOrphan(document))
        .map((document) => document.save()),
    );
    await vscode.window.tabGroups.close(orphans, true);
  }
}

/** The tabs that show a proposal, in a diff editor or on its own. */
export function reviewTabs(matches: (uri: vscode.Uri) => boolean): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter((tab) => {
      const uri = proposalUriOf(tab);
      return uri !== undefined && matches(uri);
    });
}

/** The URI of the proposal that a tab shows: on its right side, or on its left if the user has swapped the sides. */
export function proposalUriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  const uris =
    input instanceof vscode.TabInputTextDiff
      ? [input.modified, input.original]
      : input instanceof vscode.TabInputText
        ? [input.uri]
        : [];
  return uris.find(({ scheme }) => scheme === REVIEW_SCHEME);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(BYTE_ORDER_MARK + text);
}
