import type * as vscode from 'vscode';
import type { IndentStyle } from '../../core/editing/indentation.ts';
import { insertAtCursors, replaceSelections } from '../../core/editing/insertion.ts';
import { linesOf, type TextEdit } from '../../core/editing/textRange.ts';
import { type ActionError, failed } from '../actionResult.ts';
import { t } from '../uiText.ts';
import type { ConfirmedText } from './documentWriter.ts';

/** Where text goes: an editor, or what is remembered of one. */
export type InsertionTarget = Pick<vscode.TextEditor, 'document' | 'selections' | 'options'>;

/** Plans to insert code at every cursor, indented like the line it goes to. */
export function planAtCursors(target: InsertionTarget, code: ConfirmedText): TextEdit[] {
  return insertAtCursors(linesIn(target), cursorsOf(target), code, indentStyle(target));
}

/** Plans to replace everything that is selected, indented like the first selected line. */
export function planForSelections(target: InsertionTarget, code: ConfirmedText): TextEdit[] | ActionError {
  const edits = replaceSelections(linesIn(target), target.selections, code, indentStyle(target));
  return edits.length === 0
    ? failed(t('Nothing is selected in the editor. Select the text to replace.'))
    : edits;
}

/** Plans to replace everything that is selected with a whole reply or, if nothing is, to insert it at every cursor. */
export function planReply(target: InsertionTarget, markdown: ConfirmedText): TextEdit[] {
  const lines = linesIn(target);
  const edits = replaceSelections(lines, target.selections, markdown);
  return edits.length === 0 ? insertAtCursors(lines, cursorsOf(target), markdown) : edits;
}

export function indentStyle({
  options: { insertSpaces, tabSize },
}: Pick<InsertionTarget, 'options'>): IndentStyle {
  return { insertSpaces: insertSpaces !== false, tabSize: typeof tabSize === 'number' ? tabSize : 4 };
}

function linesIn({ document }: InsertionTarget): string[] {
  return linesOf(document.getText());
}

function cursorsOf({ selections }: InsertionTarget): vscode.Position[] {
  return selections.map(({ active }) => active);
}
