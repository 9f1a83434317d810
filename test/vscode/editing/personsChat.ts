import * as vscode from 'vscode';

/** Tells whether it has the focus. */
const PAGE = `<!DOCTYPE html><script>
  const { postMessage } = acquireVsCodeApi();
  const tell = () => postMessage(document.hasFocus());
  addEventListener('focus', tell);
  addEventListener('blur', tell);
  tell();
</script>`;

/** A page in an editor tab, as the chat has one. */
export class PersonsChat {
  #panel: vscode.WebviewPanel | undefined;
  #hasFocus = false;

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  /** VS Code gives the focus to a page 50 ms after it has made its tab the active one, or later. */
  get hasFocus(): boolean {
    return this.#panel?.active === true && this.#hasFocus;
  }

  /** @param column only for a new tab */
  show(column: vscode.ViewColumn): void {
    if (this.#panel !== undefined) {
      this.#panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel('assistant-test', 'Chat', column, { enableScripts: true });
    this.#panel = panel;
    panel.webview.onDidReceiveMessage((hasFocus: boolean) => {
      this.#hasFocus = hasFocus;
    });
    panel.onDidChangeViewState(() => {
      this.#hasFocus &&= panel.visible;
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#hasFocus = false;
    });
    panel.webview.html = PAGE;
  }

  close(): void {
    this.#panel?.dispose();
  }
}
