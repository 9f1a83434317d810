import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { CurrentFileView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath } from '../displayPath.ts';
import type { TargetEditor } from '../targetEditor.ts';
import type { CaptureResult } from './kinds/captureResult.ts';

/** `workspaceState` key: whether the current file is attached. */
const STORAGE_KEY = 'assistant.currentFile';

interface CurrentFileDeps {
  state: vscode.Memento;
  composer: Composer;
  targetEditor: TargetEditor;
  read(uri: vscode.Uri): Promise<CaptureResult>;
  /** Called when the view may have changed. */
  onChanged(): void;
}

/**
 * The toggle that attaches the current file to each question. While it is on, the file is one of the composer's
 * attachments, and is shown, counted and sent like the others.
 */
export class CurrentFile implements vscode.Disposable {
  readonly #deps: CurrentFileDeps;
  readonly #listeners: vscode.Disposable;
  #isOn: boolean;
  #reading: { uri: string; done: Promise<void> } | undefined;
  /** Why the current file can't be attached. */
  #failure: { uri: string; error: string } | undefined;

  constructor(deps: CurrentFileDeps) {
    this.#deps = deps;
    this.#isOn = deps.state.get(STORAGE_KEY, false);
    this.#listeners = vscode.Disposable.from(
      deps.composer.onChanged(() => this.syncComposer()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#onActiveFileChanged()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#onActiveFileChanged()),
      // A file that could not be attached, such as an empty one, may be valid after a save.
      vscode.workspace.onDidSaveTextDocument(() => this.#onActiveFileChanged()),
    );
  }

  /** `undefined` if there is no current file. */
  get view(): CurrentFileView | undefined {
    const uri = this.#uri;
    if (uri === undefined) {
      return undefined;
    }
    const path = displayPath(uri);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const attached = this.#attached;
    const error = this.#failure?.uri === uri.toString() ? this.#failure.error : undefined;
    return {
      name,
      path,
      isOn: this.#isOn,
      ...omitUndefined({ attachmentId: attached?.id }),
      ...(this.#isOn && error !== undefined && { error }),
    };
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async setOn(isOn: boolean): Promise<void> {
    this.#isOn = isOn;
    this.#failure = undefined;
    this.syncComposer();
    this.#deps.onChanged();
    await this.#deps.state.update(STORAGE_KEY, isOn);
  }

  /** Attaches or detaches the current file to match the toggle and the editor. */
  syncComposer(): void {
    const { composer } = this.#deps;
    const uri = this.#isOn ? this.#uri : undefined;
    const key = uri?.toString();
    const attached = this.#attached;
    // A file that the user attached separately stays when another becomes the current file.
    const isAttachedSeparately = composer.attachments.some(
      (other) => other.kind === 'file' && !other.isCurrentFile && other.uri === key,
    );
    if (attached !== undefined && (attached.uri !== key || isAttachedSeparately)) {
      composer.detach(attached.id);
      return;
    }
    if (uri !== undefined && attached === undefined && !isAttachedSeparately && this.#failure?.uri !== key) {
      this.#startReading(uri);
    }
  }

  /** Resolves once the current file, if on, is attached or known to be unreadable. */
  async whenRead(): Promise<void> {
    while (this.#reading !== undefined) {
      await this.#reading.done;
    }
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  get #attached(): ComposerAttachment | undefined {
    return this.#deps.composer.attachments.find(({ isCurrentFile }) => isCurrentFile);
  }

  get #uri(): vscode.Uri | undefined {
    return this.#deps.targetEditor.current?.document.uri;
  }

  #onActiveFileChanged(): void {
    this.#failure = undefined;
    this.syncComposer();
    this.#deps.onChanged();
  }

  #startReading(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#reading?.uri !== key) {
      this.#reading = { uri: key, done: this.#read(uri, key) };
    }
  }

  async #read(uri: vscode.Uri, key: string): Promise<void> {
    const captured = await this.#deps.read(uri);
    if (this.#reading?.uri !== key) {
      return;
    }
    this.#reading = undefined;
    if (!this.#isOn || this.#uri?.toString() !== key || this.#attached !== undefined) {
      this.syncComposer();
      return;
    }
    if ('error' in captured) {
      this.#failure = { uri: key, error: captured.error };
      this.#deps.onChanged();
    } else {
      this.#deps.composer.attach({ ...captured, isCurrentFile: true });
    }
  }
}
