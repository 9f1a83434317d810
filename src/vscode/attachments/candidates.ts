import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import {
  best,
  foldersOf,
  fuzzyFileScore,
  fuzzyNameScore,
  type Scored,
  scored,
} from '../../core/attachments/fuzzyScore.ts';
import type { Candidate } from '../../protocol/attachments.ts';
import { within } from '../within.ts';
import { searchFiles } from './files/searchFiles.ts';
import type { CandidateSource, FoundCandidate } from './kinds/source.ts';
import { documentSymbols, type FoundSymbol, workspaceSymbols } from './kinds/symbols.ts';
import { shownPath } from './selectionCapture.ts';

/** More are not looked through by anybody: another letter is typed. */
const MOST = 50;

/** Shorter queries fit every second symbol of a workspace. Characters */
const SHORTEST_SYMBOL_QUERY = 2;

/** Other extensions tell the symbols, and some of them take their time. ms */
const LONGEST_WAIT = 800;

/** The first search of a large workspace takes its time; the next ones are over at once. ms */
const LONGEST_SEARCH = 3000;

/** So many lists can still be chosen from, since the panel may show one while the next is on its way. */
const MOST_LISTS = 3;

/** Maximum number of files that are looked through. */
const MOST_FILES = 50_000;

/** While somebody types, the files of a moment ago will do. ms */
const FRESH = 5000;

/** What can be attached, by what was typed. */
export class Candidates {
  readonly #editor: () => vscode.TextEditor | undefined;
  readonly #files = new CandidateFiles();
  #lists: readonly ReadonlyMap<string, CandidateSource>[] = [];
  #lastKey = 0;

  /** @param editor gives the one that was used last */
  constructor(editor: () => vscode.TextEditor | undefined) {
    this.#editor = editor;
  }

  /** What fits, with keys by which it can be chosen as long as the list is one of the last. */
  async list(query: string): Promise<Candidate[]> {
    const sources = new Map<string, CandidateSource>();
    const items = (await this.find(query)).map(({ source, label, detail }) => {
      this.#lastKey += 1;
      const key = `candidate-${this.#lastKey}`;
      sources.set(key, source);
      return { key, kind: source.kind, label, ...defined({ detail }) };
    });
    this.#lists = [sources, ...this.#lists].slice(0, MOST_LISTS);
    return items;
  }

  /** What was told under a key; `undefined` for one that is of no list, or of one that is long gone. */
  source(key: string): CandidateSource | undefined {
    return this.#lists.find((list) => list.has(key))?.get(key);
  }

  /** What fits, the best first. Never waits long: whoever does not answer in time is left out. */
  async find(typed: string): Promise<FoundCandidate[]> {
    const [files, symbols] = await Promise.all([
      this.#filesFor(typed),
      typed.trim().length < SHORTEST_SYMBOL_QUERY ? [] : this.#symbolsFor(typed),
    ]);
    return items([...fitting(typed, this.fixed(), ({ label }) => label), ...files, ...symbols]);
  }

  async files(typed: string): Promise<FoundCandidate[]> {
    return items(await this.#filesFor(typed));
  }

  /** Symbols of the editor's document, then of the workspace. */
  async symbols(typed: string): Promise<FoundCandidate[]> {
    return items(await this.#symbolsFor(typed));
  }

  /** What there is one of at most, where there is one now. */
  fixed(): FoundCandidate[] {
    return fixedCandidates(this.#editor());
  }

  #filesFor(typed: string): Promise<Scored<FoundCandidate>[]> {
    const front = this.#editor()?.document.uri;
    return this.#files.find(typed.trim().toLowerCase(), front, MOST, LONGEST_SEARCH);
  }

  async #symbolsFor(typed: string): Promise<Scored<FoundCandidate>[]> {
    const uri = this.#editor()?.document.uri;
    const [own, all] = await Promise.all([
      uri === undefined ? [] : within(LONGEST_WAIT, documentSymbols(uri), []),
      typed.trim() === '' ? [] : within(LONGEST_WAIT, workspaceSymbols(typed.trim()), []),
    ]);
    const elsewhere = all.filter((symbol) => symbol.uri.toString() !== uri?.toString());
    const found = best(
      fitting(typed, [...own, ...elsewhere], ({ name }) => name),
      MOST,
    );
    return found.map(({ item, score }) => ({ item: symbolCandidate(item), score }));
  }
}

/** Those whose name fits, or all as long as nothing is typed. */
function fitting<T>(typed: string, all: readonly T[], nameOf: (item: T) => string): Scored<T>[] {
  const query = typed.trim().toLowerCase();
  return scored(all, (item) => (query === '' ? 0 : fuzzyNameScore(query, nameOf(item))));
}

function items(found: readonly Scored<FoundCandidate>[]): FoundCandidate[] {
  return best(found, MOST).map(({ item }) => item);
}

function symbolCandidate(symbol: FoundSymbol): FoundCandidate {
  return {
    source: { kind: 'symbol', symbol },
    label: symbol.name,
    detail: `${shownPath(symbol.uri)}:${symbol.range.start.line + 1}`,
  };
}

function fixedCandidates(editor: vscode.TextEditor | undefined): FoundCandidate[] {
  const uri = editor?.document.uri;
  const path = uri && shownPath(uri);
  return [
    ...(editor === undefined || editor.selection.isEmpty || path === undefined
      ? []
      : [{ source: { kind: 'selection' }, label: vscode.l10n.t('Selection'), detail: path } as const]),
    ...(uri === undefined || path === undefined
      ? []
      : [
          { source: { kind: 'currentFile' }, label: vscode.l10n.t('Current File'), detail: path } as const,
          {
            source: { kind: 'problems', uri },
            label: vscode.l10n.t('Problems in This File'),
            detail: path,
          } as const,
        ]),
    { source: { kind: 'problems' }, label: vscode.l10n.t('Problems in the Workspace') },
    { source: { kind: 'diff' }, label: vscode.l10n.t('Git Changes') },
    ...(vscode.window.activeTerminal === undefined
      ? []
      : [
          {
            source: { kind: 'terminal' },
            label: vscode.l10n.t('Terminal Selection'),
            detail: vscode.window.activeTerminal.name,
          } as const,
        ]),
  ];
}

interface NamedFile {
  path: string;
  uri: vscode.Uri;
  isFolder?: true;
}

/** The files and folders of the workspace, by what was typed. */
class CandidateFiles {
  #files: readonly NamedFile[] = [];
  #reading: Promise<void> | undefined;
  #readAt = 0;

