import * as vscode from 'vscode';
import type { ReviewReason } from '../../core/editing/plan/reviewReasons.ts';

/** Why a change is reviewed before it is applied, as a sentence for the user. */
export function reviewMessage(reason: ReviewReason): string {
  switch (reason) {
    case 'merged':
      return vscode.l10n.t('You changed these lines after you asked. The proposal has your changes too.');
    case 'conflict':
      return vscode.l10n.t(
        'You and the reply changed the same lines. The proposal has those of the reply. Take back a hunk to keep yours.',
      );
    case 'elided':
      return vscode.l10n.t('The code leaves parts out.');
    case 'shorter':
      return vscode.l10n.t('The code is less than half as long as what it replaces.');
    case 'narrower':
      return vscode.l10n.t('The code replaces only a part of the lines that you asked about.');
    case 'wider':
      return vscode.l10n.t('The code covers more than the lines that you asked about.');
    case 'incomplete':
      return vscode.l10n.t('The reply is incomplete.');
    case 'protected':
      return vscode.l10n.t('This file can run code or change settings.');
    case 'ignoredIndentation':
      return vscode.l10n.t('The lines were found with another indentation.');
    case 'otherLanguage':
      return vscode.l10n.t('The code block is in another language.');
    case 'unlike':
      return vscode.l10n.t('The code has little in common with the lines that you asked about.');
    case 'unbalanced':
      return vscode.l10n.t('The brackets of the code are not paired as in the lines that it replaces.');
    case 'otherFile':
      return vscode.l10n.t('The reply names another file for the code.');
    case 'patch':
      return vscode.l10n.t('The code block is a patch.');
    case 'redacted':
      return vscode.l10n.t('The code contains placeholders of redacted secrets.');
  }
}
