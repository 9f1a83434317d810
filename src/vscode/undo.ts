import * as vscode from 'vscode';

/** Shows what was removed, with an Undo button that works until the notification is dismissed. */
export function offerUndo(message: string, undo: () => void): void {
  const label = vscode.l10n.t('Undo');
  void vscode.window.showInformationMessage(message, label).then((chosen) => {
    if (chosen === label) {
      undo();
    }
  });
}
