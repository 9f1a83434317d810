import * as vscode from 'vscode';

/** The output view and the chat itself show texts in an editor too, into which nothing can be put. */
const SHOWN_ONLY = ['output', 'assistant-request', 'assistant-attachment'];

/** Remembers the text editor that had the keyboard last, since the panel takes the keyboard away from it. */
export class TargetEditor implements vscode.Disposable {
  #last = writable(vscode.window.activeTextEditor);
  readonly #listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
    this.#last = writable(editor) ?? this.#last;
  });

  /** The editor into which a reply goes: only one that can be seen. */
  get current(): vscode.TextEditor | undefined {
    const editor = this.#last;
    return editor !== undefined && vscode.window.visibleTextEditors.includes(editor) ? editor : undefined;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}

function writable(editor: vscode.TextEditor | undefined): vscode.TextEditor | undefined {
  return editor === undefined || SHOWN_ONLY.includes(editor.document.uri.scheme) ? undefined : editor;
}
