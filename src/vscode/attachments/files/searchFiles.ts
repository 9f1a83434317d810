import * as vscode from 'vscode';
import { withTimeout } from '../../withTimeout.ts';
import { IgnoreFiles } from './ignoreFiles.ts';

/** File systems that VS Code can always search. */
const SEARCHABLE_SCHEMES = ['file', 'vscode-remote'];

/** Timeout for other file systems, in ms: without a search provider, `findFiles` never resolves. */
const SEARCH_TIMEOUT_MS = 2000;

/** Maximum number of folders to walk: each is a call to a file system that may be remote. */
const MAX_FOLDERS = 200;

/** Downloaded and generated folders, which most workspaces exclude from version control. */
const DEFAULT_EXCLUDES = [
  '**/.git',
  '**/node_modules',
  '**/bower_components',
  '**/__pycache__',
  '**/.venv',
  '**/.gradle',
  '**/.next',
  '**/.DS_Store',
];

/**
 * Finds the files in a folder, recursively, without hidden files and files that Git ignores; not sorted. Walks the
 * folders if VS Code can't search the file system.
 */
export async function searchFiles(
  folder: vscode.Uri,
  maxFiles: number,
  timeoutMs = SEARCH_TIMEOUT_MS,
): Promise<readonly vscode.Uri[]> {
  const ignored = await IgnoreFiles.forFolder(folder);
  const globs = ignored.ignoredFolderGlobs;
  const found = await findInFolder(folder, globs, maxFiles, timeoutMs);
  if (found.length === 0) {
    // The user chose this folder, so its files are listed even if all of them are ignored.
    return SEARCHABLE_SCHEMES.includes(folder.scheme)
      ? findInFolder(folder, [], maxFiles, timeoutMs)
      : walk(folder, ignored);
  }
  // Search again if the `.gitignore` files that were found exclude more folders, or fewer.
  await ignored.readFound(found);
  const isTooFew = hasNewGlob(globs, ignored.ignoredFolderGlobs);
  const isTooMany = found.length >= maxFiles && hasNewGlob(ignored.ignoredFolderGlobs, globs);
  if (!isTooFew && !isTooMany) {
    return ignored.filter(found);
  }
  const secondSearch = await findInFolder(folder, ignored.ignoredFolderGlobs, maxFiles, timeoutMs);
  await ignored.readFound(secondSearch);
  return ignored.filter(secondSearch);
}

function hasNewGlob(globs: readonly string[], known: readonly string[]): boolean {
  const knownGlobs = new Set(known);
  return globs.some((glob) => !knownGlobs.has(glob));
}

async function findInFolder(
  folder: vscode.Uri,
  ignored: readonly string[],
  maxFiles: number,
  timeoutMs: number,
): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const excluded = excludePattern(ignored);
  if (SEARCHABLE_SCHEMES.includes(folder.scheme)) {
    return vscode.workspace.findFiles(pattern, excluded, maxFiles);
  }
  const cancel = new vscode.CancellationTokenSource();
  try {
    const found = vscode.workspace.findFiles(pattern, excluded, maxFiles, cancel.token);
    return await withTimeout(timeoutMs, found, []);
  } finally {
    cancel.cancel();
    cancel.dispose();
  }
}

/**
 * Lists the files in a folder, recursively, for file systems that VS Code can't search. Doesn't follow links or enter
 * ignored folders.
 */
async function walk(root: vscode.Uri, ignored: IgnoreFiles): Promise<readonly vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  const folders = [root];
  for (let index = 0; index < Math.min(folders.length, MAX_FOLDERS); index += 1) {
    const folder = folders[index] ?? root;
    const entries = await readEntries(folder);
    const entriesOfType = (wanted: vscode.FileType): vscode.Uri[] =>
      entries.flatMap(([name, type]) => (type === wanted ? [vscode.Uri.joinPath(folder, name)] : []));
    const folderFiles = entriesOfType(vscode.FileType.File);
    files.push(...folderFiles);
    await ignored.readFound(folderFiles);
    folders.push(...entriesOfType(vscode.FileType.Directory).filter((uri) => !isExcluded(uri, ignored)));
  }
  return ignored.filter(files);
}

function isExcluded(folder: vscode.Uri, ignored: IgnoreFiles): boolean {
  return (
    isExcludedByDefault(folder.path.slice(folder.path.lastIndexOf('/') + 1)) || ignored.ignoresFolder(folder)
  );
}

async function readEntries(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

function isExcludedByDefault(name: string): boolean {
  return DEFAULT_EXCLUDES.includes(`**/${name}`);
}

/**
 * Exclude pattern of `search.exclude`, the default excludes and what Git ignores. VS Code itself applies
 * `files.exclude`.
 *
 * @param ignored globs of the folders that Git ignores
 */
function excludePattern(ignored: readonly string[]): string {
  const setting = vscode.workspace.getConfiguration('search').get<Record<string, unknown>>('exclude') ?? {};
  // `findFiles` supports no conditions (`when` of a sibling file).
  const hidden = Object.keys(setting).filter((pattern) => setting[pattern] === true);
  return `{${[...new Set([...hidden, ...ignored, ...DEFAULT_EXCLUDES])].join(',')}}`;
}
