import * as vscode from 'vscode';
import { excludedFiles } from './excludes.ts';
import { walk } from './walk.ts';
import { within } from './within.ts';

/** File systems that VS Code always searches itself. */
const SEARCHED = ['file', 'vscode-remote'];

/** Of others, the extension that brings them may bring a search, or not: then VS Code waits for one for ever. ms */
const LONGEST_SEARCH = 2000;

/**
 * The files in a folder and the folders in it, but for those that are hidden or ignored; not sorted. What can't be
 * searched is walked through.
 *
 * @param most as many are looked for
 */
export async function searchFiles(folder: vscode.Uri, most: number): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const excluded = await excludedFiles();
  if (SEARCHED.includes(folder.scheme)) {
    return vscode.workspace.findFiles(pattern, excluded, most);
  }
  const cancel = new vscode.CancellationTokenSource();
  try {
    const search = vscode.workspace.findFiles(pattern, excluded, most, cancel.token);
    const found = await within(LONGEST_SEARCH, search, []);
    return found.length > 0 ? found : await walk(folder);
  } finally {
    cancel.cancel();
    cancel.dispose();
  }
}
