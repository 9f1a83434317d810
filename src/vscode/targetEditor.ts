import * as vscode from 'vscode';
import { findCell } from './findCell.ts';

/** Schemes of the output view and of this extension's own documents. */
const EXCLUDED_SCHEMES = [
  'output',
  'assistant-request',
  'assistant-attachment',
  'assistant-review',
  'assistant-diagram',
];

/** A visible text editor, or the tab of a document that is hidden by another tab. */
type FoundEditor = { editor: vscode.TextEditor } | { tab: vscode.Tab; document: vscode.TextDocument };

/** A document, and what is selected in it. */
export type EditorSource = Pick<vscode.TextEditor, 'document' | 'selection'>;

/** Tracks the text editors that last had the focus, because the panel takes the focus away from them. */
export class TargetEditor implements vscode.Disposable {
  /** The most recently focused one comes first. */
  #recentEditors: readonly vscode.TextEditor[] = [];
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when another editor may be the current one, or the source. */
  readonly onDidChange = this.#changed.event;
  readonly #listeners = vscode.Disposable.from(
    this.#changed,
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      this.#remember(editor);
      this.#changed.fire();
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => this.#changed.fire()),
    vscode.window.tabGroups.onDidChangeTabs(() => this.#changed.fire()),
  );

  constructor() {
    this.#remember(vscode.window.activeTextEditor);
  }

  /** The editor that replies are inserted into. `undefined` if it is not visible. */
  get current(): vscode.TextEditor | undefined {
    const found = this.#find();
    return found !== undefined && 'editor' in found ? found.editor : undefined;
  }

  /** The editor that questions are about: the current one or, if the chat in an editor tab hides it, that one. */
  get source(): EditorSource | undefined {
    const found = this.#find();
    if (found === undefined || 'editor' in found) {
      return found?.editor;
    }
    const { tab, document } = found;
    const last = this.#recentEditors.find((editor) => editor.document === document);
    if (last === undefined || document.isClosed || !showsChat(tab.group)) {
      return undefined;
    }
    // VS Code restores these positions too, even if the text has changed meanwhile.
    const { start, end } = document.validateRange(last.selection);
    return { document, selection: new vscode.Selection(start, end) };
  }

  /** Whether there is an editor to insert into, visible or hidden by another tab. */
  get hasEditor(): boolean {
    return this.#find() !== undefined;
  }

  /** Reveals the editor that replies are inserted into. VS Code restores its selections. */
  async show(): Promise<vscode.TextEditor | undefined> {
    const found = this.#find();
    return found === undefined || 'editor' in found
      ? found?.editor
      : vscode.window.showTextDocument(found.document, {
          viewColumn: found.tab.group.viewColumn,
          preserveFocus: true,
        });
  }

  /**
   * Shows a document with the focus: where it is visible, in the tab that it has, or in a new tab. Never hides the
   * chat in an editor tab.
   */
  async open(document: vscode.TextDocument): Promise<vscode.TextEditor | undefined> {
    const editor = findEditable(document);
    if (editor !== undefined) {
      await this.focus(editor);
      return editor;
    }
    const cell = findCell(document.uri);
    if (cell !== undefined) {
      const { notebook, index } = cell;
      await vscode.window.showNotebookDocument(notebook, {
        selections: [new vscode.NotebookRange(index, index + 1)],
      });
      return vscode.window.visibleTextEditors.find((one) => one.document === document);
    }
    const tab = findTab({ document })?.tab;
    return vscode.window.showTextDocument(
      document,
      tab === undefined || showsChat(tab.group) ? columnBesideChat() : tab.group.viewColumn,
    );
  }

  /** Focuses a visible editor. */
  async focus({ document, viewColumn }: vscode.TextEditor): Promise<void> {
    // An embedded editor, such as a side of a diff or a notebook cell, has no column. Showing its document would open
    // another editor.
    await (viewColumn === undefined
      ? vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup')
      : vscode.window.showTextDocument(document, viewColumn));
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #remember(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && isTarget(editor)) {
      const others = this.#recentEditors.filter(
        ({ document }) => document !== editor.document && !document.isClosed,
      );
      this.#recentEditors = [editor, ...others];
    }
  }

  #find(): FoundEditor | undefined {
    for (const last of this.#recentEditors) {
      const found = findVisibleEditor(last) ?? findTab(last);
      if (found !== undefined) {
        return found;
      }
    }
    const editor = vscode.window.visibleTextEditors.find(
      (one) => one.viewColumn !== undefined && isTarget(one),
    );
    return editor && { editor };
  }
}

/** VS Code creates a new `TextEditor` for a document that becomes visible again. */
function findVisibleEditor(last: vscode.TextEditor): { editor: vscode.TextEditor } | undefined {
  const visible = vscode.window.visibleTextEditors.filter(({ document }) => document === last.document);
  const editor =
    visible.find((one) => one === last) ??
    visible.find(({ viewColumn }) => viewColumn === last.viewColumn) ??
    visible[0];
  return editor && { editor };
}

/** The visible editor of a document that can be edited, on its own if possible: not the left side of a diff. */
function findEditable(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const visible = vscode.window.visibleTextEditors.filter((one) => one.document === document);
  const uri = document.uri.toString();
  const isLeftSide = vscode.window.tabGroups.all.some(
    ({ activeTab }) =>
      activeTab?.input instanceof vscode.TabInputTextDiff && activeTab.input.original.toString() === uri,
  );
  return visible.find(({ viewColumn }) => viewColumn !== undefined) ?? (isLeftSide ? undefined : visible[0]);
}

/** A document may stay open after its last tab has been closed. */
function findTab({
  document,
  viewColumn,
}: Pick<vscode.TextEditor, 'document'> & Partial<vscode.TextEditor>):
  | { tab: vscode.Tab; document: vscode.TextDocument }
  | undefined {
  const uri = document.uri.toString();
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri);
  const tab = tabs.find(({ group }) => group.viewColumn === viewColumn) ?? tabs[0];
  return tab && { tab, document };
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

function showsChat({ activeTab }: vscode.TabGroup): boolean {
  return activeTab?.input instanceof vscode.TabInputWebview;
}

function isTarget({ document }: vscode.TextEditor): boolean {
  return !EXCLUDED_SCHEMES.includes(document.uri.scheme);
}
