import * as vscode from 'vscode';
import type { TerminalCommand } from '../../../core/attachments/attachment.ts';
import { failed } from '../../actionResult.ts';
import type { ShellExecutions } from '../../shellExecutions.ts';
import { t, type UiText } from '../../uiText.ts';
import { borrowClipboard, type ClipboardDeps } from './borrowClipboard.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

export type TerminalExecutions = Pick<ShellExecutions, 'lastIn'>;

/** Injected so that tests need no real clipboard. */
interface TerminalDeps extends ClipboardDeps {
  /** Copies something of the active terminal. If there is nothing to copy, leaves the clipboard as it is. */
  copy(): Thenable<unknown>;
}

/** Captures the selection of the active terminal. Returns `undefined` if the user canceled. */
export function captureTerminal(deps?: TerminalDeps): Promise<CaptureResult | undefined> {
  return capture(
    'workbench.action.terminal.copySelection',
    t('Nothing is selected in the terminal. Select the text to ask about.'),
    deps,
  );
}

/**
 * Captures the command that has ended last in the active terminal, with its output. VS Code also knows those from before
 * this extension was active. Returns `undefined` if the user canceled.
 */
export async function captureLastCommand(
  executions: TerminalExecutions | undefined,
  deps?: TerminalDeps,
): Promise<CaptureResult | undefined> {
  const terminal = vscode.window.activeTerminal;
  const captured = await capture(
    'workbench.action.terminal.copyLastCommandAndLastCommandOutput',
    t(
      'There is no command with output in this terminal that VS Code knows of. It knows those of shells with shell integration, once they have ended.',
    ),
    deps,
  );
  return captured === undefined || 'error' in captured
    ? captured
    : { ...captured, command: commandOf(captured.text, terminal && executions?.lastIn(terminal)) };
}

/** What was seen of the command that a text starts with. */
function commandOf(text: string, seen: ReturnType<TerminalExecutions['lastIn']>): TerminalCommand {
  const isSame = seen !== undefined && text.startsWith(`${seen.execution.commandLine.value}\n`);
  return isSame && seen.exitCode !== undefined ? { exitCode: seen.exitCode } : {};
}

/** VS Code gives what a terminal shows only to the clipboard. */
async function capture(
  command: string,
  nothing: UiText,
  deps: TerminalDeps | undefined,
): Promise<CaptureResult | undefined> {
  const terminal = vscode.window.activeTerminal;
  if (terminal === undefined) {
    return { error: failed(t('No terminal is open.')) };
  }
  let copied: string | undefined;
  try {
    const copy = deps?.copy ?? (() => vscode.commands.executeCommand(command));
    copied = await borrowClipboard(copy, deps);
  } catch {
    return {
      error: failed(t('The terminal can’t be read because extensions can’t access the clipboard here.')),
    };
  }
  if (copied === undefined) {
    return undefined;
  }
  // Select All in a terminal that isn't full includes its empty rows.
  const text = copied.trimEnd();
  return text === ''
    ? { error: failed(nothing) }
    : { id: newAttachmentId(), kind: 'terminal', path: terminal.name, languageId: 'plaintext', text };
}
