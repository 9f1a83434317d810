import * as vscode from 'vscode';
import { hunkAt } from '../../core/editing/hunkAt.ts';
import type { LineHunk } from '../../core/editing/lineHunks.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { type ActionError, failed } from '../actionResult.ts';
import { t } from '../uiText.ts';
import { openDocument } from './anchorDocuments.ts';
import type { ReviewedDocument } from './reviewFiles.ts';
import { documentName, goneError } from './writableDocument.ts';

interface Reviewed {
  /** Of the proposal. */
  readonly uri: vscode.Uri;
  readonly about: ReviewedDocument;
}

/** A hunk of a proposal, and the lines of the document that it changes. */
interface ChangeAtCursor {
  readonly proposal: vscode.TextDocument;
  readonly present: readonly string[];
  readonly hunk: LineHunk;
}

/** Finds what a proposal changes at the cursor, in either side of its review. */
export async function changeAtCursor({
  uri,
  about,
}: Reviewed): Promise<ChangeAtCursor | { error: ActionError }> {
  const active = vscode.window.activeTextEditor;
  const isSide = (side: vscode.Uri) => (editor: vscode.TextEditor | undefined) =>
    editor?.viewColumn === undefined && editor?.document.uri.toString() === side.toString();
  // A button in the title of another group leaves the active editor as it is.
  const isLeft = isSide(about.uri)(active);
  const editor = isLeft || isSide(uri)(active) ? active : vscode.window.visibleTextEditors.find(isSide(uri));
  const document = openDocument(about.uri.toString());
  if (editor === undefined || document === undefined) {
    return { error: goneError(documentName({ uri })) };
  }
  const proposal = await vscode.workspace.openTextDocument(uri);
  const [proposed, present] = [linesOf(proposal.getText()), linesOf(document.getText())];
  const { line } = editor.selection.active;
  const hunk = hunkAt(proposed, present, { line, side: isLeft ? 'right' : 'left' });
  return hunk === undefined
    ? { error: failed(t('There is no change at the cursor. Use Go to Next Change to go to one.')) }
    : { proposal, present, hunk };
}
