import * as vscode from 'vscode';
import { restoreProposal, storeProposal } from '../../core/editing/storedProposal.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { Backoff, SYSTEM_CLOCK } from '../../core/history/files/historyClock.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import type { History } from '../../core/history/history.ts';
import { placeOf } from '../../core/markdown/codeBlockPlace.ts';
import type { Redact } from '../../core/secrets/redactTexts.ts';
import { catchErrorCode } from '../fileErrors.ts';
import { REVIEW_SCHEME } from '../targetEditor.ts';
import { plainText } from '../uiText.ts';
import { notify } from '../vscodeUi.ts';
import type { ProposalSource } from './documentWriter.ts';
import { lostText } from './reviewMessages.ts';
import { proposalUriOf, reviewTabs, reviewTabsOf, showAgain } from './reviewTabs.ts';
import { type FoundReview, type LostReview, type StoredReview, StoredReviews } from './storedReviews.ts';
import { documentName } from './writableDocument.ts';

/** Comes first in every file, since VS Code prefers it to `files.encoding`, which could be another encoding. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** Authority in the URI of a proposal for what was asked about. `package.json` has it too. */
const ASKED_ABOUT = 'asked';

/** What a proposal is for. */
export interface ReviewedDocument {
  readonly uri: vscode.Uri;
  /** Lines of the document that the proposal was compared with last. */
  readonly base: readonly string[];
  readonly source: ProposalSource | undefined;
}

interface ReviewFile {
  bytes: Uint8Array;
  /** Changes with the content: VS Code reads a file again only if its time or size differs. */
  mtime: number;
  about: ReviewedDocument;
  /** The conversation that the proposal is from. */
  conversation: string;
}

interface ReviewFilesDeps {
  history: Pick<History, 'onDeleted'> & { files(): Promise<HistoryFiles> };
  /** Id of the shown conversation. */
  conversation(): string;
  redactor(): Promise<Redact>;
}

/**
 * Files in memory, which the proposals of reviews are edited in. What they add to their documents is on disk too, for the
 * tabs that VS Code restores after a reload.
 */
export class ReviewFiles implements vscode.FileSystemProvider, vscode.Disposable {
  /** By query of the URI. */
  readonly #files = new Map<string, ReviewFile>();
  readonly #restoring = new Map<string, Promise<ReviewFile | undefined>>();
  /** Why those that are shown can't be restored, as the user was told, by query. */
  readonly #lost = new Map<string, LostReview>();
  readonly #backoff = new Backoff(SYSTEM_CLOCK);
  readonly #didChange = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #didRestore = new vscode.EventEmitter<{ proposal: vscode.Uri; about: ReviewedDocument }>();
  readonly #registration: vscode.Disposable;
  readonly #stored: StoredReviews;
  readonly #deps: ReviewFilesDeps;
  /** Conversations of which nothing may be stored any more. */
  readonly #deleted = new Set<string>();
  readonly onDidChangeFile = this.#didChange.event;
  /** Fires when VS Code shows a proposal from before a reload. */
  readonly onDidRestore = this.#didRestore.event;
  #writeCount = 0;
  #isDisposed = false;

  constructor(deps: ReviewFilesDeps) {
    this.#deps = deps;
    this.#stored = new StoredReviews(() => deps.history.files());
    this.#registration = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(REVIEW_SCHEME, this, { isCaseSensitive: true }),
      deps.history.onDeleted((ids) => ids.forEach(this.#deleted.add, this.#deleted)),
    );
    this.#restoreTabs();
  }

  /**
   * @param name file name, from which VS Code detects the language
   * @param isAskedAbout as in `Change`. It is in the URI, which tells the menus.
   */
  create(name: string, text: string, about: ReviewedDocument, isAskedAbout = false): vscode.Uri {
    this.#stored.removeOld(
      (id) => this.#files.has(id) || reviewTabs(({ query: one }) => one === id).length > 0,
    );
    // Never that of a tab from before a reload. Not in the path, which VS Code shows above the editor.
    const query = crypto.randomUUID();
    const conversation = about.source?.conversation ?? this.#deps.conversation();
    this.#set(query, { bytes: encode(text), mtime: ++this.#writeCount, about, conversation });
    const authority = isAskedAbout ? ASKED_ABOUT : '';
    return vscode.Uri.from({ scheme: REVIEW_SCHEME, authority, path: `/${name}`, query });
  }

  /** Tells what a proposal is for by now. */
  update({ query }: vscode.Uri, about: ReviewedDocument): void {
    const file = this.#files.get(query);
    if (file !== undefined) {
      this.#set(query, { ...file, about });
    }
  }

  /** The text as last saved. `undefined` if the file was removed. */
  text({ query }: vscode.Uri): string | undefined {
    const file = this.#files.get(query);
    return file && textOf(file);
  }

  /** Replaces what was saved. VS Code then reads the file again, unless its document has unsaved changes. */
  restore(uri: vscode.Uri, text: string): void {
    const file = this.#files.get(uri.query);
    if (file !== undefined) {
      // An earlier time than that of the last save: if the user types before VS Code has read the file, their next save
      // would otherwise be refused because the file is newer.
      this.#set(uri.query, { ...file, bytes: encode(text), mtime: 0 });
      this.#didChange.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
  }

  remove({ query }: vscode.Uri): void {
    this.#files.delete(query);
    this.#stored.remove(query);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, mtime } = await this.#find(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#find(uri)).bytes;
  }

  /**
   * Accepts files that don't exist too: an orphan can be closed without a question only after it has been saved. Rejects
   * while one can't be read, so that VS Code keeps its text as unsaved.
   */
  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const file = this.#files.get(uri.query) ?? (await this.#restore(uri));
    if (file !== undefined) {
      this.#set(uri.query, { ...file, bytes, mtime: ++this.#writeCount });
    }
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#backoff.reset();
    this.#stored.dispose();
    vscode.Disposable.from(this.#registration, this.#didChange, this.#didRestore).dispose();
  }

  #set(query: string, file: ReviewFile): void {
    this.#files.set(query, file);
    this.#stored.save(file.conversation, query, () => this.#toStored(query));
  }

