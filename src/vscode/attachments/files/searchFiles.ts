import * as vscode from 'vscode';
import { within } from '../../within.ts';
import { excludedFiles } from './excludes.ts';
import { IgnoreFiles } from './ignoreFiles.ts';
import { walk } from './walk.ts';

/** File systems that VS Code always searches itself. */
const SEARCHED = ['file', 'vscode-remote'];

/** Of others, the extension that brings them may bring a search, or not: then VS Code waits for one for ever. ms */
const LONGEST_SEARCH = 2000;

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
