import * as vscode from 'vscode';
import { t } from '../../vscodeUi.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

/** Injected so that tests need no real clipboard. */
interface TerminalSelectionDeps {
  clipboard: Pick<vscode.Clipboard, 'readText' | 'writeText'>;
  /** Copies the selection of the active terminal; does nothing if there is none. */
  copySelection(): Thenable<unknown>;
}

/**
 * Captures the selection of the active terminal. VS Code offers it only through the clipboard, whose text is restored
 * afterwards.
 */
export async function captureTerminal(deps: TerminalSelectionDeps = defaultDeps()): Promise<CaptureResult> {
  const terminal = vscode.window.activeTerminal;
  if (terminal === undefined) {
    return { error: t('No terminal is open.') };
  }
  let text: string;
  try {
    // Select All in a terminal that isn't full includes its empty rows.
    text = (await readSelection(deps)).trimEnd();
  } catch {
    return {
      error: t('The terminal selection can’t be read because extensions can’t access the clipboard here.'),
    };
  }
  if (text === '') {
    return {
      error: t('Nothing is selected in the terminal. Select the text to ask about.'),
    };
  }
  return { id: newAttachmentId(), kind: 'terminal', path: terminal.name, languageId: 'plaintext', text };
}

async function readSelection({ clipboard, copySelection }: TerminalSelectionDeps): Promise<string> {
  const previous = await clipboard.readText();
  if (previous !== '') {
    // If nothing is selected, the old text would be mistaken for the selection.
    await clipboard.writeText('');
  }
  try {
    await copySelection();
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(previous);
  }
}

function defaultDeps(): TerminalSelectionDeps {
  return {
    clipboard: vscode.env.clipboard,
    copySelection: () => vscode.commands.executeCommand('workbench.action.terminal.copySelection'),
  };
}
