import type * as vscode from 'vscode';
import type { Turn } from '../../core/conversation/conversation.ts';
import {
  type ProposedCode,
  planReplacement,
  type ReviewReason,
} from '../../core/editing/plan/planReplacement.ts';
import { type ActionResult, CANCELED, failed, info } from '../actionResult.ts';
import { NOTEBOOK_FILE } from '../attachments/notebookText.ts';
import { readChosen } from '../attachments/readingDoor.ts';
import { displayPath, documentChecksum } from '../displayPath.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { foreign, t } from '../uiText.ts';
import { pickItem, showQuickPick } from '../vscodeUi.ts';
import type { BlockPlace } from './blockFiles.ts';
import type { Change, DocumentWriter, WriteOptions } from './documentWriter.ts';
import { openNewDocument } from './newFile.ts';
import { refusalText, targetIn } from './replaceAskedAbout.ts';

/*
 * Code for the file that its block names, where nothing was asked about: an existing file is changed in a review. A new one
 * is an untitled document with its path, which is edited, and then saved, by the user.
 */

interface ApplyDeps {
  readonly writer: Pick<DocumentWriter, 'write'>;
  readonly targetEditor: Pick<TargetEditor, 'open'>;
  /** Those before the reply. */
  readonly turns: readonly Turn[];
}

export async function applyToFile(
  deps: ApplyDeps,
  { name, files, newFiles }: BlockPlace,
  proposed: ProposedCode,
  options: WriteOptions,
): Promise<ActionResult> {
  const isNew = files.length === 0;
  const all = isNew ? newFiles : files;
  if (all.length === 0) {
    return failed(t('{0} leads to no file that can be changed in this workspace.', foreign(name.path)));
  }
  const uri = await chooseFile(all, isNew);
  if (uri === undefined) {
    return CANCELED;
  }
  if (isNew) {
    return makeFile(deps, uri, proposed, options);
  }
  const path = foreign(displayPath(uri));
  const readable = await readChosen(uri);
  if (readable === undefined) {
    return failed(t('The file was not found in the workspace.'));
  }
  if ('error' in readable) {
    return readable.error;
  }
  if (NOTEBOOK_FILE.test(uri.path)) {
    return failed(
      t('{0} is a notebook. Place the cursor in one of its cells, and use Insert at Cursor.', path),
    );
  }
  const document = await readable.openDocument();
  if ('error' in document) {
    return document.error;
  }
  const isSeen = deps.turns.some((turn) => turn.kind === 'user' && hasTextOf(turn.attachments, document.uri));
  return deps.writer.write(
    proposed.code,
    async (code) => {
      const change = await planIn(deps, document, { ...proposed, code });
      return change === undefined || 'kind' in change || isSeen
        ? change
        : { ...change, reviewReasons: ['unseenFile' as const, ...change.reviewReasons] };
    },
    { ...options, alwaysReview: true },
  );
}

/** Plans where code belongs in a document of which nothing was asked about. */
async function planIn(
  { targetEditor }: Pick<ApplyDeps, 'targetEditor'>,
  document: vscode.TextDocument,
  proposed: ProposedCode,
): Promise<Change | ActionResult> {
  const { version } = document;
  const path = displayPath(document.uri);
  const plan = planReplacement(targetIn(document), proposed);
  switch (plan.kind) {
    case 'refused':
      return failed(refusalText(plan.reason, path));
    case 'unchanged':
      await targetEditor.open(document);
      return info(t('{0} already contains this code.', path));
    case 'edits':
      return {
        document,
        version,
        edits: plan.edits,
        // Which it is for is on the button.
        reviewReasons: plan.reviewReasons.filter((reason) => reason !== 'named'),
      };
  }
}

/** Reasons to look at code first that hold for a file which has nothing else. */
const OF_NEW_FILE: ReadonlySet<ReviewReason> = new Set(['elided', 'incomplete', 'redacted']);

/** Opens a file that doesn't exist yet, with its code. Nothing is written to disk. */
async function makeFile(
  deps: ApplyDeps,
  uri: vscode.Uri,
  proposed: ProposedCode,
  options: WriteOptions,
): Promise<ActionResult> {
  const { document, isEmpty } = await openNewDocument(uri);
  // Without an editor, VS Code closes it.
  await deps.targetEditor.open(document);
  return deps.writer.write(
    proposed.code,
    async (code) => {
      const change = await planIn(deps, document, { ...proposed, code });
      if (change === undefined || 'kind' in change || !isEmpty) {
        return change;
      }
      // All of it is new, and shown before it is saved.
      return { ...change, reviewReasons: change.reviewReasons.filter((reason) => OF_NEW_FILE.has(reason)) };
    },
    { ...options, alwaysReview: !isEmpty },
  );
}

async function chooseFile(uris: readonly vscode.Uri[], isNew: boolean): Promise<vscode.Uri | undefined> {
  if (uris.length < 2) {
    return uris[0];
  }
  const items = uris.map((uri) => pickItem({ label: foreign(displayPath(uri)) }, { uri }));
  const chosen = await showQuickPick(items, {
    title: isNew ? t('Create File') : t('Apply to File'),
    placeHolder: isNew
      ? t('The file can be in several folders. Select one.')
      : t('Several folders have this file. Select the one to change.'),
  });
  return chosen?.uri;
}

/** Whether any of the attachments has text of a document. */
function hasTextOf(attachments: Extract<Turn, { kind: 'user' }>['attachments'], uri: vscode.Uri): boolean {
  const [path, checksum] = [displayPath(uri), documentChecksum(uri)];
  return attachments.some(({ kind, path: own, anchor, text }) => {
    const isOfFile = kind === 'selection' || kind === 'file' || kind === 'symbol' || kind === 'instructions';
    return (
      anchor?.document === checksum || (isOfFile && own === path) || (kind === 'diff' && text.includes(path))
    );
  });
}
