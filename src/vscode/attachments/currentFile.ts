import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { CurrentFileView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { TargetEditor } from '../targetEditor.ts';
import type { Captured } from './kinds/captured.ts';
import { shownPath } from './selectionCapture.ts';

/** In `workspaceState`: whether the file in front goes along. */
const KEY = 'assistant.currentFile';

interface CurrentFileDependencies {
  state: vscode.Memento;
  composer: Composer;
  target: TargetEditor;
  read(uri: vscode.Uri): Promise<Captured>;
  /** Called when the view may be another. */
  onChanged(): void;
}

/**
 * The toggle that lets the file in front go along with each question. As long as it is on, that file is one of the
 * composer's attachments, so that it is shown, counted and sent as they are.
 */
export class CurrentFile implements vscode.Disposable {
  readonly #dependencies: CurrentFileDependencies;
  readonly #listeners: vscode.Disposable;
  #isOn: boolean;
  /** The file that is being read, and the one that can't be attached, with the reason. */
  #reading: { uri: string; done: Promise<void> } | undefined;
  #failed: { uri: string; problem: string } | undefined;

  constructor(dependencies: CurrentFileDependencies) {
    this.#dependencies = dependencies;
    this.#isOn = dependencies.state.get(KEY, false);
    this.#listeners = vscode.Disposable.from(
      dependencies.composer.onChanged(() => this.follow()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#moved()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#moved()),
      // What could not be read before may be another now.
      vscode.workspace.onDidSaveTextDocument(() => this.#moved()),
    );
  }

  /** `undefined` as long as there is no file in front. */
  get view(): CurrentFileView | undefined {
    const uri = this.#uri;
    if (uri === undefined) {
      return undefined;
    }
    const path = shownPath(uri);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const attached = this.#attached;
    const problem = this.#failed?.uri === uri.toString() ? this.#failed.problem : undefined;
    return {
      name,
      path,
      isOn: this.#isOn,
      ...defined({ attachmentId: attached?.id }),
      ...(this.#isOn && problem !== undefined && { problem }),
    };
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async switch(isOn: boolean): Promise<void> {
    this.#isOn = isOn;
    this.#failed = undefined;
    this.follow();
    this.#dependencies.onChanged();
    await this.#dependencies.state.update(KEY, isOn);
  }

  /** Makes the composer hold what it is to hold. */
  follow(): void {
    const { composer } = this.#dependencies;
    const uri = this.#isOn ? this.#uri : undefined;
    const name = uri?.toString();
    const attached = this.#attached;
    // Who attached the file by itself keeps it when another comes to the front.
    const isThere = composer.attachments.some(
      (other) => other.kind === 'file' && !other.isCurrentFile && other.uri === name,
    );
    if (attached !== undefined && (attached.uri !== name || isThere)) {
      composer.detach(attached.id);
      return;
    }
    if (uri !== undefined && attached === undefined && !isThere && this.#failed?.uri !== name) {
      this.#startReading(uri);
    }
  }

  /** Resolves once the file in front is attached, or known not to be readable, if it is to go along. */
  async settled(): Promise<void> {
    while (this.#reading !== undefined) {
      await this.#reading.done;
    }
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  get #attached(): ComposerAttachment | undefined {
    return this.#dependencies.composer.attachments.find(({ isCurrentFile }) => isCurrentFile);
  }

  get #uri(): vscode.Uri | undefined {
    return this.#dependencies.target.current?.document.uri;
  }

  #moved(): void {
    this.#failed = undefined;
    this.follow();
    this.#dependencies.onChanged();
  }

  #startReading(uri: vscode.Uri): void {
    const name = uri.toString();
    if (this.#reading?.uri !== name) {
      this.#reading = { uri: name, done: this.#read(uri, name) };
    }
  }

  async #read(uri: vscode.Uri, name: string): Promise<void> {
    const read = await this.#dependencies.read(uri);
    if (this.#reading?.uri !== name) {
      return;
    }
    this.#reading = undefined;
    if (!this.#isOn || this.#uri?.toString() !== name || this.#attached !== undefined) {
      this.follow();
      return;
    }
    if ('problem' in read) {
      this.#failed = { uri: name, problem: read.problem };
      this.#dependencies.onChanged();
    } else {
      this.#dependencies.composer.attach({ ...read, isCurrentFile: true });
    }
  }
}
