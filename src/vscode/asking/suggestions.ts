import * as vscode from 'vscode';
import type { ToHost } from '../../protocol/toHost.ts';

export type SuggestionName = Extract<ToHost, { type: 'askSuggestion' }>['suggestion'];

/** The question that a suggestion of the empty panel stands for. It is shown in the turn as it is sent. */
export function suggestedQuestion(suggestion: SuggestionName): string {
  switch (suggestion) {
    case 'explain':
      return vscode.l10n.t('Explain what this code does.');
    case 'findProblems':
      return vscode.l10n.t('Find what is wrong with this code.');
    case 'writeTests':
      return vscode.l10n.t('Write tests for this code.');
  }
}
