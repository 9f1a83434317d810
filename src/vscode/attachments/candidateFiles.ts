import * as vscode from 'vscode';
import { foldersOf } from '../../core/attachments/foldersOf.ts';
import { fuzzyFileScore } from '../../core/attachments/fuzzyScore.ts';
import { best, type Scored, scored } from '../../core/attachments/rank.ts';
import { within } from '../within.ts';
import { searchFiles } from './files/searchFiles.ts';
import type { FoundCandidate } from './kinds/source.ts';
import { shownPath } from './selectionCapture.ts';

/** As many files are looked through. */
const MOST_FILES = 50_000;

/** While somebody types, the files of a moment ago will do. ms */
const FRESH = 5000;

interface NamedFile {
  path: string;
  uri: vscode.Uri;
  isFolder?: true;
}

/** The files and folders of the workspace, by what was typed. */
export class CandidateFiles {
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
