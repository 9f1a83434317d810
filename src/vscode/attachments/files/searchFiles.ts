import * as vscode from 'vscode';
import { withTimeout } from '../../withTimeout.ts';
import { IgnoreFiles } from './ignoreFiles.ts';

/** File systems that VS Code always searches itself. */
const SEARCHABLE_SCHEMES = ['file', 'vscode-remote'];

/** Of others, the extension that brings them may bring a search, or not: then VS Code waits for one for ever. ms */
const SEARCH_TIMEOUT_MS = 2000;

/** Maximum number of folders that are walked through: each is a question to a file system that may be far away. */
const MAX_FOLDERS = 200;

/** Folders of things that were fetched or built: what version control would leave out in most workspaces. */
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
 * The files in a folder and the folders in it, but for those that are hidden or that Git ignores; not sorted. What
 * can't be searched is walked through.
 *
 * @param maxFiles as many are looked for
 */
export async function searchFiles(folder: vscode.Uri, maxFiles: number): Promise<readonly vscode.Uri[]> {
  const ignored = await IgnoreFiles.forFolder(folder);
  const globs = ignored.ignoredFolderGlobs;
  const found = await findInFolder(folder, globs, maxFiles);
  if (found.length === 0) {
    // A folder of which everything is ignored was asked for all the same.
    return SEARCHABLE_SCHEMES.includes(folder.scheme)
      ? findInFolder(folder, [], maxFiles)
      : walk(folder, ignored);
  }
  // Each `.gitignore` that is found on the way may say that more, or less, is to be looked for.
  await ignored.readFound(found);
  const isTooFew = hasNewGlob(globs, ignored.ignoredFolderGlobs);
  const isTooMany = found.length >= maxFiles && hasNewGlob(ignored.ignoredFolderGlobs, globs);
  if (!isTooFew && !isTooMany) {
    return ignored.filter(found);
  }
  const secondSearch = await findInFolder(folder, ignored.ignoredFolderGlobs, maxFiles);
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
): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const excluded = excludePattern(ignored);
  if (SEARCHABLE_SCHEMES.includes(folder.scheme)) {
    return vscode.workspace.findFiles(pattern, excluded, maxFiles);
  }
  const cancel = new vscode.CancellationTokenSource();
  try {
    const found = vscode.workspace.findFiles(pattern, excluded, maxFiles, cancel.token);
    return await withTimeout(SEARCH_TIMEOUT_MS, found, []);
  } finally {
    cancel.cancel();
    cancel.dispose();
  }
}

/**
 * The files in a folder and the folders in it, for file systems that VS Code can't search. Links are not followed, and
 * no folder is looked into that Git ignores.
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

/** @param name of a folder */
function isExcludedByDefault(name: string): boolean {
  return DEFAULT_EXCLUDES.includes(`**/${name}`);
}

/**
 * The pattern of the files that the user hides from searches, of those above, and of others. What is hidden from the
 * explorer (`files.exclude`) VS Code leaves out of what it finds by itself.
 *
 * @param ignored patterns of what Git ignores
 */
function excludePattern(ignored: readonly string[]): string {
  const setting = vscode.workspace.getConfiguration('search').get<Record<string, unknown>>('exclude') ?? {};
  // Those that hold on condition of another file are taken by no search.
  const hidden = Object.keys(setting).filter((pattern) => setting[pattern] === true);
  return `{${[...new Set([...hidden, ...ignored, ...DEFAULT_EXCLUDES])].join(',')}}`;
}
