import * as vscode from 'vscode';
import {
  decideTerminalText,
  hasControlCharacters,
  type TerminalActivity,
  type TerminalDecision,
  terminalInput,
  terminalText,
} from '../../core/editing/terminalText.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { ShellExecutions } from '../shellExecutions.ts';
import { foreign, joined, t, type UiText } from '../uiText.ts';
import { confirmInDialog } from '../vscodeUi.ts';
import type { ConfirmedText } from './documentWriter.ts';

/** Maximum number of code lines in the confirmation. The code block itself shows all. */
const MAX_PREVIEW_LINES = 15;

export interface TerminalDeps {
  readonly executions: Pick<ShellExecutions, 'lastIn'>;
  /** Name or path of the terminal's shell, or of the default shell for `undefined`. Empty if it is not known. */
  shellIn?(terminal: vscode.Terminal | undefined): string;
}

/**
 * Puts code on the input line of the terminal, but never presses Enter. Asks unless it is one line and the shell's prompt
 * is known to wait for it. Several lines are inserted as one bracketed paste, or rejected if each could be run.
 */
export async function insertInTerminal(
  code: ConfirmedText,
  { executions, shellIn = shellOf }: TerminalDeps,
): Promise<ErrorResult> {
  const text = terminalText(code);
  if (text === '') {
    return failed(t('This code block is empty.'));
  }
  if (hasControlCharacters(text)) {
    return failed(t('The code contains control characters that the terminal would interpret.'));
  }
  const terminal = vscode.window.activeTerminal;
  const shell = shellIn(terminal);
  const seen = terminal && executions.lastIn(terminal);
  const command = foreign(seen?.execution.commandLine.value ?? '');
  const decision = decideTerminalText(text, shell, activityOf(seen));
  if (decision.kind === 'refuse') {
    return failed(refusal(decision.reason, command));
  }
  if (decision.kind === 'ask') {
    const notes = decision.notes.map((note) => noteText(note, command));
    if (!(await confirmInDialog(question(text), preview(text, notes), t('Insert into Terminal')))) {
      return failed(t('Nothing was inserted.'));
    }
    const isSame =
      vscode.window.activeTerminal === terminal &&
      shellIn(terminal) === shell &&
      (terminal && executions.lastIn(terminal))?.execution === seen?.execution;
    if (!isSame) {
      return failed(t('The terminal changed in the meantime. Nothing was inserted. Try again.'));
    }
  }
  sendToTerminal(terminal, terminalInput(text));
  return undefined;
}

function activityOf(seen: ReturnType<ShellExecutions['lastIn']>): TerminalActivity {
  if (seen === undefined) {
    return 'unknown';
  }
  return seen.hasEnded ? 'prompt' : 'running';
}

function sendToTerminal(open: vscode.Terminal | undefined, text: string): void {
  const terminal = open ?? vscode.window.createTerminal();
  terminal.show();
  terminal.sendText(text, false);
}

function refusal(reason: 'running' | 'runsLines', command: UiText): UiText {
  return reason === 'running'
    ? t(
        'A running command may run each of several lines. Wait until it has ended, or open another terminal. Running: {0}',
        command,
      )
    : t('The terminal’s shell would run several lines immediately. Copy the code and paste what you need.');
}

function question(text: string): UiText {
  const { length } = text.split('\n');
  return length === 1
    ? t('Insert this line into the terminal?')
    : t('Insert {0} lines into the terminal?', length);
}

function preview(text: string, notes: readonly UiText[]): UiText {
  const lines = text.split('\n');
  // Tabs are made visible, because a shell without bracketed paste would complete the text before them.
  const shown = lines.map((line) => foreign(line.replaceAll('\t', '→ '), Number.POSITIVE_INFINITY));
  return joined([joined(shown, '\n', MAX_PREVIEW_LINES), ...notes], '\n\n');
}

function noteText(
  note: Extract<TerminalDecision, { kind: 'ask' }>['notes'][number],
  command: UiText,
): UiText {
  switch (note) {
    case 'paste':
      return t(
        'Nothing runs until you press Enter there, unless the shell does not support bracketed paste, such as bash before 5.1.',
      );
    case 'running':
      return t('A command is running there, which may act on each character: {0}', command);
    case 'unknown':
      return t(
        'It is not known whether the shell’s prompt is waiting there. A running program may act on each character.',
      );
  }
}

/** An open terminal may run any shell, which VS Code detects. A new terminal runs the default shell. */
function shellOf(terminal: vscode.Terminal | undefined): string {
  return (terminal === undefined ? vscode.env.shell : terminal.state.shell) ?? '';
}
