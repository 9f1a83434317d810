import * as vscode from 'vscode';
import { ok } from '../assert.ts';
import { isSame } from './personsDocuments.ts';

/** Time that VS Code and the extension may take to do what a step made, in ms. Only what hangs takes this long. */
const PATIENCE_MS = 15_000;

export function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

export function keyOf({ input }: vscode.Tab): string {
  if (input instanceof vscode.TabInputText) {
    return `text ${input.uri}`;
  }
  if (input instanceof vscode.TabInputTextDiff) {
    return `diff ${input.original} ${input.modified}`;
  }
  return input instanceof vscode.TabInputNotebook ? `notebook ${input.uri}` : 'chat';
}

/** Of the active tab. Empty if there is none. */
export function activeKey(): string {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab === undefined ? '' : keyOf(activeTab);
}

/** Whether a tab shows an editor, by what VS Code tells of both. */
export function shows({ input, group }: vscode.Tab, { document, viewColumn }: vscode.TextEditor): boolean {
  const { uri } = document;
  if (input instanceof vscode.TabInputText) {
    return viewColumn === group.viewColumn && isSame(uri, input.uri);
  }
  if (input instanceof vscode.TabInputTextDiff) {
    return viewColumn === undefined && (isSame(uri, input.original) || isSame(uri, input.modified));
  }
  return (
    input instanceof vscode.TabInputNotebook &&
    vscode.workspace.notebookDocuments.some(
      (notebook) =>
        isSame(notebook.uri, input.uri) && notebook.getCells().some((cell) => cell.document === document),
    )
  );
}

export const NOT_FOCUSED = 'The active editor does not have the focus';

/** Why VS Code does not show yet what its tabs say. */
export function whatIsWrong(): string | undefined {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const visible = vscode.window.visibleTextEditors;
  for (const { activeTab } of all) {
    const count = visible.filter((one) => activeTab && shows(activeTab, one)).length;
    if (activeTab !== undefined && keyOf(activeTab) !== 'chat' && count === 0) {
      return `${keyOf(activeTab)} has no editor`;
    }
  }
  // VS Code may go on listing the cells of a notebook and the sides of a diff that were hidden.
  const editors = visible.filter(({ viewColumn }) => viewColumn !== undefined);
  if (editors.some((one) => !all.some(({ activeTab }) => activeTab && shows(activeTab, one)))) {
    return 'A hidden editor is visible';
  }
  const { activeTab } = activeTabGroup;
  const active = vscode.window.activeTextEditor;
  // VS Code may go on telling of the text editor from which the chat or a notebook took the focus.
  if (activeTab === undefined || !/^(text|diff) /.test(keyOf(activeTab))) {
    return undefined;
  }
  return active && shows(activeTab, active) ? undefined : NOT_FOCUSED;
}

/** What VS Code tells of its tabs and editors, for the message of a failure. */
function shownNow(): string {
  const { tabGroups, visibleTextEditors, activeTextEditor } = vscode.window;
  const tabs = tabGroups.all.map(
    (group) =>
      `${group.viewColumn}${group.isActive ? ' (active)' : ''}: ${group.tabs.map((tab) => `${tab.isActive ? '*' : ''}${keyOf(tab)}`).join(', ')}`,
  );
  const editors = visibleTextEditors.map(
    (one) => `${one === activeTextEditor ? '*' : ''}${one.document.uri} in ${one.viewColumn}`,
  );
  return [...tabs, `Editors: ${editors.join(', ')}`].join('\n');
}

/** Waits until nothing is wrong. @throws Error with what still is, if it hangs */
export async function patiently(
  whatIsWrong: () => string | undefined | Promise<string | undefined>,
): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const wrong = await whatIsWrong();
    if (wrong === undefined) {
      return;
    }
    ok(Date.now() < end, `Still: ${wrong}\n${shownNow()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
