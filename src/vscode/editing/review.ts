import * as vscode from 'vscode';
import { SerialQueue } from '../../base/serialQueue.ts';
import { hunkAt } from '../../core/editing/hunkAt.ts';
import { lineHunks } from '../../core/editing/lineHunks.ts';
import { mergeLines } from '../../core/editing/mergeLines.ts';
import { hasSameLines, linesOf } from '../../core/editing/textRange.ts';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import { columnBesideChat, isEqual } from '../editorTabs.ts';
import { type ErrorMessage, failed, info, showMessage } from '../errorMessage.ts';
import { renamedUri } from '../renamedUri.ts';
import { plainText, t, type UiText } from '../vscodeUi.ts';
import { openDocument, openDocumentOf } from './anchorDocuments.ts';
import { type OpenedReview, type Proposal, type ProposalSource, writeReviewed } from './documentWriter.ts';
import { ProposalSaver } from './proposalSaver.ts';
import { lineEndOf, type ReviewedDocument, type ReviewFiles } from './reviewFiles.ts';
import { acceptedText } from './reviewMessages.ts';
import {
  proposalUriOf,
  reviewTabsOf,
  type ShowOptions,
  type TabPlace,
  tabPlaceOf,
  whereItWas,
} from './reviewTabs.ts';
import { hiddenLines, WhiteSpaceMarks } from './whiteSpaceMarks.ts';
import { documentName, goneError, isUserData, whyNotWritable } from './writableDocument.ts';

export interface ReviewsDeps {
  readonly files: ReviewFiles;
  /** Of the extension, inside of the folder with the settings of the user. */
  readonly globalStorageUri: vscode.Uri;
  /** Shows a document and gives it the focus. */
  show(document: vscode.TextDocument): Promise<vscode.TextEditor | undefined>;
  /** @param outcome a sentence about what became of the review */
  onDidClose(source: CodeBlockRef | undefined, outcome: UiText): void;
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
  readonly onAccepted?: (() => void) | undefined;
  /** `undefined` while no tab shows the proposal. */
  saver: ProposalSaver | undefined;
  /** Where its tab was, while the document may be getting another name, for which VS Code closes the tab. */
  moving?: TabPlace | undefined;
}

/**
 * Shows proposals in VS Code's diff editor, on the right side, where they can be edited. What is shown there is what is
 * accepted: a document that has changed since its proposal was last compared with it is brought into the proposal first.
 * A review ends when it is accepted or discarded, or its tab is closed. One with edits of the user ends in no other way,
 * and can be opened again.
 */
