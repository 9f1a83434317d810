import * as vscode from 'vscode';
import { isInsertionPlace, lineRangeOf } from '../../core/attachments/attachment.ts';
import { linesBeside } from '../../core/editing/wholeLines.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { captureLines, codeAround } from './codeAround.ts';

/**
 * The lines around places to insert at, apart from what is selected, so that a place stands between those above and those
 * below. They have no anchor, so no reply replaces them.
 * @returns none if the document was edited meanwhile
 */
export async function linesAroundPlaces(
  document: vscode.TextDocument,
  selections: readonly ComposerAttachment[],
): Promise<ComposerAttachment[]> {
  const { version } = document;
  const places = selections.filter(isInsertionPlace);
  const around = await Promise.all(
    places.map(async (place) => (await codeAround(document, rangeOf(document, place))).range),
  );
  if (document.version !== version) {
    return [];
  }
  const selected = selections.map((selection) => rangeOf(document, selection));
  return linesBeside(around.map(toLines), selected.map(toLines)).flatMap(({ start, end }) => {
    const lines = captureLines(document, wholeLines(document, start, end));
    if (lines === undefined) {
      return [];
    }
    const { anchor: _, ...withoutAnchor } = lines;
    return [withoutAnchor];
  });
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
