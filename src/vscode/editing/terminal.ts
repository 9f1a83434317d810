import * as vscode from 'vscode';
import {
  bracketed,
  hasControls,
  isPlainInput,
  takesPaste,
  terminalText,
} from '../../core/editing/terminalText.ts';
import type { Problem } from '../problem.ts';

/** As much of the code is shown in the question; the block itself shows it whole. */
const MOST_LINES_SHOWN = 15;

export interface TerminalPorts {
  /** Asks whether several lines may go to the terminal. */
  ask(message: string, detail: string): Promise<boolean>;
  /** The name or the program of the shell in a terminal, or in one that would be new; empty when it is not known. */
  shellIn(terminal: vscode.Terminal | undefined): string;
}

/**
 * Puts code on the input line of the terminal, where it stands until the user presses Enter: nothing is run. Several
 * lines go there as one pasted text after a question, and not at all where the shell would run each of them.
 * @param code without hidden characters
 */
export async function placeInTerminal(code: string, ports: TerminalPorts = inWindow): Promise<Problem> {
  const text = terminalText(code);
  if (text === '') {
    return vscode.l10n.t('There is nothing in this code block to run.');
  }
  if (hasControls(text)) {
    return vscode.l10n.t('The code contains control characters, which would act in the terminal.');
  }
  const terminal = vscode.window.activeTerminal;
  if (isPlainInput(text)) {
    send(terminal, text);
    return undefined;
  }
  if (!takesPaste(ports.shellIn(terminal))) {
    return vscode.l10n.t(
      'The shell of the terminal would run several lines at once. Copy the code, and paste what you need.',
    );
  }
  if (!(await ports.ask(question(text), shown(text)))) {
    return vscode.l10n.t('Nothing was inserted.');
  }
  // While the question was open, the terminal may have been closed, or another shell begun in it.
  if (vscode.window.activeTerminal !== terminal || !takesPaste(ports.shellIn(terminal))) {
    return vscode.l10n.t('The terminal changed at the same time. Nothing was put into it; try again.');
  }
  send(terminal, bracketed(text));
  return undefined;
}

function send(open: vscode.Terminal | undefined, text: string): void {
  const terminal = open ?? vscode.window.createTerminal();
  terminal.show();
  terminal.sendText(text, false);
}

function question(text: string): string {
  return vscode.l10n.t('Put {0} lines into the terminal?', text.split('\n').length);
}

function shown(text: string): string {
  const lines = text.split('\n');
  const more = lines.length > MOST_LINES_SHOWN ? '\n…' : '';
  // A tab is shown, since it would complete what stands before it in a shell that takes it as typed.
  const code = lines.slice(0, MOST_LINES_SHOWN).join('\n').replaceAll('\t', '→ ') + more;
  return `${code}\n\n${vscode.l10n.t(
    'Nothing runs until you press Enter there, unless the shell does not know bracketed paste, as bash before 5.1.',
  )}`;
}

const inWindow: TerminalPorts = {
  ask: async (message, detail) => {
    const put = vscode.l10n.t('Put into Terminal');
    return (await vscode.window.showWarningMessage(message, { modal: true, detail }, put)) === put;
  },
  // What runs in an open terminal is known by VS Code alone; in a new one it is the user's own shell.
  shellIn: (terminal) => (terminal === undefined ? vscode.env.shell : terminal.state.shell) ?? '',
};
