import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { hunkEdits } from '../../core/editing/hunkEdits.ts';
import { lineHunks } from '../../core/editing/lineHunks.ts';
import type { ReviewReason } from '../../core/editing/plan/decision.ts';
import { isProtectedPath } from '../../core/editing/protectedPath.ts';
import { applyEdits, hasSameLines, linesOf, type TextEdit } from '../../core/editing/textRange.ts';
import { isSameCodeBlock } from '../../core/markdown/codeBlockPlace.ts';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import { type ActionResult, type ErrorResult, failed, info } from '../actionResult.ts';
import { fileOf, findCell } from '../findCell.ts';
import { confirmHiddenText, confirmVisibleText } from '../hiddenText.ts';
import { type ResolvedPath, resolvePath } from '../resolvedPath.ts';
import { setContextKey } from '../setContextKey.ts';
import { readSetting } from '../settings.ts';
import { type Place, REVIEW_SCHEME, type TargetEditor } from '../targetEditor.ts';
import { joined, t } from '../uiText.ts';
import { READ_LIMIT_MS, withTimeout } from '../withTimeout.ts';
import { toVscodeRange } from './liveAnchor.ts';
import { whileNotSaving } from './proposalSaver.ts';
import { reviewMessage } from './reviewMessages.ts';
import { documentName, readOnlyError, whyNotWritable } from './writableDocument.ts';

/**
 * The door to the user's documents. No other file changes one (`test/unit/vscode/editing/documentWriter.test.ts`).
 *
 * A caller hands over the text of a reply, and a plan of where it goes and why a person should look at it first. Decided
 * here are its hidden characters, before anything is planned; whether a review opens instead, for the caller's reasons, by
 * the setting, and for a file that can run code or steer tools; that the document is still the one planned for; and that
 * it then has what was written.
 */

declare const confirmed: unique symbol;

/** Text of a reply whose hidden characters the user has decided about. Only `ifConfirmed` makes it. */
export type ConfirmedText = string & { readonly [confirmed]: never };

/** A planned change of a document. */
export interface Change {
  readonly document: vscode.TextDocument;
  /** That the edits were planned for. */
  readonly version: number;
  /** At least one. */
  readonly edits: readonly TextEdit[];
  /** Why the user should see the change first, apart from what is decided here. */
  readonly reviewReasons: readonly ReviewReason[];
  /** Of the edits, whose selections are kept. By default, the document is opened, and the cursor goes to the change. */
  readonly place?: Place;
  /** Whether it replaces what was asked about, so that one can ask again. */
  readonly isAskedAbout?: boolean;
  /**
   * Called after the change, also by a review.
   * @param written the document, or the one to which its text has moved meanwhile
   */
  onApplied?(written: vscode.TextDocument): void;
}

/** The code block that a proposal comes from: the first one, if there are several. */
export interface ProposalSource extends CodeBlockRef {
  /** Id of its conversation. */
  readonly conversation: string;
  /** What was applied of the block is taken back. */
  readonly isRevert?: true | undefined;
}

/** What was written into a document, at once or by a review. */
export interface Written {
  readonly source: ProposalSource | undefined;
  readonly document: vscode.TextDocument;
  /** Lines of the document. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Whether two proposals come from the same code block. */
export function isSameSource(one: ProposalSource | undefined, other: ProposalSource | undefined): boolean {
  return (
    one !== undefined && other !== undefined && one.turnId === other.turnId && isSameCodeBlock(one, other)
  );
}

/** A proposed text of a document: one value from the plan on, compared with the document whenever it matters. */
export interface Proposal {
  readonly document: vscode.TextDocument;
  /** Lines of the document that it was made for. */
  readonly base: readonly string[];
  readonly lines: readonly string[];
  /** The first line, from 0, to show of it. */
  readonly line: number;
  readonly source?: ProposalSource;
  /** As in `Change`. */
  readonly isAskedAbout?: boolean;
  /** The proposal that the user has asked about again, whose review this one takes the place of. */
  readonly replaces?: vscode.Uri;
  /** Whether its review leaves the focus where it is, since nobody has clicked for it at that moment. */
  readonly preserveFocus?: boolean;
  onAccepted?(written: vscode.TextDocument): void;
}

/** Whether a review was opened and, if the document had changed meanwhile, what the user should know about that. */
export type OpenedReview = { readonly error: ErrorResult } | { readonly reason?: ReviewReason };

export interface WriteOptions {
  readonly alwaysReview?: boolean;
  /** Says nothing of a review that is opened without a reason. */
  readonly isQuiet?: boolean;
  readonly source?: ProposalSource;
  /** Of a review, as in `Proposal`. */
  readonly replaces?: vscode.Uri;
  /** Of a review, as in `Proposal`. */
  readonly preserveFocus?: boolean;
}

interface DocumentWriterDeps {
  readonly reviews: { open(proposal: Proposal): Promise<OpenedReview> };
  readonly targetEditor: Pick<TargetEditor, 'open' | 'show'>;
  onWritten(written: Written): void;
}

export class DocumentWriter {
  readonly #reviews: DocumentWriterDeps['reviews'];
  readonly #targetEditor: DocumentWriterDeps['targetEditor'];
  readonly #onWritten: DocumentWriterDeps['onWritten'];

