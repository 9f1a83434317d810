import * as vscode from 'vscode';
import { withTimeout } from '../withTimeout.ts';

/**
 * Time after the last edit until a proposal is saved, if saving may change its text: not while the user is typing.
 * Otherwise it is saved at once.
 */
const CAREFUL_SAVE_DELAY_MS = 500;

/** Maximum time to wait for VS Code to read a restored text. */
const RESTORE_TIMEOUT_MS = 2_000;

/** As last saved. */
interface SavedTexts {
  text(proposal: vscode.Uri): string | undefined;
  restore(proposal: vscode.Uri, text: string): void;
}

/** By proposal. */
const savers = new WeakMap<vscode.TextDocument, ProposalSaver>();

/**
 * Edits a document while it is not being saved, if it is a proposal: what changes during a save is taken for the change of a
 * participant unless the user does it.
 */
export function whileNotSaving<Result>(
  document: vscode.TextDocument,
  edit: () => Promise<Result>,
): Promise<Result> {
  return savers.get(document)?.whileNotSaving(edit) ?? edit();
}

/**
 * Saves the proposal of a review after each edit, so that VS Code never asks about unsaved changes when its tab closes.
 * Formatters and other participants in saving change nothing: what they changed is undone.
 */
export class ProposalSaver implements vscode.Disposable {
  readonly document: vscode.TextDocument;
  readonly #files: SavedTexts;
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A save or an edit of this extension. */
  #running: Promise<unknown> | undefined;
  #isSaveDue = false;
  /** When the last save began. */
  #version = 0;
  /** Whether the user may have edited the proposal during the last save. */
  #wasEditedMeanwhile = false;
  /** Whether a cursor was moved during the last save. */
  #wasMovedMeanwhile = false;
  #isChangedBySaving = false;

  constructor(document: vscode.TextDocument, files: SavedTexts) {
    this.document = document;
    this.#files = files;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document: changed, reason }) => {
        // Only Undo and Redo have a reason.
        this.#wasEditedMeanwhile ||= changed === document && reason !== undefined;
        if (changed === document && document.isDirty) {
          this.#schedule();
        }
      }),
      // The kind tells typing from the changes of a formatter, which have none. VS Code's move of a cursor to the first change
      // has one too, but changes no text.
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        if (textEditor.document === document && kind !== undefined) {
          this.#wasMovedMeanwhile = true;
          this.#wasEditedMeanwhile ||= document.version !== this.#version;
        }
      }),
    );
    savers.set(document, this);
    if (document.isDirty) {
      this.#schedule();
    }
  }

  /** Waits until a running save has ended, and what it changed has been undone. */
  async settle(): Promise<void> {
    await this.#running;
  }

  /** As the function of the same name. */
  async whileNotSaving<Result>(edit: () => Promise<Result>): Promise<Result> {
    while (this.#running !== undefined) {
      await this.#running;
    }
    return this.#run(edit);
  }

  /** Saves what is unsaved, for the last time: what this changes is not undone. */
  async finish(): Promise<void> {
    await this.#running;
    this.dispose();
    // Even if `isDirty` is false, which can be wrong (see `#save`). VS Code does nothing if nothing is unsaved.
    await this.#saveDocument();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
    this.#isSaveDue = false;
    savers.delete(this.document);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#startSave(), this.#delay());
  }

  #startSave(): void {
    if (this.#running !== undefined) {
      this.#isSaveDue = true;
      return;
    }
    this.#isSaveDue = false;
    void this.#run(() => this.#save());
  }

  #run<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = action().finally(() => {
      this.#running = undefined;
      if (this.#isSaveDue) {
        this.#schedule();
      }
    });
    this.#running = result.catch(() => undefined);
    return result;
  }

  async #save(): Promise<void> {
    const { uri, version } = this.document;
    const text = this.document.getText();
    const selections = this.#editors().map((editor) => ({ editor, before: editor.selections }));
    this.#version = version;
    this.#wasEditedMeanwhile = false;
    this.#wasMovedMeanwhile = false;
    const isSaved = await this.#saveDocument();
    if (!isSaved && this.document.version !== version) {
      // It was edited during the save. VS Code still tells extensions that it isn't dirty any more: `isDirty` is wrong
      // until the next edit.
      this.#isSaveDue = true;
      return;
    }
    const saved = this.#files.text(uri);
    if (saved === undefined || saved === text || this.#wasEditedMeanwhile || this.document.isDirty) {
      return;
    }
    this.#isChangedBySaving = true;
    const isRead = this.#nextChange();
    this.#files.restore(uri, text);
    await withTimeout(RESTORE_TIMEOUT_MS, isRead, undefined);
    if (this.document.getText() === text && !this.#wasMovedMeanwhile) {
      for (const { editor, before } of selections) {
        editor.selections = before;
      }
    }
  }

  /** Resolves to `false` if a participant fails, the user saves too or edits meanwhile, or the tab was just closed. */
  async #saveDocument(): Promise<boolean> {
    try {
      return await this.document.save();
    } catch {
      return false;
    }
  }

  #editors(): vscode.TextEditor[] {
    return vscode.window.visibleTextEditors.filter(({ document }) => document === this.document);
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document === this.document && contentChanges.length > 0) {
          listener.dispose();
          resolve();
        }
      });
    });
  }

  #delay(): number {
    const files = vscode.workspace.getConfiguration('files', this.document);
    const delay = this.#isChangedBySaving || changesOnSave(this.document) ? CAREFUL_SAVE_DELAY_MS : 0;
    // Before VS Code saves by itself, whose participants' changes could not be told from those of the user.
    return files.get('autoSave') === 'afterDelay'
      ? Math.min(delay, files.get('autoSaveDelay', delay) / 2)
      : delay;
  }
}

/** Whether the user has turned on a change of the text on each save. */
function changesOnSave(document: vscode.TextDocument): boolean {
  const editor = vscode.workspace.getConfiguration('editor', document);
  const files = vscode.workspace.getConfiguration('files', document);
  return (
    editor.get('formatOnSave', false) ||
    Object.keys(editor.get('codeActionsOnSave', {})).length > 0 ||
    ['trimTrailingWhitespace', 'insertFinalNewline', 'trimFinalNewlines'].some((name) =>
      files.get(name, false),
    )
  );
}