export class Reviews implements vscode.Disposable {
  readonly #deps: ReviewsDeps;
  /** By query of the proposal's URI. */
  readonly #reviews = new Map<string, Review>();
  readonly #queue = new SerialQueue();
  readonly #marks = new WhiteSpaceMarks(({ query }) => {
    const review = this.#reviews.get(query);
    return review && openDocument(review.about.uri.toString());
  });
  readonly #listeners = vscode.Disposable.from(
    this.#marks,
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
    vscode.workspace.onWillRenameFiles((event) => {
      for (const review of this.#reviews.values()) {
        if (event.files.some((file) => renamedUri(review.about.uri, { files: [file] }))) {
          review.moving ??= tabPlaceOf(review.uri);
        }
      }
    }),
    vscode.workspace.onDidRenameFiles((event) => {
      for (const review of this.#reviews.values()) {
        const uri = renamedUri(review.about.uri, event);
        if (uri !== undefined) {
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
    return this.#queue.add(async () => {
      const review = { uri, about, untouched: undefined, line: 0, saver: undefined };
      this.#reviews.set(uri.query, review);
      await this.#follow(review);
    });
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
  revertChange(target?: unknown): Promise<ErrorMessage> {
    return this.#withReview(target, revertChange);
  }

  /** The code block that a proposal comes from. @param target as in `accept` */
  sourceOf(target?: unknown): ProposalSource | undefined {
    return this.#reviews.get(uriOf(target)?.query ?? '')?.about.source;
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const { saver } of this.#reviews.values()) {
      saver?.dispose();
    }
  }

  async #open(proposal: Proposal): Promise<OpenedReview> {
    const { document, base, lines, line, source, isAskedAbout, preserveFocus = false, onAccepted } = proposal;
    const whyNot = isUserData(document.uri, this.#deps.globalStorageUri)
      ? failed(
          t(
            'VS Code has its own settings files under two names here, so {0} can’t be reviewed. Copy the code instead.',
            documentName(document),
          ),
        )
      : await whyNotWritable(document);
    if (whyNot !== undefined) {
      return { error: whyNot };
    }
    const others = [...this.#reviews.values()].filter(({ about }) => isEqual(about.uri, document.uri));
    const present = linesOf(document.getText());
    const merged = hasSameLines(present, base) ? undefined : mergeLines(base, present, lines);
    const untouched = (merged?.lines ?? lines).join(lineEndOf(document));
    const about = { uri: document.uri, base: present, source };
    const uri = this.#deps.files.create(plainText(documentName(document)), untouched, about, isAskedAbout);
    const review: Review = { uri, about, untouched, line, saver: undefined, onAccepted };
    this.#reviews.set(uri.query, review);
    await this.#show(review, document, { preserveFocus });
    // Not before: VS Code gives the focus of an active tab that closes to the next one.
    for (const old of others.filter((one) => this.#isUntouched(one))) {
      await this.#close(old, t('Another review of {0} took the place of this one.', documentName(document)));
    }
    return merged === undefined ? {} : { reason: merged.isClean ? 'merged' : 'conflict' };
  }

  async #show(review: Review, document: vscode.TextDocument, options: ShowOptions = {}): Promise<void> {
    const proposal = await openInLanguage(review.uri, document.languageId);
    const start = new vscode.Position(Math.min(review.line, proposal.lineCount - 1), 0);
    const hidden = hiddenLines(document, proposal).length;
    await vscode.commands.executeCommand(
      'vscode.diff',
      document.uri,
      review.uri,
      hidden === 0
        ? t('{0} (Review)', documentName(document))
        : t('{0} (Review, lines with changed white space: {1})', documentName(document), hidden),
      // Without `override`, VS Code may open another editor than that for text, such as one for notebooks.
      {
        preview: false,
        selection: new vscode.Range(start, start),
        override: false,
        viewColumn: columnBesideChat(),
        ...options,
      },
    );
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

  async #accept(review: Review): Promise<ErrorMessage> {
    await review.saver?.settle();
    const document = await openDocumentOf(review.about.uri.toString());
    const whyNot = document === undefined ? goneError(review.uri) : await whyNotWritable(document);
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
    const hunks = lineHunks(present, proposed);
    await this.#close(review, acceptedText(hunks, plainText(documentName(document))));
    const line = hunks[0]?.rightStart ?? review.line;
    await this.#focus(document, Math.min(line, document.lineCount - 1));
    review.onAccepted?.();
    return undefined;
  }

  /** Brings what has changed in the document into the proposal, so that the user sees it before accepting. */
  async #merge(
    review: Review,
    proposal: vscode.TextDocument,
    { present, proposed }: { present: readonly string[]; proposed: readonly string[] },
  ): Promise<ErrorMessage> {
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
    const name = documentName(proposal);
    return merged.isClean
      ? failed(
          t(
            '{0} has changed. The review shows the change together with yours now. Accept again to apply it.',
            name,
          ),
        )
      : failed(
          t(
            '{0} has changed in the same lines. The review shows what would be written there: edit it if you need your lines, then accept again.',
            name,
          ),
        );
  }

  /** Puts the focus where the change is, so that Undo takes it back. */
  async #focus(document: vscode.TextDocument, line: number): Promise<void> {
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

  async #close({ uri, about, saver }: Review, outcome: UiText): Promise<undefined> {
    await saver?.finish();
    // Before the tab reports that it is closed.
    this.#reviews.delete(uri.query);
    await vscode.window.tabGroups.close(reviewTabsOf(uri));
    this.#deps.files.remove(uri);
    this.#deps.onDidClose(about.source, outcome);
  }

  /** Gives the document of a review another name. If a tab shows the review, it does so again, where it was. */
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
    await this.#reopen(review, whereItWas(place));
    this.#endMove(review);
  }

  #endMove(review: Review): void {
    if (review.moving !== undefined) {
      review.moving = undefined;
      // Unless it is open again, the user is told.
      this.#onTabClosed(review.uri);
    }
  }

  async #reopen(review: Review, options?: ShowOptions): Promise<ErrorMessage> {
    const document = await openDocumentOf(review.about.uri.toString());
    if (document === undefined) {
      return goneError(review.uri);
    }
    await this.#show(review, document, options);
    return undefined;
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
    if (this.#isUntouched(review)) {
      this.#reviews.delete(uri.query);
      this.#deps.files.remove(uri);
      this.#deps.onDidClose(review.about.source, discardedText());
      return;
    }
    const text = t('The review of {0} was closed. Nothing was changed.', documentName({ uri }));
    this.#deps.onDidClose(review.about.source, text);
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
  #isUntouched({ uri, untouched }: Review): boolean {
    return untouched === (openDocument(uri.toString())?.getText() ?? this.#deps.files.text(uri));
  }

  #withReview(target: unknown, action: (review: Review) => Promise<ErrorMessage>): Promise<ErrorMessage> {
    const uri = uriOf(target);
    return this.#queue.add(async () => {
      const review = uri && this.#reviews.get(uri.query);
      return review === undefined ? failed(t('No review is open in the active editor.')) : action(review);
    });
  }
}

/** @param target as in `Reviews.accept` */
function uriOf(target: unknown): vscode.Uri | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return target instanceof vscode.Uri ? target : activeTab && proposalUriOf(activeTab);
}

async function revertChange({ uri, about }: Review): Promise<ErrorMessage> {
  const active = vscode.window.activeTextEditor;
  const isSide = (side: vscode.Uri) => (editor: vscode.TextEditor | undefined) =>
    editor?.viewColumn === undefined && editor?.document.uri.toString() === side.toString();
  // A button in the title of another group leaves the active editor as it is.
  const isLeft = isSide(about.uri)(active);
  const editor = isLeft || isSide(uri)(active) ? active : vscode.window.visibleTextEditors.find(isSide(uri));
  const document = openDocument(about.uri.toString());
  if (editor === undefined || document === undefined) {
    return goneError(uri);
  }
  const proposal = await vscode.workspace.openTextDocument(uri);
  const [proposed, present] = [linesOf(proposal.getText()), linesOf(document.getText())];
  const { line } = editor.selection.active;
  const hunk = hunkAt(proposed, present, { line, side: isLeft ? 'right' : 'left' });
  return hunk === undefined
    ? failed(t('There is no change at the cursor. Use Go to Next Change to go to one.'))
    : writeReviewed(proposal, present, [hunk]);
}

function discardedText(): UiText {
  return t('The review was discarded. Nothing was changed.');
}

async function openInLanguage(uri: vscode.Uri, languageId: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  return document.languageId === languageId
    ? document
    : vscode.languages.setTextDocumentLanguage(document, languageId);
}
