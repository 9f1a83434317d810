import * as vscode from 'vscode';
import { SerialQueue } from '../../base/serialQueue.ts';
import { type LineHunk, lineHunks } from '../../core/editing/lineHunks.ts';
import { mergeLines } from '../../core/editing/mergeLines.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import { findCell } from '../findCell.ts';
import { columnBesideChat } from '../targetEditor.ts';
import { t, type UiText } from '../vscodeUi.ts';
import { type ReviewRequest, writeReviewed } from './documentWriter.ts';
import { ProposalSaver } from './proposalSaver.ts';
import { whyNotReviewable } from './reviewableDocument.ts';
import { proposalUriOf, type ReviewFiles, reviewTabs } from './reviewFiles.ts';

export interface ReviewsDeps {
  readonly files: ReviewFiles;
  /** Shows a document and gives it the focus. */
  show(document: vscode.TextDocument): Promise<vscode.TextEditor | undefined>;
  /** @param outcome a sentence about what became of the review */
  onDidClose(document: vscode.TextDocument, outcome: UiText): void;
}

interface Review {
  readonly request: ReviewRequest;
  /** Name of the document in messages. */
  readonly name: string;
  readonly proposal: vscode.TextDocument;
  readonly saver: ProposalSaver;
  /** Lines of the document that the proposal was made for. */
  base: readonly string[];
}

/**
 * Shows proposed changes of documents in VS Code's diff editor, the proposal on the right side, where it can be edited.
 * A document changes only when its proposal is accepted. Closing the tab discards it.
 */
export class Reviews implements vscode.Disposable {
  readonly #deps: ReviewsDeps;
  /** By query of the proposal's URI. */
  readonly #reviews = new Map<string, Review>();
  readonly #queue = new SerialQueue();
  readonly #listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const uri of closed.flatMap((tab) => proposalUriOf(tab) ?? [])) {
      // A tab that was moved to another group is open there already.
      if (tabsOf(uri).length === 0) {
        this.#forget(uri);
      }
    }
  });

  constructor(deps: ReviewsDeps) {
    this.#deps = deps;
  }

  /** Opens a review. It replaces an open one of the same document: the newest proposal counts. */
  open(request: ReviewRequest): Promise<ErrorMessage> {
    return this.#queue.add(() => this.#open(request));
  }

  /** @param target what VS Code passes to a command in the title of an editor; by default, the active tab */
  accept(target?: unknown): Promise<ErrorMessage> {
    return this.#withReview(target, (review) => this.#accept(review));
  }

  /** @param target as in `accept` */
  discard(target?: unknown): Promise<ErrorMessage> {
    return this.#withReview(target, (review) => this.#close(review, discardedText()));
  }

  /** Gives the proposal the lines of the document again, in the hunk at the cursor. */
  takeBackHunk(target?: unknown): Promise<ErrorMessage> {
    return this.#withReview(target, takeBackHunk);
  }

  dispose(): void {
    this.#listener.dispose();
    for (const { proposal, saver } of this.#reviews.values()) {
      saver.dispose();
      this.#deps.files.remove(proposal.uri);
    }
    this.#reviews.clear();
  }

  async #open(request: ReviewRequest): Promise<ErrorMessage> {
    const { document, proposed, line } = request;
    const error = await whyNotReviewable(document);
    if (error !== undefined) {
      return error;
    }
    for (const old of this.#reviews.values()) {
      if (old.request.document.uri.toString() === document.uri.toString()) {
        await this.#close(old, t('Another review of {0} took the place of this one.', old.name));
      }
    }
    const name = nameOf(document);
    const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
    const uri = this.#deps.files.create(name, linesOf(proposed).join(lineEnd));
    const proposal = await openInLanguage(uri, document.languageId);
    const saver = new ProposalSaver(proposal, this.#deps.files);
    this.#reviews.set(uri.query, { request, name, proposal, saver, base: linesOf(document.getText()) });
    const start = new vscode.Position(Math.min(line, proposal.lineCount - 1), 0);
    await vscode.commands.executeCommand(
      'vscode.diff',
      document.uri,
      uri,
      t('{0} (Review)', name),
      // Without `override`, VS Code may open another editor than that for text, such as one for notebooks.
      {
        preview: false,
        selection: new vscode.Range(start, start),
        override: false,
        viewColumn: columnBesideChat(),
      },
    );
    return undefined;
  }

  async #accept(review: Review): Promise<ErrorMessage> {
    const { request, name, proposal, saver } = review;
    await saver.settle();
    const document = await reopen(request.document);
    if (document === undefined) {
      return t('{0} no longer exists. Copy what you need from the review.', name);
    }
    const present = linesOf(document.getText());
    const proposed = linesOf(proposal.getText());
    if (!isEqual(present, review.base)) {
      return this.#merge(review, present, proposed);
    }
    const error = await writeReviewed(document, proposed);
    if (error !== undefined) {
      return error;
    }
    const hunks = lineHunks(present, proposed);
    await this.#close(review, acceptedText(hunks, name));
    const line = hunks[0]?.rightStart ?? request.line;
    await this.#show(document, Math.min(line, document.lineCount - 1));
    request.onAccepted?.();
    return undefined;
  }

  /** Brings what has changed in the document into the proposal, so that the user sees it before accepting. */
  async #merge(
    review: Review,
    present: readonly string[],
    proposed: readonly string[],
  ): Promise<ErrorMessage> {
    const merged = mergeLines(review.base, present, proposed);
    if (!merged.isClean) {
      return t(
        '{0} has changed in the same lines. Take over what you need, or discard the review and open it again.',
        review.name,
      );
    }
    const error = await writeReviewed(review.proposal, merged.lines);
    if (error !== undefined) {
      return error;
    }
    review.base = present;
    return t(
      '{0} has changed. The review shows the change together with yours now. Accept again to apply it.',
      review.name,
    );
  }

  /** Puts the focus where the change is, so that Undo takes it back. */
  async #show(document: vscode.TextDocument, line: number): Promise<void> {
    const editor = await this.#deps.show(document);
    if (editor !== undefined) {
      const start = new vscode.Position(line, 0);
      editor.selection = new vscode.Selection(start, start);
      editor.revealRange(
        new vscode.Range(start, start),
        vscode.TextEditorRevealType.InCenterIfOutsideViewport,
      );
    }
  }

  async #close({ request, proposal, saver }: Review, outcome: UiText): Promise<undefined> {
    await saver.finish();
    const { uri } = proposal;
    // Before the tab reports that it is closed.
    this.#reviews.delete(uri.query);
    await vscode.window.tabGroups.close(tabsOf(uri));
    this.#deps.files.remove(uri);
    saver.dispose();
    this.#deps.onDidClose(request.document, outcome);
  }

  /** Forgets a review whose tab was closed. */
  #forget(uri: vscode.Uri): void {
    const review = this.#reviews.get(uri.query);
    this.#reviews.delete(uri.query);
    this.#deps.files.remove(uri);
    if (review !== undefined) {
      review.saver.dispose();
      this.#deps.onDidClose(review.request.document, discardedText());
    }
  }

  #withReview(target: unknown, action: (review: Review) => Promise<ErrorMessage>): Promise<ErrorMessage> {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const uri = target instanceof vscode.Uri ? target : activeTab && proposalUriOf(activeTab);
    return this.#queue.add(async () => {
      const review = uri && this.#reviews.get(uri.query);
      return review === undefined ? t('No review is open in the active editor.') : action(review);
    });
  }
}

