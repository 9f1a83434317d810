import * as vscode from 'vscode';
import type { KeyTrouble } from './apiKeyStore.ts';

/** Tells the user what VS Code's secret storage did not do, with the way out where there is one. */
export function showKeyTrouble(trouble: KeyTrouble): void {
  const setApiKey = vscode.l10n.t('Set API Key');
  const waysOut = trouble.kind === 'forgotten' || trouble.kind === 'notRead' ? [setApiKey] : [];
  vscode.window.showWarningMessage(keyTroubleText(trouble), ...waysOut).then((chosen) => {
    if (chosen === setApiKey) {
      void vscode.commands.executeCommand('assistant.setApiKey');
    }
  });
}

export function keyTroubleText({ kind, reason }: KeyTrouble): string {
  const text = sentences(kind);
  return reason === undefined ? text : `${text} (${reason})`;
}

function sentences(kind: KeyTrouble['kind']): string {
  switch (kind) {
    case 'notStored':
      return vscode.l10n.t('VS Code could not store the API key. It is kept for this window only.');
    case 'notRead':
      return vscode.l10n.t('VS Code could not read the API key from its storage.');
    case 'notRemoved':
      return vscode.l10n.t('VS Code could not delete the API key from its storage. It is not used any more.');
    case 'forgotten':
      return vscode.l10n.t('VS Code has lost the API key that it stored. Set it again.');
  }
}
