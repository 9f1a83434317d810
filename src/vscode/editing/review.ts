import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import { lineHunks } from '../../core/editing/lineHunks.ts';
import { mergeLines } from '../../core/editing/mergeLines.ts';
import { hasSameLines, linesOf } from '../../core/editing/textRange.ts';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import { type ErrorResult, failed, info, showMessage } from '../actionResult.ts';
import { isEqual } from '../editorTabs.ts';
import { CELL_SCHEME } from '../findCell.ts';
import { plainText, t, type UiText } from '../uiText.ts';
import { existingDocumentOf, openDocument, openDocumentOf } from './anchorDocuments.ts';
import { changeAtCursor } from './changeAtCursor.ts';
import { DocumentMoves } from './documentMoves.ts';
import {
  isSameSource,
  type OpenedReview,
  type Proposal,
  type Written,
  writeReviewed,
} from './documentWriter.ts';
import { ProposalSaver } from './proposalSaver.ts';
import { lineEndOf, type ReviewedDocument, type ReviewFiles } from './reviewFiles.ts';
import { discardedText, mergedText, unchangedText } from './reviewMessages.ts';
import {
  proposalUriOf,
  revealLine,
  reviewTabsOf,
  type ShowOptions,
  showProposal,
  type TabPlace,
  tabPlaceOf,
  whereItWas,
} from './reviewTabs.ts';
import type { FoundReview } from './typedCode.ts';
import { WhiteSpaceMarks } from './whiteSpaceMarks.ts';
import { documentName, goneError, whyNotReviewable, whyNotWritable } from './writableDocument.ts';

export interface ReviewsDeps {
  readonly files: ReviewFiles;
  /** Of the extension, inside of the folder with the settings of the user. */
  readonly globalStorageUri: vscode.Uri;
  /** Shows a document and gives it the focus. */
  show(document: vscode.TextDocument): Promise<vscode.TextEditor | undefined>;
  /** @param outcome a sentence about what became of the review, unless the document shows it */
  onDidClose(source: CodeBlockRef | undefined, outcome: UiText | undefined): void;
  onWritten(written: Written): void;
}

/** Maximum time from when VS Code closes a tab for a rename until it tells of the rename. */
const RENAME_TIMEOUT_MS = 2_000;

interface Review {
  /** Of the proposal. */
  readonly uri: vscode.Uri;
  /** The document, and its lines that the proposal was compared with last. */
  about: ReviewedDocument;
  /** Text of the proposal without edits of the user. `undefined` if it is not known, after a reload. */
  untouched: string | undefined;
  readonly line: number;
  readonly onAccepted?: Proposal['onAccepted'];
  /** `undefined` while no tab shows the proposal. */
  saver: ProposalSaver | undefined;
  /** Whether it was last shown without its document, which was gone. */
  isAlone?: boolean;
  /** Where its tab was, while the document may be getting another URI, for which VS Code closes the tab. */
  moving?: TabPlace | undefined;
}

/**
 * Shows proposals in VS Code's diff editor, on the right side, where they can be edited. What is shown there is what is
 * accepted: a document that has changed since its proposal was last compared with it is brought into the proposal first.
 * A review ends when it is accepted or discarded, when the user closes its tab, or when the code block that it comes from is
 * proposed for the same document, or asked about, again. One with edits of the user ends only when it is accepted or
 * discarded. Until then it can be opened again: beside its document, wherever that has moved, or alone if it is gone.
 */
