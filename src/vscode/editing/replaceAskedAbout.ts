import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import { type Attachment, lineRangeOf } from '../../core/attachments/attachment.ts';
import type { IndentStyle } from '../../core/editing/indentation.ts';
import {
  type ProposedCode,
  planReplacement,
  type RefusalReason,
  type ReviewReason,
} from '../../core/editing/plan/planReplacement.ts';
import { rangeAfterChange } from '../../core/editing/rangeAfterChange.ts';
import { applyEdits, linesIn, linesOf, type TextEdit } from '../../core/editing/textRange.ts';
import { pathWithFolders } from '../displayPath.ts';
import type { ActionResult, ErrorMessage } from '../errorMessage.ts';
import { readAlwaysReview } from '../settings.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { foreign, joined, pickItem, showQuickPick, t, type UiText } from '../vscodeUi.ts';
import type { Anchors, LocatedAnchor } from './anchors.ts';
import { applyReplacements, documentChangedMessage, indentStyle, readOnlyMessage } from './insertText.ts';
import { toVscodeRange } from './liveAnchor.ts';
import type { Reviews } from './review.ts';
import { reviewMessage } from './reviewMessages.ts';

interface ReplaceDeps {
  anchors: Anchors;
  reviews: Lazy<Pick<Reviews, 'open'>>;
  targetEditor: Pick<TargetEditor, 'open'>;
}

/**
 * Replaces the code that was asked about, wherever it is now, with the code of a reply. Opens a review instead if the
 * user should see the change first, and changes nothing if the place is not certain.
 * @param selections those that the reply is about; if there are several, the user is asked which one to replace
 * @param proposed its hidden characters are confirmed
 */
export async function replaceAskedAbout(
  { anchors, reviews, targetEditor }: ReplaceDeps,
  selections: readonly Attachment[],
  proposed: ProposedCode,
  { alwaysReview }: { alwaysReview: boolean },
): Promise<ActionResult> {
  const asked = await chooseSelection(selections, anchors);
  if (asked === undefined) {
    return { info: t('Nothing was replaced.') };
  }
  const located = await anchors.locate(asked);
  if ('error' in located) {
    return located.error;
  }
  const { document, range } = located;
  const { version } = document;
  const lines = linesOf(document.getText());
  const plan = planReplacement(
    {
      ...located,
      lines,
      path: pathWithFolders(document.uri),
      languageId: document.languageId,
      style: styleOf(document),
    },
    proposed,
  );
  if (plan.kind === 'refused') {
    return refusalText(plan.reason, asked.path);
  }
  if (plan.kind === 'unchanged') {
    await targetEditor.open(document);
    return { info: t('{0} already contains this code.', asked.path) };
  }
  const { edits, reviewReasons } = plan;
  const rememberApplied = (): void => {
    // Unless the document was changed otherwise too: other lines, or once more.
    const now = rangeAfterChange(range, lines, linesOf(document.getText()));
    if (document.version === version + 1 && now !== undefined) {
      anchors.applied(asked, document, toVscodeRange(now));
    }
  };
  if (reviewReasons.length > 0 || alwaysReview || readAlwaysReview()) {
    return openReview(reviews, document, lines, { edits, reviewReasons, onAccepted: rememberApplied });
  }
  const error = await applyTo(located, edits, version, targetEditor);
  if (error !== undefined) {
    return error;
  }
  rememberApplied();
  return { info: replacedText(range, asked.path) };
}

/** Opens a review of edits. */
export async function openReview(
  reviews: Lazy<Pick<Reviews, 'open'>>,
  document: vscode.TextDocument,
  lines: readonly string[],
  {
    edits,
    reviewReasons,
    onAccepted,
  }: { edits: readonly TextEdit[]; reviewReasons: readonly ReviewReason[]; onAccepted?: () => void },
): Promise<ActionResult> {
  const reasons = [...new Set(reviewReasons)].map(reviewMessage);
  const error = await (await reviews()).open({
    document,
    proposed: applyEdits(lines, edits),
    line: Math.min(...edits.map(({ range }) => range.start.line)),
    ...(onAccepted && { onAccepted }),
  });
  const outcome = t('Review opened. Nothing changes until you accept it.');
  return error ?? { info: joined([...reasons, outcome], ' '), reviewed: document };
}

async function applyTo(
  { document, range }: LocatedAnchor,
  edits: readonly TextEdit[],
  version: number,
  targetEditor: Pick<TargetEditor, 'open'>,
): Promise<ErrorMessage> {
  const editor = await targetEditor.open(document);
  if (document.version !== version) {
    return documentChangedMessage();
  }
  const replacements = edits.map((edit) => ({ range: toVscodeRange(edit.range), text: edit.text }));
  if (editor !== undefined) {
    editor.selection = new vscode.Selection(range.start, range.start);
    return applyReplacements(editor, replacements);
  }
  // The cell of a notebook that is scrolled out of view has no editor.
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    replacements.map((each) => new vscode.TextEdit(each.range, each.text)),
  );
  const isApplied = await vscode.workspace.applyEdit(edit);
  return !isApplied ? documentChangedMessage() : document.version === version ? readOnlyMessage() : undefined;
}

/** Asks which selection to replace if there are several. Returns `undefined` if the user cancels. */
async function chooseSelection(
  selections: readonly Attachment[],
  anchors: Anchors,
): Promise<Attachment | undefined> {
  if (selections.length < 2) {
    return selections[0];
  }
  const items = selections.map((selection) => {
    const { start, end } = lineRangeOf(selection) ?? { start: 1, end: 1 };
    const { startLine, endLine } = anchors.peek(selection) ?? { startLine: start, endLine: end };
    const description =
      startLine === endLine ? t('Line {0}', startLine) : t('Lines {0}–{1}', startLine, endLine);
    return pickItem({ label: foreign(selection.path), description }, { selection });
  });
  const chosen = await showQuickPick(items, {
    title: t('Replace Lines Asked About'),
    placeHolder: t('Select the lines to replace'),
  });
  return chosen?.selection;
}

/** The indentation settings of the document, as its editor has detected them. */
function styleOf(document: vscode.TextDocument): IndentStyle {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const settings = vscode.workspace.getConfiguration('editor', document);
  return indentStyle({
    options: editor?.options ?? {
      insertSpaces: settings.get<boolean>('insertSpaces', true),
      tabSize: settings.get<number>('tabSize', 4),
    },
  });
}

function replacedText(range: vscode.Range, path: string): UiText {
  const { startLine, endLine } = linesIn(range);
  return startLine === endLine
    ? t('Replaced line {0} of {1}.', startLine, path)
    : t('Replaced lines {0}–{1} of {2}.', startLine, endLine, path);
}

export function emptyBlockMessage(): UiText {
  return t('This code block is empty.');
}

function refusalText(reason: RefusalReason, path: string): UiText {
  switch (reason) {
    case 'empty':
      return emptyBlockMessage();
    case 'coversMore':
      return t(
        'The code covers more than the lines that you asked about, and its place in {0} is not certain. Select what it should replace, and use Replace Selection.',
        path,
      );
    case 'lineNumbers':
      return t('The code has line numbers. Select the text to replace, copy the code, and remove them.');
    case 'otherPlace':
      return t(
        'The code is for another place than the lines that you asked about. Select what it should replace, and use Replace Selection.',
      );
    case 'patchDoesNotMatch':
      return t('The code block is a patch that does not match {0}.', path);
  }
}