  constructor({ reviews, targetEditor, onWritten }: DocumentWriterDeps) {
    this.#reviews = reviews;
    this.#targetEditor = targetEditor;
    this.#onWritten = onWritten;
  }

  /**
   * Writes text of a reply into a document in one undo step, or opens a review of that.
   * @param plan says where the text goes, or why nowhere
   */
  write(
    text: string,
    plan: (text: ConfirmedText) => Promise<Change | ActionResult>,
    options?: WriteOptions,
  ): Promise<ActionResult> {
    return ifConfirmed(text, async (visible) => this.#write(await plan(visible), options));
  }

  /** Like `write`, for texts that go into a document together. */
  writeAll(
    texts: readonly string[],
    plan: (texts: readonly ConfirmedText[]) => Promise<Change | ActionResult>,
    options?: WriteOptions,
  ): Promise<ActionResult> {
    const confirmNext = (
      [text, ...rest]: readonly string[],
      visible: readonly ConfirmedText[],
    ): Promise<ActionResult> =>
      text === undefined
        ? plan(visible).then((change) => this.#write(change, options))
        : ifConfirmed(text, (next) => confirmNext(rest, [...visible, next]));
    return confirmNext(texts, []);
  }

  /** Gives a document lines back that it had before. They come from no reply, so nothing is asked about their characters. */
  restore(change: Change, options: WriteOptions): Promise<ActionResult> {
    return this.#write(change, options);
  }

  async #write(
    change: Change | ActionResult,
    { alwaysReview = false, isQuiet = false, source, replaces, preserveFocus }: WriteOptions = {},
  ): Promise<ActionResult> {
    if (change === undefined || 'kind' in change) {
      return change;
    }
    const { document, version, edits, isAskedAbout, onApplied } = change;
    if (document.version !== version) {
      return documentChangedError();
    }
    const base = linesOf(document.getText());
    const proposal = {
      document,
      base,
      lines: linesOf(applyEdits(base, edits)),
      line: Math.min(...edits.map(({ range }) => range.start.line)),
      ...omitUndefined({ source, isAskedAbout, replaces, preserveFocus, onAccepted: onApplied }),
    };
    // The proposal of a review is reviewed already.
    if (document.uri.scheme === REVIEW_SCHEME) {
      return this.#apply(change, source);
    }
    const reasons = [...change.reviewReasons, ...(await protectionOf(document))];
    return reasons.length > 0 || alwaysReview || readSetting('review') === 'always'
      ? this.#review(proposal, reasons, isQuiet)
      : this.#apply(change, source);
  }

  async #review(
    proposal: Proposal,
    reasons: readonly ReviewReason[],
    isQuiet: boolean,
  ): Promise<ActionResult> {
    const opened = await this.#reviews.open(proposal);
    if ('error' in opened) {
      return opened.error;
    }
    const { reason } = opened;
    const all = new Set(reason === undefined ? reasons : [...reasons, reason]);
    // The chat shows this after the review is closed too.
    return all.size === 0 && isQuiet
      ? undefined
      : info(
          joined(
            [
              ...[...all].map((one) => reviewMessage(one, proposal.isAskedAbout === true)),
              t('Review opened. Nothing changes until you accept it.'),
            ],
            ' ',
          ),
        );
  }

  async #apply(
    { document, version, edits, place, onApplied }: Change,
    source: ProposalSource | undefined,
  ): Promise<ErrorResult> {
    const whyNot = await whyNotWritable(document);
    if (whyNot !== undefined) {
      return whyNot;
    }
    const editor =
      place === undefined
        ? await this.#targetEditor.open(document)
        : await this.#targetEditor.show(place, { preserveFocus: true });
    if (document.version !== version) {
      return documentChangedError();
    }
    const [start = new vscode.Position(0, 0)] = edits.map(({ range }) => toVscodeRange(range).start);
    if (editor !== undefined && place === undefined) {
      editor.selection = new vscode.Selection(start, start);
    }
    const before = linesOf(document.getText());
    const error = await edit(document, edits, editor);
    if (error !== undefined) {
      return error;
    }
    this.#onWritten({ source, document, before, after: linesOf(document.getText()) });
    const range = new vscode.Range(start, start);
    editor?.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    if (place !== undefined) {
      // Ctrl+Z then undoes the change.
      await this.#targetEditor.show(place);
    }
    onApplied?.(document);
    return undefined;
  }
}

