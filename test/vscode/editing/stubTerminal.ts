import * as vscode from 'vscode';
import { until } from '../assert.ts';

/** A terminal that runs nothing, shows what it is told, and records its input. */
export interface StubTerminal {
  /** All input so far. */
  typed(): string;
  /** Shows a command that has run, as a shell with shell integration marks it. Resolves when VS Code has reported its end. */
  showRun(commandLine: string, output: string, exitCode?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stub as active terminal. */
export async function openStubTerminal(): Promise<StubTerminal> {
  const written = new vscode.EventEmitter<string>();
  let typed = '';
  let isOpen = false;
  const terminal = vscode.window.createTerminal({
    name: 'stub',
    pty: {
      onDidWrite: written.event,
      open: () => {
        isOpen = true;
      },
      close: () => undefined,
      handleInput: (data: string) => {
        typed += data;
      },
    },
  });
  terminal.show(true);
  await until(
    () => isOpen && vscode.window.activeTerminal === terminal,
    (isReady) => isReady,
  );
  return {
    typed: () => typed,
    showRun: async (commandLine, output, exitCode) => {
      let hasEnded = false;
      const listener = vscode.window.onDidEndTerminalShellExecution((event) => {
        hasEnded ||= event.terminal === terminal;
      });
      const mark = (text: string) => `\u001b]633;${text}\u0007`;
      const lines = output.replaceAll('\n', '\r\n');
      const code = exitCode === undefined ? '' : `;${exitCode}`;
      written.fire(`${mark('A')}$ ${mark('B')}${commandLine}\r\n${mark('C')}${lines}${mark(`D${code}`)}`);
      await until(
        () => hasEnded,
        (value) => value,
      );
      listener.dispose();
    },
    close: async () => {
      terminal.dispose();
      await until(
        () => vscode.window.activeTerminal,
        (active) => active !== terminal,
      );
    },
  };
}
