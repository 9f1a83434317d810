import * as vscode from 'vscode';

/** The command that last started or ended in a terminal. */
export interface SeenExecution {
  readonly execution: vscode.TerminalShellExecution;
  readonly hasEnded: boolean;
  /** Absent while it runs, and if the shell didn't tell. */
  readonly exitCode?: number | undefined;
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
    vscode.window.onDidEndTerminalShellExecution(({ terminal, execution, exitCode }) => {
      this.#seen.set(terminal, { execution, hasEnded: true, exitCode });
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
