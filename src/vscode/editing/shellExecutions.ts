import * as vscode from 'vscode';

/** The command that last started or ended in a terminal. */
interface SeenExecution {
  readonly execution: vscode.TerminalShellExecution;
  readonly hasEnded: boolean;
}

/**
 * Follows the commands that terminals run, from its creation on: VS Code doesn't tell afterwards. It reports only those of
 * shells with shell integration.
 */
export class ShellExecutions implements vscode.Disposable {
  readonly #seen = new WeakMap<vscode.Terminal, SeenExecution>();
  readonly #listeners = [
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      this.#seen.set(terminal, { execution, hasEnded: false });
    }),
    vscode.window.onDidEndTerminalShellExecution(({ terminal, execution }) => {
      this.#seen.set(terminal, { execution, hasEnded: true });
    }),
  ];

  lastIn(terminal: vscode.Terminal): SeenExecution | undefined {
    return this.#seen.get(terminal);
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }
}
