import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { CurrentFileView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { displayPath } from './captureSelection.ts';
import type { CaptureResult } from './kinds/captureResult.ts';

/** In `workspaceState`: whether the file in front goes along. */
const STORAGE_KEY = 'assistant.currentFile';

interface CurrentFileDeps {
  state: vscode.Memento;
  composer: Composer;
  targetEditor: TargetEditor;
  read(uri: vscode.Uri): Promise<CaptureResult>;
  /** Called when the view may be another. */
  onChanged(): void;
}

/**
 * The toggle that lets the file in front go along with each question. As long as it is on, that file is one of the
 * composer's attachments, so that it is shown, counted and sent as they are.
 */
export class CurrentFile implements vscode.Disposable {
  readonly #deps: CurrentFileDeps;
  readonly #listeners: vscode.Disposable;
  #isOn: boolean;
  /** The file that is being read, and the one that can't be attached, with the reason. */
  #reading: { uri: string; done: Promise<void> } | undefined;
  #failure: { uri: string; error: string } | undefined;

  constructor(deps: CurrentFileDeps) {
    this.#deps = deps;
    this.#isOn = deps.state.get(STORAGE_KEY, false);
    this.#listeners = vscode.Disposable.from(
      deps.composer.onChanged(() => this.syncComposer()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#onActiveFileChanged()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#onActiveFileChanged()),
      // What could not be read before may be another now.
      vscode.workspace.onDidSaveTextDocument(() => this.#onActiveFileChanged()),
    );
  }

  /** `undefined` as long as there is no file in front. */
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

  /** Makes the composer hold what it is to hold. */
  syncComposer(): void {
    const { composer } = this.#deps;
    const uri = this.#isOn ? this.#uri : undefined;
    const key = uri?.toString();
    const attached = this.#attached;
    // Who attached the file by itself keeps it when another comes to the front.
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

  /** Resolves once the file in front is attached, or known not to be readable, if it is to go along. */
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
