import type * as vscode from 'vscode';
import type { Attachment } from '../../core/attachments/attachment.ts';
import { changedParts, linesInPlace } from '../../core/editing/changedParts.ts';
import { lineHunks } from '../../core/editing/lineHunks.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { wrapInFence } from '../../core/markdown/wrapInFence.ts';
import { openDocument } from './anchorDocuments.ts';
import type { Anchors } from './anchors.ts';
import type { ReviewedDocument } from './reviewFiles.ts';

export interface FoundReview {
  /** Of the proposal. */
  readonly uri: vscode.Uri;
  readonly about: ReviewedDocument;
  /** Text of the proposal if the user has typed into it, or may have, before a reload. */
  readonly typed?: string;
}

/**
 * The code of a proposal as the user has changed it, in fences: the model knows only what it wrote itself.
 * @param selections those that the proposal is about
 * @returns `undefined` if nothing was typed into it
 */
export function typedCode(
  { about: { uri, base }, typed }: FoundReview,
  anchors: Pick<Anchors, 'peek'>,
  selections: readonly Attachment[],
): string | undefined {
  if (typed === undefined) {
    return undefined;
  }
  const lines = linesOf(typed);
  const present = openDocument(uri.toString());
  // The document may have changed under the review.
  const changes = present === undefined ? [] : lineHunks(linesOf(present.getText()), base);
  const asked = selections.flatMap((selection) => {
    const now = anchors.peek(selection);
    return now === undefined ? [] : [linesInPlace(changes, { start: now.startLine - 1, end: now.endLine })];
  });
  const languageId = selections[0]?.languageId ?? '';
  const parts = changedParts(base, lines, asked);
  return parts
    .map(({ start, end }) => wrapInFence(lines.slice(start, end).join('\n'), languageId))
    .join('\n\n');
}
