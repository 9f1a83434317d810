import * as vscode from 'vscode';

/** Remembers the text editor that had the keyboard last, since the panel takes the keyboard away from it. */
export class TargetEditor implements vscode.Disposable {
  #last = vscode.window.activeTextEditor;
  readonly #listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
    this.#last = editor ?? this.#last;
  });

  /** The editor into which a reply goes: only one that can be seen. */
  get current(): vscode.TextEditor | undefined {
    const editor = vscode.window.activeTextEditor ?? this.#last;
    return editor !== undefined && vscode.window.visibleTextEditors.includes(editor) ? editor : undefined;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
