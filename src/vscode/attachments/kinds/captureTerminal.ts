import * as vscode from 'vscode';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

/** What VS Code does for this, so that tests can stand in for the clipboard. */
interface TerminalSelectionDeps {
  clipboard: Pick<vscode.Clipboard, 'readText' | 'writeText'>;
  /** Copies what is selected in the active terminal; nothing where nothing is. */
  copySelection(): Thenable<unknown>;
}

/**
 * What is selected in the active terminal. VS Code gives it to the clipboard alone, which is put back as it was, as
 * far as it held text.
 */
export async function captureTerminal(deps: TerminalSelectionDeps = defaultDeps()): Promise<CaptureResult> {
  const terminal = vscode.window.activeTerminal;
  if (terminal === undefined) {
    return { error: vscode.l10n.t('No terminal is open.') };
  }
  let text: string;
  try {
    // All of a terminal that is not full has its empty rows as well.
    text = (await readSelection(deps)).trimEnd();
  } catch {
    return {
      error: vscode.l10n.t(
        'The terminal selection can’t be read because extensions can’t access the clipboard here.',
      ),
    };
  }
  if (text === '') {
    return {
      error: vscode.l10n.t('Nothing is selected in the terminal. Select the text to ask about.'),
    };
  }
  return { id: newAttachmentId(), kind: 'terminal', path: terminal.name, languageId: 'plaintext', text };
}

async function readSelection({ clipboard, copySelection }: TerminalSelectionDeps): Promise<string> {
  const previous = await clipboard.readText();
  if (previous !== '') {
    // What was in it before is not to be taken for what is selected. Where that is no text, it stays.
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
