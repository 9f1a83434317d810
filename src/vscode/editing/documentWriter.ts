import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import { hunkEdits } from '../../core/editing/hunkEdits.ts';
import { lineHunks } from '../../core/editing/lineHunks.ts';
import type { ReviewReason } from '../../core/editing/plan/reviewReasons.ts';
import { isProtectedPath } from '../../core/editing/protectedPath.ts';
import { applyEdits, linesOf, type TextEdit } from '../../core/editing/textRange.ts';
import type { ActionResult, ErrorMessage } from '../errorMessage.ts';
import { fileOf } from '../findCell.ts';
import { confirmHiddenText, confirmVisibleText } from '../hiddenText.ts';
import { resolvePath } from '../resolvedPath.ts';
import { readAlwaysReview } from '../settings.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { joined, t } from '../vscodeUi.ts';
import { toVscodeRange } from './liveAnchor.ts';
import { reviewMessage } from './reviewMessages.ts';

/**
 * The door to the user's documents. No other file changes one (`test/unit/vscode/editing/documentWriter.test.ts`).
 *
 * A caller hands over the text of a reply, and a plan of where it goes and why a person should look at it first. Decided
 * here are its hidden characters, before anything is planned; whether a review opens instead, for the caller's reasons, by
 * the setting, and for a file that can run code or steer tools; and that the document is still the one planned for.
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
  /** Shown already, with its selections. By default, the document is opened, and the cursor goes to the change. */
  readonly editor?: vscode.TextEditor;
  /** Called after the change, also by a review. Says what was changed. */
  onApplied?(): ActionResult;
}

export interface ReviewRequest {
  readonly document: vscode.TextDocument;
  /** Text of the whole document if it is accepted as it is, with any line ends. */
  readonly proposed: string;
  /** The first line, from 0, to show of the proposal. */
  readonly line: number;
  onAccepted?(): void;
}

interface DocumentWriterDeps {
  readonly reviews: Lazy<{ open(request: ReviewRequest): Promise<ErrorMessage> }>;
  readonly targetEditor: Pick<TargetEditor, 'open' | 'focus'>;
}

export class DocumentWriter {
  readonly #reviews: DocumentWriterDeps['reviews'];
  readonly #targetEditor: DocumentWriterDeps['targetEditor'];

  constructor({ reviews, targetEditor }: DocumentWriterDeps) {
    this.#reviews = reviews;
    this.#targetEditor = targetEditor;
  }

  /**
   * Writes text of a reply into a document in one undo step, or opens a review of that.
   * @param plan says where the text goes, or why nowhere
   */
  write(
    text: string,
    plan: (text: ConfirmedText) => Promise<Change | ActionResult>,
    { alwaysReview = false } = {},
  ): Promise<ActionResult> {
    return ifConfirmed(text, async (visible) => {
      const change = await plan(visible);
      if (typeof change !== 'object' || 'info' in change) {
        return change;
      }
      const lines = linesOf(change.document.getText());
      const reasons = new Set([...change.reviewReasons, ...(await protectionOf(change.document))]);
      if (change.document.version !== change.version) {
        return documentChangedMessage();
      }
      return reasons.size > 0 || alwaysReview || readAlwaysReview()
        ? this.#review(change, lines, [...reasons])
        : this.#apply(change);
    });
  }

  async #review(
    { document, edits, onApplied }: Change,
    lines: readonly string[],
    reasons: readonly ReviewReason[],
  ): Promise<ActionResult> {
    const error = await (await this.#reviews()).open({
      document,
      proposed: applyEdits(lines, edits),
      line: Math.min(...edits.map(({ range }) => range.start.line)),
      ...(onApplied && { onAccepted: onApplied }),
    });
    // The chat shows this after the review is closed too.
    const outcome = t('Review opened. Nothing changes until you accept it.');
    return error ?? { info: joined([...reasons.map(reviewMessage), outcome], ' '), reviewed: document };
  }

  async #apply({ document, version, edits, onApplied, ...given }: Change): Promise<ActionResult> {
    const editor = given.editor ?? (await this.#targetEditor.open(document));
    if (document.version !== version) {
      return documentChangedMessage();
    }
    const [start = new vscode.Position(0, 0)] = edits.map(({ range }) => toVscodeRange(range).start);
    if (editor !== undefined && given.editor === undefined) {
      editor.selection = new vscode.Selection(start, start);
    }
    const error = await edit(document, edits, editor);
    if (error !== undefined) {
      return error;
    }
    const place = new vscode.Range(start, start);
    editor?.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    if (given.editor !== undefined) {
      // Ctrl+Z then undoes the change.
      await this.#targetEditor.focus(given.editor);
    }
    return onApplied?.();
  }
}

/** Passes on text of a reply after asking about its hidden characters, which a terminal never gets. */
export async function ifConfirmed(
  text: string,
  write: (text: ConfirmedText) => Promise<ActionResult>,
  target: 'document' | 'terminal' = 'document',
): Promise<ActionResult> {
  const visible = await (target === 'terminal' ? confirmVisibleText(text) : confirmHiddenText(text));
  return visible === undefined ? t('Nothing was inserted.') : write(visible as ConfirmedText);
}

/**
 * Only for reviews: writes lines of a proposal into its document, which the user has seen and accepted, or changes the
 * proposal.
 */
export async function writeReviewed(
  document: vscode.TextDocument,
  lines: readonly string[],
  hunks = lineHunks(linesOf(document.getText()), lines),
): Promise<ErrorMessage> {
  return hunks.length === 0
    ? undefined
    : edit(document, hunkEdits(linesOf(document.getText()), lines, hunks), undefined);
}

/** Applies edits as one undo step, all or none. A cell of a notebook that is scrolled out of view has no editor. */
async function edit(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  editor: vscode.TextEditor | undefined,
): Promise<ErrorMessage> {
  const { version } = document;
  const replacements = edits.map(({ range, text }) => new vscode.TextEdit(toVscodeRange(range), text));
  const changesText = replacements.some(({ range, newText }) => document.getText(range) !== newText);
  const all = new vscode.WorkspaceEdit();
  all.set(document.uri, replacements);
  // VS Code rejects the edits if the document is no longer at the version that they were computed for.
  const isApplied =
    editor === undefined
      ? await vscode.workspace.applyEdit(all)
      : await editor.edit((builder) => {
          for (const { range, newText } of replacements) {
            builder.replace(range, newText);
          }
        });
  if (!isApplied) {
    return documentChangedMessage();
  }
  // For a read-only editor, VS Code reports that the edit was applied but leaves the document unchanged.
  return document.version === version && changesText ? t('This editor is read-only.') : undefined;
}

/** Whether the file can run code or steer tools, by what it is called and by where it really is. */
async function protectionOf({ uri }: vscode.TextDocument): Promise<readonly ReviewReason[]> {
  const file = fileOf(uri);
  const folder = vscode.workspace.getWorkspaceFolder(file)?.uri;
  const real = await resolvePath(file);
  const realFolder = folder && (await resolvePath(folder));
  if (isProtectedPath(file.path, folder?.path) || isProtectedPath(real.uri.path, realFolder?.uri.path)) {
    return ['protected'];
  }
  return real.isResolved ? [] : ['linked'];
}

function documentChangedMessage(): ErrorMessage {
  return t('The document changed in the meantime. Nothing was changed. Try again.');
}