/** Passes on text of a reply after asking about its hidden characters, which a terminal never gets. */
export async function ifConfirmed(
  text: string,
  write: (text: ConfirmedText) => Promise<ActionResult>,
  target: 'document' | 'terminal' = 'document',
): Promise<ActionResult> {
  const visible = await (target === 'terminal'
    ? confirmVisibleText(text, 'code')
    : confirmHiddenText(text, 'code'));
  return visible === undefined ? failed(t('Nothing was inserted.')) : write(visible as ConfirmedText);
}

/**
 * Only for reviews: writes lines of a proposal into its document, which the user has seen and accepted, or changes the
 * proposal.
 */
export async function writeReviewed(
  document: vscode.TextDocument,
  lines: readonly string[],
  hunks = lineHunks(linesOf(document.getText()), lines),
): Promise<ErrorResult> {
  return hunks.length === 0
    ? undefined
    : edit(document, hunkEdits(linesOf(document.getText()), lines, hunks), undefined);
}

/** Applies edits as one undo step, all or none, and looks whether the document has them then. */
function edit(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  editor: vscode.TextEditor | undefined,
): Promise<ErrorResult> {
  const before = linesOf(document.getText());
  return whileNotSaving(document, async () => {
    // The save that was waited for may have changed it.
    if (!hasSameLines(linesOf(document.getText()), before)) {
      return documentChangedError();
    }
    const { version } = document;
    const expected = linesOf(applyEdits(before, edits));
    if (hasSameLines(before, expected)) {
      return undefined;
    }
    const saves = countSaves(document);
    const isApplied = await apply(document, edits, editor);
    const isSaved = saves.stop() > 0;
    const now = linesOf(document.getText());
    if (hasSameLines(now, before)) {
      // An edit of a read-only editor counts as applied. One for an earlier version is rejected.
      return isApplied
        ? readOnlyError()
        : document.version > version
          ? documentChangedError()
          : failed(t('VS Code does not let {0} be changed. Nothing was changed.', documentName(document)));
    }
    if (!hasSameLines(now, expected)) {
      return isApplied
        ? failed(
            t('{0} is not as proposed. Look at it, and use Undo there if needed.', documentName(document)),
          )
        : documentChangedError();
    }
    if (!isSaved && !isUnsaved(document)) {
      // The text of a read-only document changes, but can never be saved.
      await apply(document, hunkEdits(now, before, lineHunks(now, before)), undefined);
      return readOnlyError();
    }
    return undefined;
  });
}

/** @param editor `undefined` for a document that has none, such as a cell that is scrolled out of view */
async function apply(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  editor: vscode.TextEditor | undefined,
): Promise<boolean> {
  const isApplied = await applyAll(document, edits, editor);
  if (isApplied) {
    // Completes the last step of the walkthrough.
    void setContextKey('assistant.hasWritten', true);
  }
  return isApplied;
}

async function applyAll(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  editor: vscode.TextEditor | undefined,
): Promise<boolean> {
  const replacements = edits.map(({ range, text }) => new vscode.TextEdit(toVscodeRange(range), text));
  if (editor !== undefined) {
    return editor.edit((builder) => {
      for (const { range, newText } of replacements) {
        builder.replace(range, newText);
      }
    });
  }
  const all = new vscode.WorkspaceEdit();
  all.set(document.uri, replacements);
  return vscode.workspace.applyEdit(all);
}

function isUnsaved(document: vscode.TextDocument): boolean {
  const { isDirty } = findCell(document.uri)?.notebook ?? document;
  return isDirty || document.isUntitled;
}

/** Counts how often a document is saved, until it is stopped. */
function countSaves(document: vscode.TextDocument): { stop(): number } {
  const key = fileOf(document.uri).toString();
  let count = 0;
  const onSave = ({ uri }: { uri: vscode.Uri }): void => {
    count += Number(uri.toString() === key);
  };
  const listeners = [
    vscode.workspace.onDidSaveTextDocument(onSave),
    vscode.workspace.onDidSaveNotebookDocument(onSave),
  ];
  return {
    stop: () => {
      vscode.Disposable.from(...listeners).dispose();
      return count;
    },
  };
}

/** Whether the file can run code or steer tools, by what it is called and by where it really is. */
async function protectionOf({ uri }: vscode.TextDocument): Promise<readonly ReviewReason[]> {
  const file = fileOf(uri);
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri;
  const real = await resolveInTime(file);
  const realFolder = folder && (await resolveInTime(folder));
  if (isProtectedPath(file.path, folder?.path) || isProtectedPath(real.uri.path, realFolder?.uri.path)) {
    return ['protected'];
  }
  return real.isResolved ? [] : ['linked'];
}

/** What does not respond may lead anywhere. */
function resolveInTime(uri: vscode.Uri): Promise<ResolvedPath> {
  return withTimeout(READ_LIMIT_MS, resolvePath(uri), { uri, isResolved: false });
}

function documentChangedError(): ErrorResult {
  return failed(t('The document changed in the meantime. Nothing was changed. Try again.'));
}
