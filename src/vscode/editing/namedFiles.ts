import * as vscode from 'vscode';
import { SerialQueue } from '../../base/serialQueue.ts';
import { type FileReference, isSearchable } from '../../core/code/fileReference.ts';
import { rootPathsOf } from '../../core/rootNames.ts';
import { safePathSegments } from '../../core/safePathSegments.ts';
import { WorkspaceFiles } from '../attachments/files/findByName.ts';
import { catchErrorCode } from '../fileErrors.ts';
import { READ_LIMIT_MS, withTimeout } from '../withTimeout.ts';
import { findFiles } from '../workspaceFile.ts';

/** Maximum number of names that are searched for in all folders: they are one glob. */
const MAX_SEARCHED = 50;

/** Finds the files that names of a reply may mean. Opens and reads none. */
export class NamedFiles {
  readonly #workspace = new WorkspaceFiles();
  /** Several replies may come into view at once. */
  readonly #searches = new SerialQueue();

  /**
   * The files that each reference may mean: those with this path in a workspace folder or, without a folder or if there
   * are none, all that end with it. `tooMany` if they were not all found.
   */
  async find(references: readonly FileReference[]): Promise<(readonly vscode.Uri[] | 'tooMany')[]> {
    const paths = references.map(({ segments }) => segments.join('/'));
    const exact = await Promise.all(paths.map((path) => findFiles(path)));
    const isSearched = (path: string, index: number): boolean => {
      const reference = references[index];
      return (
        reference !== undefined &&
        isSearchable(reference) &&
        (!path.includes('/') || exact[index]?.length === 0)
      );
    };
    const all = [...new Set(paths.filter(isSearched))];
    const ends = all.slice(0, MAX_SEARCHED);
    const found = ends.length === 0 ? [] : await this.#searches.add(() => this.#workspace.findByEnds(ends));
    return paths.map((path, index) => {
      const atTop = exact[index] ?? [];
      const elsewhere = isSearched(path, index) ? found[ends.indexOf(path)] : [];
      const files = new Map([...atTop, ...(elsewhere ?? [])].map((uri) => [uri.toString(), uri]));
      return elsewhere === undefined ? 'tooMany' : [...files.values()];
    });
  }
}

/**
 * Where a file with this path can be made: in each workspace folder, or in the one that it names. Nothing may be there, and
 * no link on the way.
 * @param beside a folder where a name without one may belong too
 */
export async function placesForNewFile(path: string, beside?: vscode.Uri): Promise<vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const places = rootPathsOf(
    path,
    folders.map(({ name }) => name),
  );
  const shown = places.filter(({ isShown, path: own }) => isShown && own !== path);
  const found = await Promise.all(
    (shown.length > 0 ? shown : places).map(async (place) => {
      const segments = safePathSegments(place.path);
      const folder = folders[place.root]?.uri;
      return folder !== undefined && segments !== undefined && (await canBeMade(folder, segments))
        ? vscode.Uri.joinPath(folder, ...segments)
        : undefined;
    }),
  );
  const segments = safePathSegments(path);
  const [name, ...others] = segments ?? [];
  const isBeside =
    beside !== undefined && name !== undefined && others.length === 0 && (await canBeMade(beside, [name]));
  const all = [...found, isBeside ? vscode.Uri.joinPath(beside, name) : undefined];
  const unique = new Map(all.flatMap((uri) => (uri === undefined ? [] : [[uri.toString(), uri]])));
  return [...unique.values()];
}

async function canBeMade(folder: vscode.Uri, segments: readonly string[]): Promise<boolean> {
  for (const end of segments.keys()) {
    const uri = vscode.Uri.joinPath(folder, ...segments.slice(0, end + 1));
    const type = await typeOf(uri);
    if (type === 'nothing') {
      return true;
    }
    if (end === segments.length - 1 || type !== vscode.FileType.Directory) {
      return false;
    }
  }
  return false;
}

/** Of a link, it equals no other type. `undefined` if the file system doesn't say what is there. */
function typeOf(uri: vscode.Uri): Promise<vscode.FileType | 'nothing' | undefined> {
  const stat = catchErrorCode('FileNotFound', vscode.workspace.fs.stat(uri), undefined);
  return withTimeout<vscode.FileType | 'nothing' | undefined>(
    READ_LIMIT_MS,
    stat.then((found) => found?.type ?? 'nothing'),
    undefined,
  );
}
