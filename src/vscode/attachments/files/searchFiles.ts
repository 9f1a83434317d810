import * as vscode from 'vscode';
import { within } from '../../within.ts';
import { IgnoreFiles } from './ignoreFiles.ts';

/** File systems that VS Code always searches itself. */
const SEARCHED = ['file', 'vscode-remote'];

/** Of others, the extension that brings them may bring a search, or not: then VS Code waits for one for ever. ms */
const LONGEST_SEARCH = 2000;

/** Maximum number of folders that are walked through: each is a question to a file system that may be far away. */
const MOST_FOLDERS = 200;

/** Folders of things that were fetched or built: what version control would leave out in most workspaces. */
const USUALLY_IGNORED = [
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
 * @param most as many are looked for
 */
export async function searchFiles(folder: vscode.Uri, most: number): Promise<readonly vscode.Uri[]> {
  const ignored = await IgnoreFiles.above(folder);
  const globs = ignored.globs;
  const found = await search(folder, globs, most);
  if (found.length === 0) {
    // A folder of which everything is ignored was asked for all the same.
    return SEARCHED.includes(folder.scheme) ? search(folder, [], most) : walk(folder, ignored);
  }
  // Each `.gitignore` that is found on the way may say that more, or less, is to be looked for.
  await ignored.readFound(found);
  const isTooFew = isAnyNew(globs, ignored.globs);
  const isTooMany = found.length >= most && isAnyNew(ignored.globs, globs);
  if (!isTooFew && !isTooMany) {
    return ignored.keep(found);
  }
  const again = await search(folder, ignored.globs, most);
  await ignored.readFound(again);
  return ignored.keep(again);
}

function isAnyNew(globs: readonly string[], known: readonly string[]): boolean {
  const all = new Set(known);
  return globs.some((glob) => !all.has(glob));
}

async function search(
  folder: vscode.Uri,
  ignored: readonly string[],
  most: number,
): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const excluded = excludedFiles(ignored);
  if (SEARCHED.includes(folder.scheme)) {
    return vscode.workspace.findFiles(pattern, excluded, most);
  }
  const cancel = new vscode.CancellationTokenSource();
  try {
    const found = vscode.workspace.findFiles(pattern, excluded, most, cancel.token);
    return await within(LONGEST_SEARCH, found, []);
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
  for (let index = 0; index < Math.min(folders.length, MOST_FOLDERS); index += 1) {
    const folder = folders[index] ?? root;
    const entries = await entriesOf(folder);
    const here = (wanted: vscode.FileType): vscode.Uri[] =>
      entries.flatMap(([name, type]) => (type === wanted ? [vscode.Uri.joinPath(folder, name)] : []));
    const own = here(vscode.FileType.File);
    files.push(...own);
    await ignored.readFound(own);
    folders.push(...here(vscode.FileType.Directory).filter((uri) => !isLeftOut(uri, ignored)));
  }
  return ignored.keep(files);
}

function isLeftOut(folder: vscode.Uri, ignored: IgnoreFiles): boolean {
  return (
    isUsuallyIgnored(folder.path.slice(folder.path.lastIndexOf('/') + 1)) || ignored.leavesOutFolder(folder)
  );
}

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

/** @param name of a folder */
function isUsuallyIgnored(name: string): boolean {
  return USUALLY_IGNORED.includes(`**/${name}`);
}

/**
 * The pattern of the files that the user hides from searches, of those above, and of others. What is hidden from the
 * explorer (`files.exclude`) VS Code leaves out of what it finds by itself.
 *
 * @param ignored patterns of what Git ignores
 */
function excludedFiles(ignored: readonly string[]): string {
  const setting = vscode.workspace.getConfiguration('search').get<Record<string, unknown>>('exclude') ?? {};
  // Those that hold on condition of another file are taken by no search.
  const hidden = Object.keys(setting).filter((pattern) => setting[pattern] === true);
  return `{${[...new Set([...hidden, ...ignored, ...USUALLY_IGNORED])].join(',')}}`;
}
