import * as vscode from 'vscode';
import { isInsertionPlace, lineRangeOf } from '../../core/attachments/attachment.ts';
import { linesBeside } from '../../core/editing/wholeLines.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { captureLines, codeAround, linesAround } from './codeAround.ts';

/**
 * The lines around places to insert at, apart from what is selected, so that a place stands between those above and those
 * below. They have no anchor, so no reply replaces them.
 */
export async function linesAroundPlaces(
  document: vscode.TextDocument,
  selections: readonly ComposerAttachment[],
): Promise<ComposerAttachment[]> {
  const { version } = document;
  const places = selections.filter(isInsertionPlace).map((place) => rangeOf(document, place));
  const selected = selections.map((selection) => toLines(rangeOf(document, selection)));
  const capture = (around: readonly vscode.Range[]): ComposerAttachment[] =>
    linesBeside(around.map(toLines), selected).flatMap(({ start, end }) => {
      const lines = captureLines(document, wholeLines(document, start, end));
      if (lines === undefined) {
        return [];
      }
      const { anchor: _, ...withoutAnchor } = lines;
      return [withoutAnchor];
    });
  // As they are now: the document may be edited while its symbols are looked up.
  const nearest = capture(places.map((place) => linesAround(document, place)));
  const around = await Promise.all(places.map((place) => codeAround(document, place)));
  return document.version === version ? capture(around.map(({ range }) => range)) : nearest;
}

function rangeOf(document: vscode.TextDocument, attachment: ComposerAttachment): vscode.Range {
  const { start, end } = lineRangeOf(attachment) ?? { start: 1, end: 1 };
  return wholeLines(document, start - 1, end);
}

/** @param end exclusive */
function wholeLines(document: vscode.TextDocument, start: number, end: number): vscode.Range {
  return document.validateRange(new vscode.Range(start, 0, end - 1, Number.MAX_SAFE_INTEGER));
}

function toLines({ start, end }: vscode.Range): { start: number; end: number } {
  return { start: start.line, end: end.line + 1 };
}
