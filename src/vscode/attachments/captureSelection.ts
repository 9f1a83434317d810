import type { SelectionAnchor } from '../../core/attachments/attachment.ts';
import { describeAnchor } from '../../core/editing/findAnchor.ts';
import { linesIn, linesOf } from '../../core/editing/textRange.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath, documentChecksum } from '../displayPath.ts';
import { findCell } from '../findCell.ts';
import type { EditorSource } from '../targetEditor.ts';

/** Whether something is selected that a question could be about: more than white space. */
export function hasSelectedText({ document, selection }: EditorSource): boolean {
  return !selection.isEmpty && document.getText(selection).trim() !== '';
}

/** Returns `undefined` if nothing is selected, or nothing but white space. */
export function captureSelection(editor: EditorSource, id: string): ComposerAttachment | undefined {
  return hasSelectedText(editor) ? capture(editor, id, linesIn(editor.selection)) : undefined;
}

/** Whole lines to edit: selected code or, if they are blank, a place to insert at. */
export function captureLinesToEdit(editor: EditorSource, id: string): ComposerAttachment {
  const { start, end } = editor.selection;
  const all = { startLine: start.line + 1, endLine: end.line + 1 };
  return captureSelection(editor, id) ?? capture(editor, id, all);
}

function capture(
  editor: EditorSource,
  id: string,
  lines: { startLine: number; endLine: number },
): ComposerAttachment {
  const { document, selection } = editor;
  return {
    id,
    kind: 'selection',
    path: displayPath(document.uri),
    languageId: document.languageId,
    ...lines,
    text: document.getText(selection),
    anchor: anchorOf(editor),
    uri: document.uri.toString(),
    version: document.version,
  };
}

/** Describes the place of a selection, for replies to the question about it. */
function anchorOf({ document, selection }: EditorSource): SelectionAnchor {
  const cells = findCell(document.uri)?.notebook.getCells() ?? [];
  const siblings = cells.filter((cell) => cell.document !== document);
  return {
    document: documentChecksum(document.uri),
    ...describeAnchor(
      linesOf(document.getText()),
      selection,
      siblings.map((cell) => linesOf(cell.document.getText())),
    ),
  };
}
