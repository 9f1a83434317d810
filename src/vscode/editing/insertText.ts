import * as vscode from 'vscode';
import { type IndentStyle, indentOf, reindent } from '../../core/editing/indentation.ts';
import { t, type UiText } from '../vscodeUi.ts';
import type { ConfirmedText } from './documentWriter.ts';

/** Indents the code like a line. In `text`, the first line is not yet indented; `indent` is its indentation. */
type ReindentFor = (line: string) => { indent: string; text: string };

export interface TextReplacement {
  range: vscode.Range;
  text: string;
}

/**
 * Plans to insert code at every cursor, indented like the line it goes to. Code inserted before the text of a line, or
 * code of several lines at the end of a line, gets lines of its own, so that no two lines are joined.
 */
export function planAtCursors(editor: vscode.TextEditor, code: ConfirmedText): TextReplacement[] {
  const reindentFor = createReindent(editor, code);
  return unique(editor.selections.map(({ active }) => insertionAt(editor.document, active, reindentFor)));
}

/** Plans to replace every selection, indented like the first selected line; among them, empty ones insert. */
export function planForSelections(
  editor: vscode.TextEditor,
  code: ConfirmedText,
): TextReplacement[] | UiText {
  return editor.selections.every(({ isEmpty }) => isEmpty)
    ? t('Nothing is selected in the editor. Select the text to replace.')
    : replacementsOfSelections(editor, createReindent(editor, code));
}

/** Plans to replace every selection with a whole reply, or to insert it at the cursors. It is not reindented. */
export function planReply(editor: vscode.TextEditor, markdown: ConfirmedText): TextReplacement[] {
  return replacementsOfSelections(editor, () => ({ indent: '', text: markdown }));
}

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
