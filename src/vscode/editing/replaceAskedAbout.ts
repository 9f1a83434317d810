import * as vscode from 'vscode';
import { type Attachment, lineRangeOf } from '../../core/attachments/attachment.ts';
import type { AssistantTurn } from '../../core/conversation/conversation.ts';
import { type BlockChoice, chooseBlock } from '../../core/editing/chooseBlock.ts';
import type { IndentStyle } from '../../core/editing/indentation.ts';
import type {
  AskedText,
  ProposedCode,
  RefusalReason,
  ReplacementTarget,
} from '../../core/editing/plan/planReplacement.ts';
import { planReplacements } from '../../core/editing/plan/planReplacements.ts';
import { rangeAfterChange } from '../../core/editing/rangeAfterChange.ts';
import { codesOf, type ReplyCode } from '../../core/editing/replyCode.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { type ActionError, type ActionResult, failed, info } from '../actionResult.ts';
import { displayPath } from '../displayPath.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { foreign, t, type UiText } from '../uiText.ts';
import { pickItem, showQuickPick } from '../vscodeUi.ts';
import type { Anchors, LocatedAnchor } from './anchors.ts';
import type { Change, ConfirmedText } from './documentWriter.ts';
import { indentStyle } from './insertText.ts';
import { toVscodeRange } from './liveAnchor.ts';

interface ReplaceDeps {
  anchors: Anchors;
  /** Opens a document that has the code already. Without it, that is only said. */
  targetEditor?: Pick<TargetEditor, 'open'>;
}

type ConfirmedCode = ProposedCode & { readonly code: ConfirmedText };

/** A selection that was asked about, and the code of the reply for it. */
export interface SelectionCode {
  readonly selection: Attachment;
  readonly proposed: ConfirmedCode;
}

/**
 * Plans to replace the code that was asked about, wherever it is now, with the code of a reply. Changes nothing if the
 * place is not certain.
 * @param selections those that the reply is about; if there are several, the user is asked which one to replace
 */
export async function planAskedAbout(
  deps: ReplaceDeps,
  selections: readonly Attachment[],
  proposed: ConfirmedCode,
): Promise<Change | ActionResult> {
  const selection = await chooseSelection(selections, deps.anchors);
  return selection === undefined
    ? info(t('Nothing was replaced.'))
    : planEach(deps, [{ selection, proposed }]);
}

/** Plans to replace selections of one document, each with its code. Changes nothing if a place is not certain. */
export async function planEach(
  { anchors, targetEditor }: ReplaceDeps,
  [first, ...others]: readonly [SelectionCode, ...SelectionCode[]],
): Promise<Change | ActionResult> {
  const all = await locateAll(anchors, [first, ...others]);
  if ('kind' in all) {
    return all;
  }
  const [located] = all;
  const { document } = located;
  const path = anchors.pathOf(first.selection);
  const { version } = document;
  const target = targetIn(document);
  const { lines } = target;
  const plan = planReplacements(
    target,
    all.map((one) => ({ asked: askedText(one), proposed: one.proposed })),
  );
  if (plan.kind === 'refused') {
    return failed(refusalText(plan.reason, path));
  }
  if (plan.kind === 'unchanged') {
    await targetEditor?.open(document);
    return info(t('{0} already contains this code.', path));
  }
  return {
    edits: plan.edits,
    reviewReasons: plan.reviewReasons,
    document,
    version,
    isAskedAbout: true,
    onApplied: (written) => {
      for (const { range, selection } of all) {
        // Unless the document was changed otherwise too (other lines, or once more), or its text has moved to another.
        const now = rangeAfterChange(range, lines, linesOf(document.getText()));
        if (written === document && document.version === version + 1 && now !== undefined) {
          anchors.applied(selection, document, toVscodeRange(now));
        }
      }
    },
  };
}

/** Chooses among the code blocks of a reply for the selection that it is about. */
export async function chooseFor(
  anchors: Pick<Anchors, 'locate'>,
  selection: Attachment,
  blocks: readonly [ReplyCode, ...ReplyCode[]],
): Promise<BlockChoice | { error: ActionError }> {
  const located = await anchors.locate(selection);
  return 'error' in located
    ? located
    : chooseBlock({ ...targetIn(located.document), asked: askedText(located) }, blocks);
}

/** Replies with more code blocks, which take time to compare, are rather lessons than one for a selection. */
const MAX_COMPARED = 12;

/** Positions of the code blocks of a reply that are meant for a selection rather than the others, if that can be told. */
export async function meantBlocks(
  anchors: Pick<Anchors, 'locate'>,
  reply: AssistantTurn,
  selection: Attachment,
): Promise<readonly number[] | undefined> {
  const [first, ...others] = codesOf(reply);
  if (first === undefined || others.length === 0 || others.length >= MAX_COMPARED) {
    return undefined;
  }
  const choice = await chooseFor(anchors, selection, [first, ...others]);
  return 'error' in choice ? undefined : choice.offered;
}

/** Finds the places of selections of one document. */
export async function locateAll<About extends Pick<SelectionCode, 'selection'>>(
  anchors: Anchors,
  [first, ...others]: readonly [About, ...About[]],
): Promise<readonly [LocatedAnchor & About, ...(LocatedAnchor & About)[]] | ActionError> {
  const place = await anchors.locate(first.selection);
  if ('error' in place) {
    return place.error;
  }
  const located: [LocatedAnchor & About, ...(LocatedAnchor & About)[]] = [{ ...place, ...first }];
  for (const other of others) {
    const next = await anchors.locate(other.selection);
    if ('error' in next) {
      return next.error;
    }
    located.push({ ...next, ...other });
  }
  return located.some(({ document }) => document !== place.document)
    ? failed(t('The selections are no longer in one document. Replace them one by one.'))
    : located;
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
    return pickItem({ label: foreign(anchors.pathOf(selection)), description }, { selection });
  });
  const chosen = await showQuickPick(items, {
    title: t('Replace Lines Asked About'),
    placeHolder: t('Select the lines to replace'),
  });
  return chosen?.selection;
}

export function targetIn(document: vscode.TextDocument): Omit<ReplacementTarget, 'asked'> {
  const { uri, languageId } = document;
  const lines = linesOf(document.getText());
  return { lines, path: uri.path, shownPath: displayPath(uri), languageId, style: styleOf(document) };
}

function askedText({ range, asked: text, ignoresIndentation }: LocatedAnchor): AskedText {
  return { range, text, ignoresIndentation };
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

export function emptyBlockText(): UiText {
  return t('This code block is empty.');
}

export function refusalText(reason: RefusalReason, path: string): UiText {
  switch (reason) {
    case 'empty':
      return emptyBlockText();
    case 'coversMore':
      return t(
        'The code covers more than the lines that you asked about, and its place in {0} is not certain. Select what it should replace, and use Replace Selection.',
        path,
      );
    case 'otherPlace':
      return t(
        'The code is for another place than the lines that you asked about. Select what it should replace, and use Replace Selection.',
      );
    case 'noPlace':
      return t(
        'The code has no certain place in {0}. Select what it should replace, and use Replace Selection.',
        path,
      );
    case 'patchDoesNotMatch':
      return t('The code block is a patch that does not match {0}.', path);
    case 'deletesFile':
      return t(
        'The code block is a patch that deletes {0}. Delete the file yourself if that is right.',
        path,
      );
  }
}