  /**
   * @param query in lower case
   * @param front the file in front, which comes first as long as nothing is typed
   * @param wait the longest, in ms: then the files of an earlier search have to do
   */
  async find(
    query: string,
    front: vscode.Uri | undefined,
    most: number,
    wait: number,
  ): Promise<Scored<FoundCandidate>[]> {
    if (Date.now() - this.#readAt > FRESH) {
      this.#reading ??= this.#read();
      await within(wait, this.#reading, undefined);
    }
    const open = openFiles(front);
    const isOpen = new Set(open.map(({ uri }) => uri.toString()));
    const others = this.#files.filter(({ uri }) => !isOpen.has(uri.toString()));
    const fitting = scored([...open, ...others], (file) => (query === '' ? 0 : score(query, file, isOpen)));
    return best(fitting, most).map(({ item, score }) => ({ item: candidate(item), score }));
  }

  async #read(): Promise<void> {
    const roots = vscode.workspace.workspaceFolders ?? [];
    try {
      const found = await Promise.all(roots.map(({ uri }) => searchFiles(uri, MOST_FILES)));
      const files = found.flat().map((uri) => ({ path: shownPath(uri), uri }));
      this.#files = [...files.sort(byPath), ...folders(files)];
      this.#readAt = Date.now();
    } finally {
      this.#reading = undefined;
    }
  }
}

/** Folders have no entry of their own in a search. */
function folders(files: readonly NamedFile[]): NamedFile[] {
  const roots = vscode.workspace.workspaceFolders ?? [];
  return roots.flatMap((root) => {
    const start = root.uri.path.endsWith('/') ? root.uri.path : `${root.uri.path}/`;
    const inside = files
      .filter(({ uri }) => uri.authority === root.uri.authority && uri.path.startsWith(start))
      .map(({ uri }) => uri.path.slice(start.length));
    return foldersOf(inside).map((folder) => {
      const uri = vscode.Uri.joinPath(root.uri, folder);
      return { path: shownPath(uri), uri, isFolder: true as const };
    });
  });
}

/** The files of the editors that are open, the one in front first. */
function openFiles(front: vscode.Uri | undefined): NamedFile[] {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const unique = new Map(
    [...(front === undefined ? [] : [front]), ...uris].map((uri) => [uri.toString(), uri] as const),
  );
  return [...unique.values()].map((uri) => ({ path: shownPath(uri), uri }));
}

function score(query: string, file: NamedFile, open: ReadonlySet<string>): number | undefined {
  const fits = fuzzyFileScore(query, file.path);
  return fits === undefined ? undefined : fits + (open.has(file.uri.toString()) ? 100 : 0);
}

function candidate({ path, uri, isFolder }: NamedFile): FoundCandidate {
  const end = path.lastIndexOf('/');
  return {
    source: { kind: isFolder ? 'folder' : 'file', uri },
    label: path.slice(end + 1),
    ...(end > 0 && { detail: path.slice(0, end) }),
  };
}

function byPath(a: NamedFile, b: NamedFile): number {
  return a.path < b.path ? -1 : 1;
}