  async #toStored(query: string): Promise<StoredReview | undefined> {
    const redact = await this.#deps.redactor();
    const file = this.#files.get(query);
    if (file === undefined || this.#deleted.has(file.conversation)) {
      return undefined;
    }
    const { uri, base, source } = file.about;
    const { parts, base: checksums } = storeProposal(base, linesOf(textOf(file)), redact);
    return {
      at: Date.now(),
      uri: uri.toString(),
      base: checksums,
      parts,
      ...(source && {
        source: { turnId: source.turnId, ...placeOf(source), ...(source.isRevert && { isRevert: true }) },
      }),
    };
  }

  async #find(uri: vscode.Uri): Promise<ReviewFile> {
    const file = this.#files.get(uri.query) ?? (await this.#restore(uri));
    if (file === undefined) {
      this.#restoreTabs();
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return file;
  }

  /** Resolves to `undefined` if there is none. Rejects if it can't be read. */
  #restore(proposal: vscode.Uri): Promise<ReviewFile | undefined> {
    const { query } = proposal;
    const restore = async (): Promise<ReviewFile | undefined> => {
      const file = await this.#readStored(proposal);
      if (file !== undefined) {
        this.#files.set(query, file);
        this.#didRestore.fire({ proposal, about: file.about });
      }
      return file;
    };
    // Not kept: a review that is discarded later must not be restored again.
    const restoring = this.#restoring.get(query) ?? restore().finally(() => this.#restoring.delete(query));
    this.#restoring.set(query, restoring);
    return restoring;
  }

  async #readStored(proposal: vscode.Uri): Promise<ReviewFile | undefined> {
    const read = await this.#stored.read(proposal.query);
    const file =
      typeof read === 'object' ? await this.#toFile(read).catch(() => 'unreadable' as const) : read;
    if (file === 'unreadable' || file === 'damaged') {
      this.#setLost(proposal, file);
      throw vscode.FileSystemError.Unavailable(proposal);
    }
    this.#lost.delete(proposal.query);
    if (![...this.#lost.values()].includes('unreadable')) {
      this.#backoff.reset();
    }
    return file === 'none' ? undefined : file;
  }

  /** Rejects if the document can't be read. */
  async #toFile({ conversation, review }: FoundReview): Promise<ReviewFile> {
    const uri = vscode.Uri.parse(review.uri);
    // If it is gone, what the proposal has of its own can still be copied.
    const document = await openIfThere(uri);
    const base = document === undefined ? [] : linesOf(document.getText());
    const text = restoreProposal(review, base).join(document === undefined ? '\n' : lineEndOf(document));
    const about = { uri, base, source: review.source && { ...review.source, conversation } };
    return { bytes: encode(text), mtime: ++this.#writeCount, about, conversation };
  }

  /** Tells the user once, and reads it again as long as a tab shows it. */
  #setLost(proposal: vscode.Uri, why: LostReview): void {
    if (this.#lost.get(proposal.query) !== why) {
      this.#lost.set(proposal.query, why);
      void notify('Warning', lostText(why, plainText(documentName({ uri: proposal }))));
    }
    if (why === 'unreadable' && !this.#isDisposed) {
      this.#backoff.schedule(() => this.#restoreTabs());
    }
  }

  /**
   * Goes on with the reviews of all tabs: VS Code reads none that it has backed up with unsaved changes. Closes those of
   * which nothing is left to show.
   */
  #restoreTabs(): void {
    const proposals = reviewTabs(() => true).flatMap((tab) => proposalUriOf(tab) ?? []);
    for (const proposal of proposals.filter(({ query }) => this.#lost.get(query) !== 'damaged')) {
      // It is said why one can't be read.
      void this.#restoreOrClose(proposal).catch(() => undefined);
    }
  }

  async #restoreOrClose(proposal: vscode.Uri): Promise<void> {
    const { query } = proposal;
    if (this.#files.has(query)) {
      return;
    }
    const wasLost = this.#lost.has(query);
    if ((await this.#restore(proposal)) !== undefined) {
      if (wasLost) {
        await showAgain(proposal);
      }
      return;
    }
    const key = proposal.toString();
    await vscode.workspace.textDocuments
      .find((document) => document.isDirty && document.uri.toString() === key)
      ?.save();
    await vscode.window.tabGroups.close(reviewTabsOf(proposal), true);
  }
}

/** Returns `undefined` if it is gone. Rejects if its file system doesn't say so. */
async function openIfThere(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined) {
      await catchErrorCode('FileNotFound', vscode.workspace.fs.stat(uri), undefined);
    }
    return undefined;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(BYTE_ORDER_MARK + text);
}

export function lineEndOf({ eol }: vscode.TextDocument): string {
  return eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
}

function textOf({ bytes }: ReviewFile): string {
  return new TextDecoder().decode(bytes);
}
