import * as vscode from 'vscode';

/** Says what was taken away, and brings it back where that is wished, for as long as the notification is there. */
export function offerUndo(message: string, undo: () => void): void {
  const label = vscode.l10n.t('Undo');
  void vscode.window.showInformationMessage(message, label).then((chosen) => {
    if (chosen === label) {
      undo();
    }
  });
}
