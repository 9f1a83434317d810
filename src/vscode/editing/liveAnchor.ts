import * as vscode from 'vscode';
import { type Attachment, isInsertionPlace } from '../../core/attachments/attachment.ts';
import { hashText } from '../../core/checksum.ts';
import { followEdits } from '../../core/editing/anchorRange.ts';
import { coversBlankLines } from '../../core/editing/insertionPlace.ts';
import { linesIn, linesOf, type TextRange } from '../../core/editing/textRange.ts';
import { fileOf } from '../findCell.ts';

/** The lines of what was asked about, from 1. */
export interface LinesNow {
  startLine: number;
  endLine: number;
  /** They are empty: code is inserted there. */
  isPlace?: true;
}

/** The place of a selection in an open document. Follows every edit until one crosses its border. */
export class LiveAnchor {
  /** URI of the document. */
  uri: string;
  /** URI of the file: of a notebook's cell, the notebook. */
  file: string;
  /** The selected text, with LF line ends. */
  readonly text: string;
  /** The text of the last reply that was applied here, with LF line ends. */
  readonly applied: string | undefined;
  #range: TextRange | undefined;
  /** The document's line ends. When VS Code converts them, it reports one edit that replaces everything. */
  #eol: vscode.EndOfLine;
  #lastLineEnd: vscode.Position | undefined;
  /** Hash of the document's text when it was closed; `undefined` while it is open. */
  #closedText: number | undefined;

  constructor(
    document: vscode.TextDocument,
    range: TextRange,
    { text, applied }: { text: string; applied?: string | undefined },
  ) {
    this.uri = document.uri.toString();
    this.file = fileOf(document.uri).toString();
    this.text = text;
    this.applied = applied;
    this.#range = range;
    this.#eol = document.eol;
    this.#lastLineEnd = lastLineEnd(document, range);
  }

  /** `undefined` if the place is lost, or the document is not open. */
  get range(): vscode.Range | undefined {
    return this.#closedText === undefined && this.#range !== undefined
      ? toVscodeRange(this.#range)
      : undefined;
  }

  follow({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const convertsLineEnds = document.eol !== this.#eol && contentChanges.length === 1;
    this.#eol = document.eol;
    if (this.#range === undefined || contentChanges.length === 0 || convertsLineEnds) {
      return;
    }
    this.#range = followEdits(this.#range, contentChanges, {
      isUndo: reason !== undefined,
      lastLineEnd: this.#lastLineEnd,
      isKnown: (range) => this.isKnown(textOf(document, toVscodeRange(range))),
    });
    this.#lastLineEnd = this.#range && lastLineEnd(document, this.#range);
  }

  /** Whether a text is the one that was selected, or the one that was last applied. */
  isKnown(text: string): boolean {
    return text === this.text || text === this.applied;
  }

  /** In a notebook, the place is lost: when it is opened again, its cells are numbered anew. */
  close(document: vscode.TextDocument | undefined): void {
    if (document !== undefined) {
      this.#range = this.uri === this.file ? this.#range : undefined;
      this.#closedText = hashOf(document);
    }
  }

  /** The place is lost if the document changed while it was closed. */
  reopen(document: vscode.TextDocument | undefined): void {
    if (document !== undefined) {
      const isSame = this.#closedText === undefined || this.#closedText === hashOf(document);
      this.#range = isSame ? this.#range : undefined;
      this.#closedText = undefined;
      this.#eol = document.eol;
    }
  }

  rename(file: string): void {
    this.uri = this.uri === this.file ? file : this.uri;
    this.file = file;
  }
}

function hashOf(document: vscode.TextDocument): number {
  return hashText(linesOf(document.getText()).join('\n'));
}

/** The text of a range, with LF line ends. */
export function textOf(document: vscode.TextDocument, range: vscode.Range): string {
  return linesOf(document.getText(range)).join('\n');
}

export function toVscodeRange({ start, end }: TextRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function lastLineEnd(
  document: vscode.TextDocument,
  { start, end: { line, character } }: TextRange,
): vscode.Position | undefined {
  return character === 0 && line > start.line && line <= document.lineCount
    ? document.lineAt(line - 1).range.end
    : undefined;
}

/**
 * Whether what was asked about is still at a range: some text or, at a place to insert at, nothing but blank lines, or what
 * a reply has put there.
 */
export function isThere(
  attachment: Attachment,
  live: LiveAnchor,
  document: vscode.TextDocument,
  range: vscode.Range,
): boolean {
  const now = textOf(document, range);
  if (now.trim() === '') {
    return isInsertionPlace(attachment) && coversBlankLines(linesOf(document.getText()), range);
  }
  return !isInsertionPlace(attachment) || live.isKnown(now);
}

/** The lines of a range, all of them if they are a place to insert at. */
export function linesNow(document: vscode.TextDocument, range: vscode.Range): LinesNow {
  return document.getText(range).trim() === ''
    ? { startLine: range.start.line + 1, endLine: range.end.line + 1, isPlace: true }
    : linesIn(range);
}
