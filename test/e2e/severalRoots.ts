import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Workbench } from '../harness/vscode/workbench.ts';

/** Workspace file with the sample folder and another one of the same name. */
export function workspaceFile(folder: string): string {
  return join(dirname(folder), 'both.code-workspace');
}

export function secondRoot(folder: string): string {
  return join(dirname(folder), 'second/sample');
}

/** Copies the sample folder, with a few differences, and writes the workspace file. For `EndToEndOptions.prepare`. */
export async function writeWorkspaceFile(_dataDir: string, folder: string): Promise<void> {
  const second = secondRoot(folder);
  await cp(folder, second, { recursive: true });
  await rename(join(second, 'units.ts'), join(second, 'measures.ts'));
  for (const name of ['duration.ts', 'shapes.py']) {
    const path = join(second, name);
    await writeFile(path, `${await readFile(path, 'utf8')}\n// of the second\n`);
  }
  const folders = [{ path: 'sample' }, { path: 'second/sample' }];
  await writeFile(workspaceFile(folder), JSON.stringify({ folders }));
}

/**
 * Reloads the window until it has the folders of its workspace file: VS Code in a browser opens it without them until it
 * has stored which these are.
 *
 * @param name of a file in the last folder
 */
export async function untilFoldersAreListed(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench;
  const file = page.locator('.explorer-viewlet .monaco-list-row', { hasText: name });
  const none = page.locator('.explorer-viewlet .pane-header', { hasText: 'No Folder Opened' });
  await workbench.waitUntil(async () => {
    await page.reload();
    await workbench.ready();
    await file.or(none).first().waitFor();
    return file.isVisible();
  });
}
