import * as vscode from 'vscode';

/** The output view and the chat itself show texts in an editor too, into which nothing can be put. */
const READ_ONLY_SCHEMES = ['output', 'assistant-request', 'assistant-attachment'];

/** A text editor that is in view, or the tab behind which it lies. */
type FoundEditor = { editor: vscode.TextEditor } | { tab: vscode.Tab; document: vscode.TextDocument };

/** Remembers the text editors that had the keyboard, since the panel takes the keyboard away from them. */
export class TargetEditor implements vscode.Disposable {
  /** The one that had it last comes first. */
  #recentEditors: readonly vscode.TextEditor[] = [];
  readonly #listener = vscode.window.onDidChangeActiveTextEditor((editor) => this.#remember(editor));

  constructor() {
    this.#remember(vscode.window.activeTextEditor);
  }

  /** The editor into which a reply goes, as long as it can be seen. */
  get current(): vscode.TextEditor | undefined {
    const found = this.#find();
    return found !== undefined && 'editor' in found ? found.editor : undefined;
  }

  /** Whether there is an editor into which a reply can go, in view or behind another tab. */
  get hasEditor(): boolean {
    return this.#find() !== undefined;
  }

  /** Brings the editor into which a reply goes into view, with its cursors where they were. */
  async show(): Promise<vscode.TextEditor | undefined> {
    const found = this.#find();
    return found === undefined || 'editor' in found
      ? found?.editor
      : vscode.window.showTextDocument(found.document, {
          viewColumn: found.tab.group.viewColumn,
          preserveFocus: true,
        });
  }

  /** Gives the keyboard to an editor that is in view. */
  async focus({ document, viewColumn }: vscode.TextEditor): Promise<void> {
    // An editor within another, such as a side of a diff or a cell, has no column: shown by itself it would be another.
    await (viewColumn === undefined
      ? vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup')
      : vscode.window.showTextDocument(document, viewColumn));
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #remember(editor: vscode.TextEditor | undefined): void {
    if (editor !== undefined && isWritable(editor)) {
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
      (one) => one.viewColumn !== undefined && isWritable(one),
    );
    return editor && { editor };
  }
}

/** VS Code makes another editor of a document that comes back into view. */
function findVisibleEditor(last: vscode.TextEditor): FoundEditor | undefined {
  const visible = vscode.window.visibleTextEditors.filter(({ document }) => document === last.document);
  const editor =
    visible.find((one) => one === last) ??
    visible.find(({ viewColumn }) => viewColumn === last.viewColumn) ??
    visible[0];
  return editor && { editor };
}

/** A document may stay open after its last tab was closed. */
function findTab({ document, viewColumn }: vscode.TextEditor): FoundEditor | undefined {
  const uri = document.uri.toString();
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri);
  const tab = tabs.find(({ group }) => group.viewColumn === viewColumn) ?? tabs[0];
  return tab && { tab, document };
}

function isWritable({ document }: vscode.TextEditor): boolean {
  return !READ_ONLY_SCHEMES.includes(document.uri.scheme);
}
