import * as vscode from 'vscode';
import { type IndentStyle, indentOf, reindent } from '../core/indentation.ts';
import type { Problem } from './problem.ts';

/** Puts code where the cursor is, indented as the line it goes to. One undo step. */
export function insertCodeAtCursor(editor: vscode.TextEditor, code: string): Promise<Problem> {
  const at = editor.selection.active;
  const text = reindent(code, indentOf(editor.document.lineAt(at.line).text), indentStyle(editor));
  return place(editor, new vscode.Range(at, at), text);
}

/** Puts code over the selection, indented as the selection's first line. One undo step. */
export async function replaceSelectionWithCode(editor: vscode.TextEditor, code: string): Promise<Problem> {
  const { selection, document } = editor;
  if (selection.isEmpty) {
    return vscode.l10n.t('Nothing is selected in the editor. Select what is to be replaced.');
  }
  const firstLine = document.lineAt(selection.start.line).text;
  const indent = indentOf(firstLine);
  // What of the first line's indentation lies inside the selection is replaced too, so it comes back.
  const replacedIndent = indent.slice(Math.min(selection.start.character, indent.length));
  const lastLineEnd = selection.end.character === 0 && !code.endsWith('\n') ? '\n' : '';
  return place(editor, selection, replacedIndent + reindent(code, indent, indentStyle(editor)) + lastLineEnd);
}

/** Puts a whole reply over the selection, or at the cursor where nothing is selected, as it is. One undo step. */
export function placeReply(editor: vscode.TextEditor, markdown: string): Promise<Problem> {
  return place(editor, editor.selection, markdown);
}

async function place(editor: vscode.TextEditor, range: vscode.Range, text: string): Promise<Problem> {
  const { document } = editor;
  const version = document.version;
  const before = document.getText(range);
  // VS Code itself refuses the edit when the document is no longer at the version that the range was read at.
  const applied = await editor.edit((edit) => edit.replace(range, text), {
    undoStopBefore: true,
    undoStopAfter: true,
  });
  if (!applied) {
    return vscode.l10n.t('The document changed at the same time. Nothing was put into it; try again.');
  }
  editor.revealRange(
    new vscode.Range(range.start, range.start),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
  // For a read-only editor VS Code says that the edit was applied, and leaves the document as it was.
  return document.version === version && before !== text
    ? vscode.l10n.t('This editor cannot be changed.')
    : undefined;
}

function indentStyle(editor: vscode.TextEditor): IndentStyle {
  const { insertSpaces, tabSize } = editor.options;
  return { insertSpaces: insertSpaces !== false, tabSize: typeof tabSize === 'number' ? tabSize : 4 };
}
