import type { SelectionAnchor } from '../../core/attachments/attachment.ts';
import { describeAnchor } from '../../core/editing/findAnchor.ts';
import { linesIn, linesOf } from '../../core/editing/textRange.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath, documentChecksum } from '../displayPath.ts';
import { findCell } from '../findCell.ts';
import type { EditorSource } from '../targetEditor.ts';

/** Returns `undefined` if nothing is selected. */
export function captureSelection(editor: EditorSource, id: string): ComposerAttachment | undefined {
  const { document, selection } = editor;
  if (selection.isEmpty) {
    return undefined;
  }
  return {
    id,
    kind: 'selection',
    path: displayPath(document.uri),
    languageId: document.languageId,
    ...linesIn(selection),
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