function discardedText(): UiText {
  return t('The review was discarded. Nothing was changed.');
}

function acceptedText(hunks: readonly LineHunk[], name: string): UiText {
  const [first] = hunks;
  const last = hunks.at(-1);
  if (first === undefined || last === undefined) {
    return t('The review was accepted without a change.');
  }
  if (first === last && first.leftStart === first.leftEnd) {
    const [start, end] = [first.rightStart + 1, first.rightEnd];
    return start === end
      ? t('Accepted. Inserted line {0} of {1}.', start, name)
      : t('Accepted. Inserted lines {0}–{1} of {2}.', start, end, name);
  }
  const start = first.leftStart + 1;
  const end = Math.max(start, last.leftEnd);
  return start === end
    ? t('Accepted. Replaced line {0} of {1}.', start, name)
    : t('Accepted. Replaced lines {0}–{1} of {2}.', start, end, name);
}

async function takeBackHunk({ request, proposal }: Review): Promise<ErrorMessage> {
  const editor = vscode.window.activeTextEditor;
  const lines = linesOf(request.document.getText());
  const proposed = linesOf(proposal.getText());
  const line = editor?.selection.active.line ?? -1;
  const isLeft = editor?.document === request.document;
  const hunk = lineHunks(proposed, lines).find(({ leftStart, leftEnd, rightStart, rightEnd }) =>
    isLeft ? isAt(line, rightStart, rightEnd) : isAt(line, leftStart, leftEnd),
  );
  return hunk === undefined
    ? t('There is no change at the cursor. Use Go to Next Change to go to one.')
    : writeReviewed(proposal, lines, [hunk]);
}

/** Lines that are missing on one side have a place there: between two lines, either of which counts. */
function isAt(line: number, start: number, end: number): boolean {
  return start === end ? line === start || line === start - 1 : line >= start && line < end;
}

/** The document, opened again if it was closed. `undefined` if it no longer exists. */
async function reopen(document: vscode.TextDocument): Promise<vscode.TextDocument | undefined> {
  try {
    if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) !== undefined) {
      await vscode.workspace.fs.stat(document.uri);
    }
    return document.isClosed ? await vscode.workspace.openTextDocument(document.uri) : document;
  } catch {
    return undefined;
  }
}

async function openInLanguage(uri: vscode.Uri, languageId: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  return document.languageId === languageId
    ? document
    : vscode.languages.setTextDocumentLanguage(document, languageId);
}

function tabsOf({ query }: vscode.Uri): vscode.Tab[] {
  return reviewTabs((uri) => uri.query === query);
}

/** File name; for a notebook's cell, that of the notebook and the number of the cell. */
function nameOf(document: vscode.TextDocument): string {
  const name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
  const cell = findCell(document.uri);
  return cell === undefined ? name : t('{0}, cell {1}', name, cell.index + 1);
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
