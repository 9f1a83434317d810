import * as vscode from 'vscode';
import { t } from '../../uiText.ts';
import { confirmInDialog } from '../../vscodeUi.ts';

/** Injected so that tests need no real clipboard. */
export interface ClipboardDeps {
  clipboard: Pick<vscode.Clipboard, 'readText' | 'writeText'>;
  /** Asks whether what is in the clipboard may be replaced. */
  confirmReplacing(): Promise<boolean>;
}

/**
 * Returns what a command of VS Code copies. Text in the clipboard is restored afterwards; an image or files can't be, so
 * the user is asked before they are lost.
 * @param copy if there is nothing to copy, leaves the clipboard as it is
 * @returns an empty text if nothing was copied, `undefined` if the user canceled
 */
export async function borrowClipboard(
  copy: () => Thenable<unknown>,
  { clipboard, confirmReplacing }: ClipboardDeps = defaultDeps(),
): Promise<string | undefined> {
  const previous = await clipboard.readText();
  if (previous === '') {
    // It may contain an image or files, of which extensions see nothing.
    if (!(await confirmReplacing())) {
      return undefined;
    }
    await copy();
    return clipboard.readText();
  }
  // If nothing is copied, the old text would be mistaken for it.
  await clipboard.writeText('');
  try {
    await copy();
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(previous);
  }
}

function defaultDeps(): ClipboardDeps {
  return {
    clipboard: vscode.env.clipboard,
    confirmReplacing: async () => {
      const detail = t(
        'What a terminal shows can be read only through the clipboard. If that contains an image or files, they are lost.',
      );
      return confirmInDialog(t('Replace what is in the clipboard?'), detail, t('Replace'));
    },
  };
}
