import * as vscode from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { CELL_SCHEME } from '../findCell.ts';
import { renamedUri } from '../renamedUri.ts';
import { REVIEW_SCHEME } from '../targetEditor.ts';

/** Where what was at a URI is after a move. `undefined` if the move is not about it. */
export type Move = (uri: vscode.Uri) => vscode.Uri | undefined;

/** A document that has got the text of an untitled one. */
interface Copy {
  readonly from: vscode.TextDocument;
  readonly to: vscode.TextDocument;
  /** Whether the file has been saved since. */
  isSaved: boolean;
}

/**
 * Tells where the text of documents goes: renames that VS Code tells of, and untitled documents that are saved. VS Code
 * saves one by writing its text into the document of the file, which it then saves; only after that, it empties and closes
 * the untitled one, and closes other tabs that show it. If an extension has edited the file before it was saved, VS Code
 * closes its document in between, until it shows that.
 */
export class DocumentMoves implements vscode.Disposable {
  readonly #willRename = new Emitter<Move>();
  readonly #didCopy = new Emitter<Copy>();
  readonly #didMove = new Emitter<Move>();
  /** Fires before VS Code closes tabs for a rename, which may yet fail. */
  readonly onWillRename = this.#willRename.event;
  /** Fires while both documents have the text. A save has written it, and a move follows, or somebody has pasted it. */
  readonly onDidCopy = this.#didCopy.event;
  readonly onDidMove = this.#didMove.event;
  /** By URI of the untitled document. */
  readonly #copies = new Map<string, Copy>();
  readonly #listeners = vscode.Disposable.from(
    vscode.workspace.onWillRenameFiles((event) => this.#willRename.fire((uri) => renamedUri(uri, event))),
    vscode.workspace.onDidRenameFiles((event) => this.#didMove.fire((uri) => renamedUri(uri, event))),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) {
        this.#onChanged(document);
      }
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      for (const copy of this.#copies.values()) {
        copy.isSaved ||= copy.to === document;
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      // With another language, VS Code tells that a document was closed and opened.
      if (document.isClosed) {
        this.#onClosed(document);
      }
    }),
    // VS Code shows no other editor until a saved untitled document is closed.
    vscode.window.onDidChangeActiveTextEditor(() => this.#copies.clear()),
  );

  dispose(): void {
    this.#listeners.dispose();
  }

  #onChanged(changed: vscode.TextDocument): void {
    if (changed.isUntitled) {
      // What closes it may be a save that has emptied it.
      if (changed.getText() !== '') {
        this.#copies.delete(changed.uri.toString());
      }
      return;
    }
    if (changed.uri.scheme === REVIEW_SCHEME || changed.uri.scheme === CELL_SCHEME) {
      return;
    }
    for (const from of vscode.workspace.textDocuments) {
      const key = from.uri.toString();
      if (!from.isUntitled || from.isClosed || !hasSameText(from, changed)) {
        continue;
      }
      if (this.#copies.has(key)) {
        // It is not certain which one it is.
        this.#copies.delete(key);
      } else {
        const copy = { from, to: changed, isSaved: false };
        this.#copies.set(key, copy);
        this.#didCopy.fire(copy);
      }
    }
  }

  #onClosed({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    const copy = this.#copies.get(key);
    this.#copies.delete(key);
    if (copy?.isSaved) {
      this.#didMove.fire((one) => (one.toString() === key ? copy.to.uri : undefined));
    }
  }
}

function hasSameText(one: vscode.TextDocument, other: vscode.TextDocument): boolean {
  return (
    one.lineCount === other.lineCount &&
    linesOf(one.getText()).join('\n') === linesOf(other.getText()).join('\n')
  );
}
