import * as vscode from 'vscode';
import {
  hasControlCharacters,
  isPlainInput,
  supportsBracketedPaste,
  terminalText,
  toBracketedPaste,
} from '../../core/editing/terminalText.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import { askInDialog, foreign, joined, t, type UiText } from '../vscodeUi.ts';
import type { ConfirmedText } from './documentWriter.ts';

/** Maximum number of code lines in the confirmation. The code block itself shows all. */
const MAX_PREVIEW_LINES = 15;

export interface TerminalDeps {
  /** Asks whether several lines may be pasted into the terminal. */
  ask(message: UiText, detail: UiText): Promise<boolean>;
  /** Name or path of the terminal's shell, or of the default shell for `undefined`. Empty if it is not known. */
  shellIn(terminal: vscode.Terminal | undefined): string;
}

/**
 * Puts code on the input line of the terminal, but never runs it. Several lines are inserted as one bracketed paste
 * after confirmation, or rejected if the shell would run each line.
 */
export async function insertInTerminal(
  code: ConfirmedText,
  deps: TerminalDeps = terminalDeps,
): Promise<ErrorMessage> {
  const text = terminalText(code);
  if (text === '') {
    return t('This code block is empty.');
  }
  if (hasControlCharacters(text)) {
    return t('The code contains control characters that the terminal would interpret.');
  }
  const terminal = vscode.window.activeTerminal;
  if (isPlainInput(text)) {
    sendToTerminal(terminal, text);
    return undefined;
  }
  if (!supportsBracketedPaste(deps.shellIn(terminal))) {
    return t(
      'The terminal’s shell would run several lines immediately. Copy the code and paste what you need.',
    );
  }
  if (!(await deps.ask(pasteQuestion(text), pastePreview(text)))) {
    return t('Nothing was inserted.');
  }
  // While the dialog was open, the terminal may have been closed or another shell started in it.
  if (vscode.window.activeTerminal !== terminal || !supportsBracketedPaste(deps.shellIn(terminal))) {
    return t('The terminal changed in the meantime. Nothing was inserted. Try again.');
  }
  sendToTerminal(terminal, toBracketedPaste(text));
  return undefined;
}

function sendToTerminal(open: vscode.Terminal | undefined, text: string): void {
  const terminal = open ?? vscode.window.createTerminal();
  terminal.show();
  terminal.sendText(text, false);
}

function pasteQuestion(text: string): UiText {
  return t('Insert {0} lines into the terminal?', text.split('\n').length);
}

function pastePreview(text: string): UiText {
  const lines = text.split('\n');
  // Tabs are made visible, because a shell without bracketed paste would complete the text before them.
  const shown = lines.map((line) => foreign(line.replaceAll('\t', '→ '), Number.POSITIVE_INFINITY));
  const code = joined(shown, '\n', MAX_PREVIEW_LINES);
  const note = t(
    'Nothing runs until you press Enter there, unless the shell does not support bracketed paste, such as bash before 5.1.',
  );
  return joined([code, note], '\n\n');
}

const terminalDeps: TerminalDeps = {
  ask: async (message, detail) => {
    const insert = t('Insert into Terminal');
    return (await askInDialog(message, detail, insert)) === insert;
  },
  // An open terminal may run any shell, which VS Code detects. A new terminal runs the default shell.
  shellIn: (terminal) => (terminal === undefined ? vscode.env.shell : terminal.state.shell) ?? '',
};
