import * as vscode from 'vscode';
import { askInDialog, t } from '../../vscodeUi.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

/** Injected so that tests need no real clipboard. */
interface TerminalSelectionDeps {
  clipboard: Pick<vscode.Clipboard, 'readText' | 'writeText'>;
  /** Copies the selection of the active terminal. Without one, leaves the clipboard as it is. */
  copySelection(): Thenable<unknown>;
  /** Asks whether the selection may replace what is in the clipboard. */
  confirmReplacing(): Promise<boolean>;
}

/**
 * Captures the selection of the active terminal. VS Code offers it only through the clipboard. Text in it is restored
 * afterwards; an image or files can't be, so the user is asked before they are lost. Returns `undefined` if the user
 * canceled.
 */
export async function captureTerminal(
  deps: TerminalSelectionDeps = defaultDeps(),
): Promise<CaptureResult | undefined> {
  const terminal = vscode.window.activeTerminal;
  if (terminal === undefined) {
    return { error: t('No terminal is open.') };
  }
  let selection: string | undefined;
  try {
    selection = await readSelection(deps);
  } catch {
    return {
      error: t('The terminal selection can’t be read because extensions can’t access the clipboard here.'),
    };
  }
  if (selection === undefined) {
    return undefined;
  }
  // Select All in a terminal that isn't full includes its empty rows.
  const text = selection.trimEnd();
  if (text === '') {
    return {
      error: t('Nothing is selected in the terminal. Select the text to ask about.'),
    };
  }
  return { id: newAttachmentId(), kind: 'terminal', path: terminal.name, languageId: 'plaintext', text };
}

/** @returns `undefined` if the user canceled */
async function readSelection({
  clipboard,
  copySelection,
  confirmReplacing,
}: TerminalSelectionDeps): Promise<string | undefined> {
  const previous = await clipboard.readText();
  if (previous === '') {
    // It may contain an image or files, of which extensions see nothing.
    if (!(await confirmReplacing())) {
      return undefined;
    }
    await copySelection();
    return clipboard.readText();
  }
  // If nothing is selected, the old text would be mistaken for the selection.
  await clipboard.writeText('');
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
    confirmReplacing: async () => {
      const replace = t('Replace');
      const detail = t(
        'The terminal selection can be read only through the clipboard. If that contains an image or files, they are lost.',
      );
      return (await askInDialog(t('Replace what is in the clipboard?'), detail, replace)) === replace;
    },
  };
}
