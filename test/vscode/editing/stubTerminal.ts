import * as vscode from 'vscode';
import { until } from '../assert.ts';

/** A terminal that runs nothing and records its input. */
export interface StubTerminal {
  /** All input so far. */
  typed(): string;
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
    close: async () => {
      terminal.dispose();
      await until(
        () => vscode.window.activeTerminal,
        (active) => active !== terminal,
      );
    },
  };
}