export class Reviews implements vscode.Disposable {
  readonly #deps: ReviewsDeps;
  /** By query of the proposal's URI. */
  readonly #reviews = new Map<string, Review>();
  /** Those that Accept or Discard was pressed for, until that is done. */
  readonly #ending = new Set<Review>();
  readonly #queue = new SerialQueue();
  readonly #moves = new DocumentMoves();
  readonly #marks = new WhiteSpaceMarks(({ query }) => {
    const review = this.#reviews.get(query);
    return review && openDocument(review.about.uri.toString());
  });
  readonly #listeners = vscode.Disposable.from(
    this.#marks,
    this.#moves,
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      closed.flatMap((tab) => proposalUriOf(tab) ?? []).forEach((uri) => void this.#onTabClosed(uri));
      opened.flatMap((tab) => proposalUriOf(tab) ?? []).forEach((uri) => void this.#onTabOpened(uri));
    }),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      const review = this.#reviews.get(uri.query);
      // VS Code closes the document of a tab that was not in front since it was opened.
      if (review?.saver?.document.isClosed) {
        void this.#queue.add(() => this.#follow(review));
      }
    }),
    this.#moves.onWillRename((move) => {
      for (const review of this.#reviews.values()) {
        if (move(review.about.uri) !== undefined) {
          review.moving ??= tabPlaceOf(review.uri);
        }
      }
    }),
    this.#moves.onDidMove((move) => {
      for (const review of this.#reviews.values()) {
        const uri = move(review.about.uri);
        if (uri !== undefined) {
          // Of an untitled document that was saved, VS Code closes the tab afterwards.
          review.moving ??= tabPlaceOf(review.uri);
          void this.#queue.add(() => this.#move(review, uri));
        }
      }
    }),
  );

  constructor(deps: ReviewsDeps) {
    this.#deps = deps;
  }

  open(proposal: Proposal): Promise<OpenedReview> {
    return this.#queue.add(() => this.#open(proposal));
  }

  /** Goes on with the review of a proposal that VS Code shows again after a reload. */
  adopt(uri: vscode.Uri, about: ReviewedDocument): Promise<void> {
    const review = { uri, about, untouched: undefined, line: 0, saver: undefined };
    this.#reviews.set(uri.query, review);
    return this.#queue.add(() => this.#follow(review));
  }

  /** @param target what VS Code passes to a command in the title of an editor; by default, the active tab */
  accept(target?: unknown): Promise<ErrorResult> {
    return this.#end(this.#reviewOf(target), (review) => this.#accept(review));
  }

  /** @param target as in `accept` */
  discard(target?: unknown): Promise<ErrorResult> {
    return this.#end(this.#reviewOf(target), (review) => this.#close(review, discardedText()));
  }

  /** Gives the proposal the lines of the document again, in the hunk at the cursor. */
  revertChange(target?: unknown): Promise<ErrorResult> {
    return this.#run(this.#reviewOf(target), async (review) => {
      const found = await changeAtCursor(review);
      return 'error' in found ? found.error : writeReviewed(found.proposal, found.present, [found.hunk]);
    });
  }

  /** What is reviewed. @param target as in `accept` */
  find(target?: unknown): FoundReview | undefined {
    const review = this.#reviewOf(target);
    const typed = review && !this.#isUntouched(review) ? this.#textOf(review) : undefined;
    return review && { uri: review.uri, about: review.about, ...omitUndefined({ typed }) };
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const { saver } of this.#reviews.values()) {
      saver?.dispose();
    }
  }

  async #open(proposal: Proposal): Promise<OpenedReview> {
    const { document, base, lines, line, source, isAskedAbout, replaces, onAccepted } = proposal;
    const whyNot = await whyNotReviewable(document, this.#deps.globalStorageUri);
    if (whyNot !== undefined) {
      return { error: whyNot };
    }
    const replaced = [...this.#reviews.values()].filter(
      ({ uri, about }) =>
        isEqual(uri, replaces) || (isEqual(about.uri, document.uri) && isSameSource(about.source, source)),
    );
    const present = linesOf(document.getText());
    const merged = hasSameLines(present, base) ? undefined : mergeLines(base, present, lines);
    const untouched = (merged?.lines ?? lines).join(lineEndOf(document));
    const about = { uri: document.uri, base: present, source };
    const uri = this.#deps.files.create(plainText(documentName(document)), untouched, about, isAskedAbout);
    const review: Review = { uri, about, untouched, line, saver: undefined, onAccepted };
    this.#reviews.set(uri.query, review);
    await this.#show(review, document, { preserveFocus: proposal.preserveFocus ?? false });
    // Not before: VS Code gives the focus of an active tab that closes to the next one.
    for (const old of replaced.filter((one) => this.#isUntouched(one))) {
      await this.#close(old, t('Another review of {0} took the place of this one.', nameOf(old)));
    }
    return merged === undefined ? {} : { reason: merged.isClean ? 'merged' : 'conflict' };
  }

  /** @param document `undefined` if it is gone */
  async #show(review: Review, document?: vscode.TextDocument, options?: ShowOptions): Promise<void> {
    review.isAlone = document === undefined;
    await showProposal(review, document, options);
    await this.#follow(review);
  }

  /** Marks a proposal that is shown, and saves its edits. */
  async #follow(review: Review): Promise<void> {
    const proposal = await vscode.workspace.openTextDocument(review.uri);
    if (review.saver?.document !== proposal) {
      review.saver?.dispose();
      review.saver = new ProposalSaver(proposal, this.#deps.files);
    }
    this.#marks.update();
  }

  async #accept(review: Review): Promise<ErrorResult> {
    await review.saver?.settle();
    const document = await openDocumentOf(review.about.uri.toString());
    const whyNot = document === undefined ? goneError(nameOf(review)) : await whyNotWritable(document);
    const proposal = await vscode.workspace.openTextDocument(review.uri);
    if (document === undefined || whyNot !== undefined) {
      return whyNot;
    }
    const present = linesOf(document.getText());
    const proposed = linesOf(proposal.getText());
    if (!hasSameLines(present, review.about.base)) {
      return this.#merge(review, proposal, { present, proposed });
    }
    const error = await writeReviewed(document, proposed);
    if (error !== undefined) {
      return error;
    }
    const { source } = review.about;
    this.#deps.onWritten({ source, document, before: present, after: linesOf(document.getText()) });
    const [first] = lineHunks(present, proposed);
    await this.#close(review, first === undefined ? unchangedText() : undefined);
    const line = first?.rightStart ?? review.line;
    // Undo there takes the change back.
    revealLine(await this.#deps.show(document), Math.min(line, document.lineCount - 1));
    review.onAccepted?.(document);
    return undefined;
  }

  /** Brings what has changed in the document into the proposal, so that the user sees it before accepting. */
  async #merge(
    review: Review,
    proposal: vscode.TextDocument,
    { present, proposed }: { present: readonly string[]; proposed: readonly string[] },
  ): Promise<ErrorResult> {
    const wasUntouched = this.#isUntouched(review);
    const merged = mergeLines(review.about.base, present, proposed);
    const error = await writeReviewed(proposal, merged.lines);
    if (error !== undefined) {
      return error;
    }
    review.about = { ...review.about, base: present };
    this.#deps.files.update(review.uri, review.about);
    if (wasUntouched) {
      review.untouched = proposal.getText();
    }
    return failed(mergedText(merged.isClean, nameOf(review)));
  }

  async #close({ uri, about, saver }: Review, outcome: UiText | undefined): Promise<undefined> {
    await saver?.finish();
    // Before the tab reports that it is closed.
    this.#reviews.delete(uri.query);
    await vscode.window.tabGroups.close(reviewTabsOf(uri));
    this.#deps.files.remove(uri);
    this.#deps.onDidClose(about.source, outcome);
  }

  /** Gives the document of a review another URI. If a tab shows the review, it does so again, where it was. */
  async #move(review: Review, uri: vscode.Uri): Promise<void> {
    review.about = { ...review.about, uri };
    this.#deps.files.update(review.uri, review.about);
    const place = review.moving ?? tabPlaceOf(review.uri);
    if (place === undefined) {
      return;
    }
    await review.saver?.finish();
    await vscode.window.tabGroups.close(reviewTabsOf(review.uri));
    review.saver = undefined;
    showMessage(await this.#reopen(review, whereItWas(place)));
    this.#endMove(review);
  }

  #endMove(review: Review): void {
    if (review.moving !== undefined) {
      review.moving = undefined;
      // Unless it is open again, the user is told.
      this.#onTabClosed(review.uri);
    }
  }

  async #reopen(review: Review, options?: ShowOptions): Promise<ErrorResult> {
    const document = await existingDocumentOf(review.about.uri);
    await this.#show(review, document, options);
    return document === undefined ? goneError(nameOf(review)) : undefined;
  }

  #onTabClosed(uri: vscode.Uri): void {
    const review = this.#reviews.get(uri.query);
    // A tab that was moved to another group is open there already.
    if (review === undefined || reviewTabsOf(uri).length > 0) {
      return;
    }
    review.saver?.dispose();
    review.saver = undefined;
    const { moving } = review;
    if (moving !== undefined) {
      // VS Code doesn't tell that a rename has failed.
      setTimeout(() => {
        if (review.moving === moving) {
          void this.#queue.add(async () => this.#endMove(review));
        }
      }, RENAME_TIMEOUT_MS);
      return;
    }
    void this.#queue.add(() => this.#endClosed(review));
  }

  /** Discards an untouched proposal, unless its document has gone, for which VS Code closes the tab. */
  async #endClosed(review: Review): Promise<void> {
    const { uri, about, isAlone = false } = review;
    const isClosed = (): boolean => this.#reviews.get(uri.query) === review && reviewTabsOf(uri).length === 0;
    const document = await existingDocumentOf(about.uri);
    if (!isClosed()) {
      return;
    }
    if ((isAlone || document !== undefined) && this.#isUntouched(review)) {
      this.#reviews.delete(uri.query);
      this.#deps.files.remove(uri);
      this.#deps.onDidClose(about.source, discardedText());
      return;
    }
    const text = t('The review of {0} was closed. Nothing was changed.', nameOf(review));
    this.#deps.onDidClose(about.source, text);
    const reopen = async (): Promise<void> => showMessage(await this.#queue.add(() => this.#reopen(review)));
    showMessage(info(text, { label: t('Reopen Review'), run: reopen }));
  }

  /** VS Code opens closed tabs again if the user wants that. */
  #onTabOpened({ query }: vscode.Uri): void {
    const review = this.#reviews.get(query);
    if (review !== undefined && review.saver === undefined && review.moving === undefined) {
      void this.#queue.add(() => this.#follow(review));
    }
  }

  /** Whether the user has typed nothing into a proposal. */
  #isUntouched(review: Review): boolean {
    return review.untouched === this.#textOf(review);
  }

  #textOf({ uri }: Review): string | undefined {
    return openDocument(uri.toString())?.getText() ?? this.#deps.files.text(uri);
  }

  /** @param target as in `accept` */
  #reviewOf(target: unknown): Review | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const uri = target instanceof vscode.Uri ? target : activeTab && proposalUriOf(activeTab);
    return uri && this.#reviews.get(uri.query);
  }

  /**
   * Accepts or discards a review. What is pressed once more until that is done does nothing: it was meant for the same
   * review, also if another one came to the front when its tab closed.
   */
  async #end(
    review: Review | undefined,
    action: (review: Review) => Promise<ErrorResult>,
  ): Promise<ErrorResult> {
    const isClosing = [...this.#ending].some(({ uri }) => !this.#reviews.has(uri.query));
    if (isClosing || (review !== undefined && this.#ending.has(review))) {
      return undefined;
    }
    if (review === undefined) {
      return this.#run(review, action);
    }
    this.#ending.add(review);
    try {
      return await this.#run(review, action);
    } finally {
      this.#ending.delete(review);
    }
  }

  /** Runs an action in turn, unless the review has ended by then. */
  #run(review: Review | undefined, action: (review: Review) => Promise<ErrorResult>): Promise<ErrorResult> {
    return this.#queue.add(async () => {
      if (review === undefined) {
        return failed(t('No review is open in the active editor.'));
      }
      return this.#reviews.get(review.uri.query) === review ? action(review) : undefined;
    });
  }
}

/** Of the document. The cell of a notebook, which may be gone, moves nowhere. */
function nameOf({ uri, about }: Review): UiText {
  return documentName({ uri: about.uri.scheme === CELL_SCHEME ? uri : about.uri });
}
