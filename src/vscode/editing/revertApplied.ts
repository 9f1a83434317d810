import type * as vscode from 'vscode';
import { presentText, takeBack } from '../../core/editing/appliedChange.ts';
import { hunkEdits } from '../../core/editing/hunkEdits.ts';
import { lineHunks } from '../../core/editing/lineHunks.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { type ActionError, type ActionResult, type ErrorResult, failed } from '../actionResult.ts';
import { displayPath } from '../displayPath.ts';
import { findCell } from '../findCell.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { t } from '../uiText.ts';
import { openDocumentOf } from './anchorDocuments.ts';
import { type Application, type AppliedBlocks, isShown } from './appliedBlocks.ts';
import type { DocumentWriter, ProposalSource } from './documentWriter.ts';
import type { ReplyFiles } from './replyFiles.ts';
import { revealLine } from './reviewTabs.ts';

type Applied = Pick<AppliedBlocks, 'find'>;

interface ShowDeps {
  readonly applied: Applied;
  readonly files: Pick<ReplyFiles, 'open'>;
  readonly targetEditor: Pick<TargetEditor, 'open'>;
}

/** Shows the code of a block where it was applied last. */
export async function showApplied(
  { applied, files, targetEditor }: ShowDeps,
  source: ProposalSource,
): Promise<ErrorResult> {
  const opened = await openApplied(applied, source);
  if ('kind' in opened) {
    return opened;
  }
  const { document, application } = opened;
  const { uri, now } = application;
  const { start, end } = now.lines;
  if (findCell(uri) !== undefined) {
    revealLine(await targetEditor.open(document), start);
    return undefined;
  }
  return files.open([uri], { lines: { start: start + 1, end: Math.max(start + 1, end) } });
}

/**
 * Takes back what was applied last of a code block, and leaves all other edits of the document. If what was applied has been
 * edited, a review shows what was there before beside it.
 */
export async function revertApplied(
  applied: Applied,
  writer: Pick<DocumentWriter, 'restore'>,
  source: ProposalSource,
): Promise<ActionResult> {
  const opened = await openApplied(applied, source);
  if ('kind' in opened) {
    return opened;
  }
  const { document, application } = opened;
  const { version } = document;
  const present = presentText(linesOf(document.getText()));
  const taken = takeBack(application.change, present);
  if (taken === 'notStored') {
    return failed(t('The old lines had a secret that was redacted, so they were not stored.'));
  }
  const hunks = taken === 'gone' ? [] : lineHunks(present.lines, taken.lines);
  if (taken === 'gone' || hunks.length === 0) {
    return nothingLeftError(application);
  }
  return writer.restore(
    {
      document,
      version,
      edits: hunkEdits(present.lines, taken.lines, hunks),
      reviewReasons: taken.isCertain ? [] : ['editedSince'],
    },
    { source: { ...source, isRevert: true } },
  );
}

interface OpenedApplied {
  readonly document: vscode.TextDocument;
  readonly application: Application;
}

/** Opens the document of what was applied last, of which something is left in it. */
async function openApplied(applied: Applied, source: ProposalSource): Promise<OpenedApplied | ActionError> {
  const application = await applied.find(source);
  if (application === undefined) {
    return failed(t('It is not known where this code block was applied.'));
  }
  const { uri } = application;
  const document = await openDocumentOf(uri.toString());
  if (document === undefined) {
    return failed(t('{0} no longer exists or can’t be opened.', displayPath(uri)));
  }
  // Now that it is open, one can tell. If nothing is left there, an earlier application may be shown.
  if ((await applied.find(source)) !== application) {
    return openApplied(applied, source);
  }
  return isShown(application) ? { document, application } : nothingLeftError(application);
}

function nothingLeftError({ uri }: Application): ActionError {
  return failed(t('Nothing of it is in {0} any more.', displayPath(uri)));
}
