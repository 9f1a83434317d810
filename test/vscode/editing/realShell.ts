import * as vscode from 'vscode';
import { until } from '../assert.ts';
import { workspaceRoot } from '../workspaceFiles.ts';

/** A terminal in which bash runs, with VS Code's shell integration, in the open folder. */
export interface RealShell {
  /** Starts a command line at the prompt. Resolves when VS Code has reported that it runs. */
  start(commandLine: string): Promise<void>;
  /** Types a text, with no Enter after it. */
  type(text: string): void;
  /** Presses Enter. */
  enter(): void;
  /** Command lines that were started so far, by whomever. */
  started(): readonly string[];
  /** Resolves when this many command lines have ended. */
  ended(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens bash as active terminal. Resolves when its prompt waits, before any command. */
export async function openRealShell(): Promise<RealShell> {
  const root = workspaceRoot();
  const started: string[] = [];
  let ended = 0;
  // The user's start-up files could do anything.
  const env = { HOME: `${root.fsPath}/nowhere`, HISTFILE: '/dev/null' };
  const terminal = vscode.window.createTerminal({ name: 'real', shellPath: 'bash', cwd: root, env });
  const listeners = [
    vscode.window.onDidStartTerminalShellExecution((event) => {
      if (event.terminal === terminal) {
        started.push(event.execution.commandLine.value);
      }
    }),
    vscode.window.onDidEndTerminalShellExecution((event) => {
      ended += event.terminal === terminal ? 1 : 0;
    }),
  ];
  terminal.show(true);
  const integration = await until(
    () => (vscode.window.activeTerminal === terminal ? terminal.shellIntegration : undefined),
    (value) => value !== undefined,
  );
  return {
    start: async (commandLine) => {
      const before = started.length;
      integration?.executeCommand(commandLine);
      await until(
        () => started.length,
        (count) => count > before,
      );
    },
    type: (text) => terminal.sendText(text, false),
    enter: () => terminal.sendText('', true),
    started: () => started,
    ended: async (count) => {
      await until(
        () => ended,
        (value) => value >= count,
      );
    },
    close: async () => {
      for (const listener of listeners) {
        listener.dispose();
      }
      terminal.dispose();
      await until(
        () => vscode.window.activeTerminal,
        (active) => active !== terminal,
      );
    },
  };
}
