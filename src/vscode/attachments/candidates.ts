import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import {
  fuzzyFileScore,
  fuzzyNameScore,
  parentFoldersOf,
  type Scored,
  scoreItems,
  topScored,
} from '../../core/attachments/fuzzyScore.ts';
import type { AttachmentCandidate } from '../../protocol/attachments.ts';
import { displayPath } from '../displayPath.ts';
import { fileOf } from '../findCell.ts';
import type { EditorSource } from '../targetEditor.ts';
import { withTimeout } from '../withTimeout.ts';
import { searchFiles } from './files/searchFiles.ts';
import { type CandidateSource, type FoundCandidate, fixedCandidates } from './kinds/attachmentSource.ts';
import { type FoundSymbol, findDocumentSymbols, findWorkspaceSymbols } from './kinds/symbols.ts';
import { openUris } from './readingDoor.ts';

/** Maximum number of candidates in a list; users type another letter rather than scroll further. */
const MAX_ITEMS = 50;

/** Minimum query length for a symbol search, in characters: shorter queries match too many symbols. */
const MIN_SYMBOL_QUERY_CHARS = 2;

/** Timeout for symbols, in ms: other extensions provide them, and some are slow. */
const SYMBOLS_TIMEOUT_MS = 800;

/** Timeout for the file search, in ms: the first one in a large workspace is slow, later ones are fast. */
const SEARCH_TIMEOUT_MS = 3000;

/** Number of lists whose keys stay valid: the panel may still show an older list when the next one is created. */
const MAX_LISTS = 3;

const MAX_FILES = 50_000;

/** How long the list of files is reused while the user types, in ms. */
const FILES_TTL_MS = 5000;

/** Finds candidates for attachments by name. */
export class Candidates {
  readonly #editor: () => EditorSource | undefined;
  readonly #files = new WorkspaceFiles();
  #recentLists: readonly ReadonlyMap<string, CandidateSource>[] = [];
  #lastKey = 0;

  /** @param editor returns the editor that was active last */
  constructor(editor: () => EditorSource | undefined) {
    this.#editor = editor;
  }

  /** Matches with keys for `sourceOf`, valid for the last `MAX_LISTS` lists. */
  async list(query: string): Promise<AttachmentCandidate[]> {
    const sources = new Map<string, CandidateSource>();
    const items = (await this.findAll(query)).map(({ source, label, detail }) => {
      this.#lastKey += 1;
      const key = `candidate-${this.#lastKey}`;
      sources.set(key, source);
      return { key, kind: source.kind, label, ...omitUndefined({ detail }) };
    });
    this.#recentLists = [sources, ...this.#recentLists].slice(0, MAX_LISTS);
    return items;
  }

  /** Returns `undefined` if the key is unknown or its list has expired. */
  sourceOf(key: string): CandidateSource | undefined {
    return this.#recentLists.find((list) => list.has(key))?.get(key);
  }

  /** Best match first. Sources that exceed their timeout are left out. */
  async findAll(typed: string): Promise<FoundCandidate[]> {
    const [files, symbols] = await Promise.all([
      this.#scoreFiles(typed),
      typed.trim().length < MIN_SYMBOL_QUERY_CHARS ? [] : this.#scoreSymbols(typed),
    ]);
    return toBest([...matching(typed, this.fixed(), ({ label }) => label), ...files, ...symbols]);
  }

  async findFiles(typed: string): Promise<FoundCandidate[]> {
    return toBest(await this.#scoreFiles(typed));
  }

  /** Symbols of the editor's document, then of the workspace. */
  async findSymbols(typed: string): Promise<FoundCandidate[]> {
    return toBest(await this.#scoreSymbols(typed));
  }

  /** Candidates that exist at most once, such as the selection, if available now. */
  fixed(): FoundCandidate[] {
    return fixedCandidates(this.#editor());
  }

  #scoreFiles(typed: string): Promise<Scored<FoundCandidate>[]> {
    const activeUri = this.#editor()?.document.uri;
    return this.#files.find(
      typed.trim().toLowerCase(),
      activeUri && fileOf(activeUri),
      MAX_ITEMS,
      SEARCH_TIMEOUT_MS,
    );
  }

  async #scoreSymbols(typed: string): Promise<Scored<FoundCandidate>[]> {
    const uri = this.#editor()?.document.uri;
    const [documentSymbols, workspaceSymbols] = await Promise.all([
      uri === undefined ? [] : withTimeout(SYMBOLS_TIMEOUT_MS, findDocumentSymbols(uri), []),
      typed.trim() === '' ? [] : withTimeout(SYMBOLS_TIMEOUT_MS, findWorkspaceSymbols(typed.trim()), []),
    ]);
    const otherSymbols = workspaceSymbols.filter((symbol) => symbol.uri.toString() !== uri?.toString());
    const found = topScored(
      matching(typed, [...documentSymbols, ...otherSymbols], ({ name }) => name),
      MAX_ITEMS,
    );
    return found.map(({ item, score }) => ({ item: toSymbolCandidate(item), score }));
  }
}

