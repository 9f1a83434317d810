import * as vscode from 'vscode';
import { findCell } from './findCell.ts';
import { withTimeout } from './withTimeout.ts';

/** Schemes of the output view, and of documents of this extension that can only be read. */
const EXCLUDED_SCHEMES = ['output', 'assistant-request', 'assistant-attachment', 'assistant-diagram'];

/** Maximum time to wait for the sides of a diff that was shown. */
const SHOW_TIMEOUT_MS = 2_000;

/** What a tab shows. */
export interface TabContent {
  readonly kind: 'text' | 'diff' | 'notebook' | 'custom' | 'other';
  /** One file or, of a diff, two. */
  readonly uris: readonly vscode.Uri[];
}

/** What a tab shows. `undefined` if that is no document of the user, as in the chat and the settings. */
export function whatIsIn({ input }: vscode.Tab): TabContent | undefined {
  if (input instanceof vscode.TabInputText) {
    return EXCLUDED_SCHEMES.includes(input.uri.scheme) ? undefined : { kind: 'text', uris: [input.uri] };
  }
  if (input instanceof vscode.TabInputTextDiff) {
    return { kind: 'diff', uris: [input.original, input.modified] };
  }
  if (input instanceof vscode.TabInputNotebook) {
    return { kind: 'notebook', uris: [input.uri] };
  }
  if (input instanceof vscode.TabInputCustom) {
    return { kind: 'custom', uris: [input.uri] };
  }
  const isPage = input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputTerminal;
  // Merge editors, and whatever else VS Code has without a stable API for it.
  return input === undefined || isPage ? undefined : { kind: 'other', uris: [] };
}

export function isSame(one: TabContent, other: TabContent): boolean {
  return one.kind === other.kind && one.uris.join() === other.uris.join();
}

/** Whether a visible editor may be that of a tab, or a part of it. */
export function isIn(
  { input, group }: vscode.Tab,
  { document: { uri }, viewColumn }: vscode.TextEditor,
): boolean {
  // An editor that is part of another, such as a side of a diff or a cell, has no column.
  const isPart = viewColumn === undefined;
  if (input instanceof vscode.TabInputText) {
    return viewColumn === group.viewColumn && isEqual(uri, input.uri);
  }
  if (input instanceof vscode.TabInputTextDiff) {
    return isPart && (isEqual(uri, input.original) || isEqual(uri, input.modified));
  }
  if (input instanceof vscode.TabInputNotebook) {
    return isPart && isEqual(findCell(uri)?.notebook.uri, input.uri);
  }
  return !(input instanceof vscode.TabInputCustom) && (isPart || viewColumn === group.viewColumn);
}

/** Whether a tab shows a document to edit it: on the left side of a diff, people compare. */
export function canEdit({ input }: vscode.Tab, { uri }: vscode.TextDocument): boolean {
  if (input instanceof vscode.TabInputNotebook) {
    return isEqual(findCell(uri)?.notebook.uri, input.uri);
  }
  return (
    (input instanceof vscode.TabInputText && isEqual(uri, input.uri)) ||
    (input instanceof vscode.TabInputTextDiff && isEqual(uri, input.modified))
  );
}

/** Gives the focus to the left side of a diff that has it, if the document is on that side. */
export async function focusSide({ input }: vscode.Tab, { uri }: vscode.TextDocument): Promise<void> {
  if (input instanceof vscode.TabInputTextDiff && isEqual(uri, input.original)) {
    await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
  }
}

export async function showTab(
  tab: vscode.Tab,
  document: vscode.TextDocument,
  preserveFocus: boolean,
): Promise<vscode.TextEditor | undefined> {
  const {
    input,
    label,
    group: { viewColumn },
  } = tab;
  const cell = findCell(document.uri);
  if (cell !== undefined) {
    return showCell(cell, { viewColumn, preserveFocus });
  }
  if (!(input instanceof vscode.TabInputTextDiff)) {
    return vscode.window.showTextDocument(document, { viewColumn, preserveFocus });
  }
  const options = { viewColumn, preserveFocus, override: false };
  await vscode.commands.executeCommand('vscode.diff', input.original, input.modified, label, options);
  if (!preserveFocus) {
    await focusSide(tab, document);
  }
  return shownPart(document);
}

/** VS Code tells of the sides of a diff a moment after it has shown them. */
async function shownPart({ uri }: vscode.TextDocument): Promise<vscode.TextEditor | undefined> {
  const find = (): vscode.TextEditor | undefined =>
    vscode.window.visibleTextEditors.find(
      (editor) => editor.viewColumn === undefined && isEqual(editor.document.uri, uri),
    );
  let listener: vscode.Disposable | undefined;
  const isShown = new Promise<void>((resolve) => {
    listener = vscode.window.onDidChangeVisibleTextEditors(() => {
      if (find() !== undefined) {
        resolve();
      }
    });
  });
  if (find() === undefined) {
    await withTimeout(SHOW_TIMEOUT_MS, isShown, undefined);
  }
  listener?.dispose();
  return find();
}

/** A cell that is not scrolled into view yet has no editor. */
export async function showCell(
  { notebook, index, document }: vscode.NotebookCell,
  options: { viewColumn: vscode.ViewColumn; preserveFocus?: boolean },
): Promise<vscode.TextEditor | undefined> {
  const selections = [new vscode.NotebookRange(index, index + 1)];
  await vscode.window.showNotebookDocument(notebook, { ...options, selections });
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document);
}

export function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

export function isEqual(one: vscode.Uri | undefined, other: vscode.Uri | undefined): boolean {
  return one !== undefined && one.toString() === other?.toString();
}

/**
 * Where to open an editor: in the active group or, if that shows the chat, in a group with a text editor or a new one
 * beside it.
 */
export function columnBesideChat(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  if (!showsChat(activeTabGroup)) {
    return vscode.ViewColumn.Active;
  }
  const beside = all.find(
    ({ activeTab }) =>
      activeTab?.input instanceof vscode.TabInputText || activeTab?.input instanceof vscode.TabInputTextDiff,
  );
  return beside?.viewColumn ?? vscode.ViewColumn.Beside;
}

export function showsChat({ activeTab }: vscode.TabGroup): boolean {
  return activeTab?.input instanceof vscode.TabInputWebview;
}
