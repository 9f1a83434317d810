import * as vscode from 'vscode';
import { type IndentStyle, indentOf, reindent } from '../../core/editing/indentation.ts';
import type { ActionResult, ErrorMessage } from '../errorMessage.ts';
import { t, type UiText } from '../vscodeUi.ts';

/** Indents the code like a line. In `text`, the first line is not yet indented; `indent` is its indentation. */
type ReindentFor = (line: string) => { indent: string; text: string };

export interface TextReplacement {
  range: vscode.Range;
  text: string;
}

/** Applies edits to an editor, or opens them for review. */
type Apply = (editor: vscode.TextEditor, replacements: readonly TextReplacement[]) => Promise<ActionResult>;

/**
 * Inserts code at every cursor, indented like the line it goes to, as one undo step. Code inserted before the text of
 * a line, or code of several lines at the end of a line, gets lines of its own, so that no two lines are joined.
 */
export function insertCodeAtCursor(
  editor: vscode.TextEditor,
  code: string,
  apply: Apply = applyReplacements,
): Promise<ActionResult> {
  const reindentFor = createReindent(editor, code);
  return apply(
    editor,
    unique(editor.selections.map(({ active }) => insertionAt(editor.document, active, reindentFor))),
  );
}

/** Replaces every selection, indented like the first selected line, as one undo step. */
export async function replaceSelectionWithCode(
  editor: vscode.TextEditor,
  code: string,
  apply: Apply = applyReplacements,
): Promise<ActionResult> {
  if (editor.selections.every(({ isEmpty }) => isEmpty)) {
    return t('Nothing is selected in the editor. Select the text to replace.');
  }
  return apply(editor, replacementsOfSelections(editor, createReindent(editor, code)));
}

/** Replaces every selection with a whole reply, or inserts it at the cursors. It is not reindented. One undo step. */
export function insertReply(editor: vscode.TextEditor, markdown: string): Promise<ErrorMessage> {
  return applyReplacements(
    editor,
    replacementsOfSelections(editor, () => ({ indent: '', text: markdown })),
  );
}

/** Empty selections insert at the cursor. */
function replacementsOfSelections(
  { document, selections }: vscode.TextEditor,
  reindentFor: ReindentFor,
): TextReplacement[] {
  return unique(
    selections.map((selection) =>
      selection.isEmpty
        ? insertionAt(document, selection.active, reindentFor)
        : replacementOf(document, selection, reindentFor),
    ),
  );
}

function insertionAt(
  document: vscode.TextDocument,
  at: vscode.Position,
  reindentFor: ReindentFor,
): TextReplacement {
  const { text: line, range, isEmptyOrWhitespace } = document.lineAt(at.line);
  const { indent, text } = reindentFor(line);
  if (isEmptyOrWhitespace) {
    return { range, text: indent + text };
  }
  if (isBlank(line.slice(0, at.character))) {
    return { range: new vscode.Range(range.start, range.start), text: `${indent}${text}\n` };
  }
  if (isBlank(line.slice(at.character)) && text.includes('\n')) {
    return { range: new vscode.Range(range.end, range.end), text: `\n${indent}${text}` };
  }
  return { range: new vscode.Range(at, at), text };
}

/**
 * Keeps a line break at either end of the selection, so that it doesn't matter where on the neighboring lines a
 * selection of whole lines starts and ends.
 */
function replacementOf(
  document: vscode.TextDocument,
  { start, end }: vscode.Range,
  reindentFor: ReindentFor,
): TextReplacement {
  const range = new vscode.Range(start, end);
  const [firstLine, lastLine] = [document.lineAt(start.line).text, document.lineAt(end.line).text];
  const beginsAfterLine =
    end.line > start.line && !isBlank(firstLine) && isBlank(firstLine.slice(start.character));
  const { indent, text } = reindentFor(beginsAfterLine ? document.lineAt(start.line + 1).text : firstLine);
  // If the selection includes part of the first line's indentation, that part is replaced too, so it is restored
  // here.
  const prefix = beginsAfterLine ? `\n${indent}` : indent.slice(Math.min(start.character, indent.length));
  const lastIndent = lastLine.slice(0, end.character);
  const endsBeforeLine =
    end.line > start.line &&
    isBlank(lastIndent) &&
    (end.character === 0 ? !text.endsWith('\n') : !isBlank(lastLine));
  return { range, text: prefix + text + (endsBeforeLine ? `\n${lastIndent}` : '') };
}

/** Several cursors may result in the same insertion, for example if they are in the indentation of one line. */
function unique(replacements: readonly TextReplacement[]): TextReplacement[] {
  return [...new Map(replacements.map((each) => [rangeKey(each), each])).values()];
}

/** Applies the edits as one undo step, all or none, and reveals the first one. */
export async function applyReplacements(
  editor: vscode.TextEditor,
  replacements: readonly TextReplacement[],
): Promise<ErrorMessage> {
  const { document } = editor;
  const version = document.version;
  const changesText = replacements.some(({ range, text }) => document.getText(range) !== text);
  // VS Code rejects the edit if the document is no longer at the version that the ranges were computed for.
  const applied = await editor.edit(
    (edit) => {
      for (const { range, text } of replacements) {
        edit.replace(range, text);
      }
    },
    { undoStopBefore: true, undoStopAfter: true },
  );
  if (!applied) {
    return documentChangedMessage();
  }
  const first = replacements[0]?.range.start ?? editor.selection.active;
  editor.revealRange(new vscode.Range(first, first), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  // For a read-only editor, VS Code reports that the edit was applied but leaves the document unchanged.
  return document.version === version && changesText ? readOnlyMessage() : undefined;
}

export function documentChangedMessage(): UiText {
  return t('The document changed in the meantime. Nothing was inserted. Try again.');
}

export function readOnlyMessage(): UiText {
  return t('This editor is read-only.');
}

function rangeKey({ range: { start, end } }: TextReplacement): string {
  return [start.line, start.character, end.line, end.character].join();
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function createReindent(editor: vscode.TextEditor, code: string): ReindentFor {
  const style = indentStyle(editor);
  return (line) => {
    const indent = indentOf(line);
    return { indent, text: reindent(code, indent, style) };
  };
}

export function indentStyle({
  options: { insertSpaces, tabSize },
}: Pick<vscode.TextEditor, 'options'>): IndentStyle {
  return { insertSpaces: insertSpaces !== false, tabSize: typeof tabSize === 'number' ? tabSize : 4 };
}