/** Items whose name matches, or all if nothing is typed. */
function matching<T>(typed: string, items: readonly T[], nameOf: (item: T) => string): Scored<T>[] {
  const query = typed.trim().toLowerCase();
  return scoreItems(items, (item) => (query === '' ? 0 : fuzzyNameScore(query, nameOf(item))));
}

function toBest(found: readonly Scored<FoundCandidate>[]): FoundCandidate[] {
  return topScored(found, MAX_ITEMS).map(({ item }) => item);
}

function toSymbolCandidate(symbol: FoundSymbol): FoundCandidate {
  return {
    source: { kind: 'symbol', file: symbol.uri, symbol },
    label: symbol.name,
    detail: `${displayPath(symbol.uri)}:${symbol.range.start.line + 1}`,
  };
}

interface NamedFile {
  path: string;
  uri: vscode.Uri;
  isFolder?: true;
}

/** Searches the files and folders of the workspace by name. */
class WorkspaceFiles {
  #files: readonly NamedFile[] = [];
  #reading: Promise<void> | undefined;
  /** On the monotonic clock. */
  #readAt = Number.NEGATIVE_INFINITY;

  /**
   * @param query in lower case
   * @param activeUri the active file, listed first while nothing is typed
   * @param timeoutMs if the search takes longer, the files of an earlier search are used
   */
  async find(
    query: string,
    activeUri: vscode.Uri | undefined,
    maxItems: number,
    timeoutMs: number,
  ): Promise<Scored<FoundCandidate>[]> {
    if (performance.now() - this.#readAt > FILES_TTL_MS) {
      this.#reading ??= this.#read();
      await withTimeout(timeoutMs, this.#reading, undefined);
    }
    const openEditors = openFiles(activeUri);
    const openUris = new Set(openEditors.map(({ uri }) => uri.toString()));
    const others = this.#files.filter(({ uri }) => !openUris.has(uri.toString()));
    const matches = scoreItems([...openEditors, ...others], (file) =>
      query === '' ? 0 : scoreFile(query, file, openUris),
    );
    return topScored(matches, maxItems).map(({ item, score }) => ({ item: toFileCandidate(item), score }));
  }

  async #read(): Promise<void> {
    const roots = vscode.workspace.workspaceFolders ?? [];
    try {
      const found = await Promise.all(roots.map(({ uri }) => searchFiles(uri, MAX_FILES)));
      const files = found.flat().map((uri) => ({ path: displayPath(uri), uri }));
      this.#files = [...files.sort(comparePaths), ...foldersOfFiles(files)];
      this.#readAt = performance.now();
    } finally {
      this.#reading = undefined;
    }
  }
}

/** `findFiles` returns no folders, so they are derived from the paths of files. */
function foldersOfFiles(files: readonly NamedFile[]): NamedFile[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  return roots.flatMap((root) => {
    const start = root.uri.path.endsWith('/') ? root.uri.path : `${root.uri.path}/`;
    const inside = files
      .filter(({ uri }) => uri.authority === root.uri.authority && uri.path.startsWith(start))
      .map(({ uri }) => uri.path.slice(start.length));
    return parentFoldersOf(inside).map((folder) => {
      const uri = vscode.Uri.joinPath(root.uri, folder);
      return { path: displayPath(uri), uri, isFolder: true as const };
    });
  });
}

/** The files of all open editors, the active one first. */
function openFiles(activeUri: vscode.Uri | undefined): NamedFile[] {
  const unique = new Map(
    [...(activeUri === undefined ? [] : [activeUri]), ...openUris()].map(
      (uri) => [uri.toString(), uri] as const,
    ),
  );
  return [...unique.values()].map((uri) => ({ path: displayPath(uri), uri }));
}

function scoreFile(query: string, file: NamedFile, openUris: ReadonlySet<string>): number | undefined {
  const score = fuzzyFileScore(query, file.path);
  return score === undefined ? undefined : score + (openUris.has(file.uri.toString()) ? 100 : 0);
}

function toFileCandidate({ path, uri, isFolder }: NamedFile): FoundCandidate {
  const end = path.lastIndexOf('/');
  return {
    source: { kind: isFolder ? 'folder' : 'file', file: uri },
    label: path.slice(end + 1),
    ...(end > 0 && { detail: path.slice(0, end) }),
  };
}

function comparePaths(a: NamedFile, b: NamedFile): number {
  return a.path < b.path ? -1 : 1;
}
