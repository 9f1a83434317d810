import * as vscode from 'vscode';
import { CELL_SCHEME } from '../findCell.ts';
import { readSetting } from '../settings.ts';
import { REVIEW_SCHEME } from '../targetEditor.ts';
import { plainText, t } from '../uiText.ts';

/**
 * Offers to ask about the problems at the cursor, among their quick fixes. Only when the user has opened these: until
 * then, the light bulb tells whether VS Code knows a fix. Neither preferred nor assigned to a problem, the two come after
 * all real fixes.
 */
export const problemActions: vscode.CodeActionProvider = {
  provideCodeActions: ({ uri }, range, { triggerKind, diagnostics }) =>
    triggerKind === vscode.CodeActionTriggerKind.Invoke &&
    readSetting('problemActions') &&
    isUsersDocument(uri) &&
    diagnostics.some(({ severity }) => severity !== vscode.DiagnosticSeverity.Hint)
      ? [
          createAction(plainText(t('Fix with Assistant')), 'assistant.fixProblem', uri, range),
          createAction(plainText(t('Explain with Assistant')), 'assistant.explainProblem', uri, range),
        ]
      : [],
};

function createAction(
  title: string,
  command: string,
  uri: vscode.Uri,
  range: vscode.Range,
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command, arguments: [{ uri, range }] };
  return action;
}

/** A file, a cell or an untitled document, not the output or an input of VS Code. */
function isUsersDocument({ scheme }: vscode.Uri): boolean {
  return (
    scheme !== REVIEW_SCHEME &&
    (scheme === 'untitled' ||
      scheme === CELL_SCHEME ||
      vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined)
  );
}
