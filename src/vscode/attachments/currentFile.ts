import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { CurrentFileView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath } from '../displayPath.ts';
import { fileOf } from '../findCell.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { plainText } from '../uiText.ts';
import { type CaptureResult, newAttachmentId } from './kinds/captureResult.ts';

/** `workspaceState` key: whether the current file is attached. */
const STORAGE_KEY = 'assistant.currentFile';

/** Number of files whose attachment ids stay valid: the panel may still show one that another file has replaced. */
const MAX_SHOWN_FILES = 10;

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
  #reading: { id: string; uri: string; done: Promise<void>; stopWaiting: () => void } | undefined;
  /** The files that were shown since the toggle was turned on, the latest one last. */
  #shown: readonly { id: string; uri: vscode.Uri }[] = [];
  /** Why the current file can't be attached. */
  #failure: { uri: string; error: string } | undefined;

  constructor(deps: CurrentFileDeps) {
    this.#deps = deps;
    this.#isOn = deps.state.get(STORAGE_KEY, false);
    this.#listeners = vscode.Disposable.from(
      deps.composer.onChanged(() => this.syncComposer()),
      deps.targetEditor.onDidChange(() => this.#onActiveFileChanged()),
      // A file that could not be attached, such as an empty one, may be valid after a save.
      vscode.workspace.onDidSaveTextDocument(() => this.#onActiveFileChanged()),
    );
  }

  /** `undefined` while the toggle is off, there is no current file, or the user attached it separately. */
  get view(): CurrentFileView | undefined {
    const uri = this.#isOn ? this.#uri : undefined;
    const key = uri?.toString();
    if (uri === undefined || this.#isAttachedSeparately(key)) {
      return undefined;
    }
    const attachmentId = this.#attached?.id ?? (this.#reading?.uri === key ? this.#reading?.id : undefined);
    const error = this.#failure?.uri === key ? this.#failure?.error : undefined;
    return { path: displayPath(uri), ...omitUndefined({ attachmentId, error }) };
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async setOn(isOn: boolean): Promise<void> {
    this.#isOn = isOn;
    this.#failure = undefined;
    this.#shown = [];
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
    const isAttachedSeparately = this.#isAttachedSeparately(key);
    if (this.#reading !== undefined && (this.#reading.uri !== key || isAttachedSeparately)) {
      this.#stopReading();
    }
    if (attached !== undefined && (attached.uri !== key || isAttachedSeparately)) {
      composer.detach(attached.id);
      return;
    }
    if (uri !== undefined && attached === undefined && !isAttachedSeparately && this.#failure?.uri !== key) {
      this.#startReading(uri);
    }
  }

  /**
   * Resolves once the current file, if on, is attached or known to be unreadable.
   * @param ids if given, waits only if the file has one of these attachment ids
   */
  async whenRead(ids?: readonly string[]): Promise<void> {
    while (this.#reading !== undefined && ids?.includes(this.#reading.id) !== false) {
      await this.#reading.done;
    }
  }

  /**
   * Reads a file that the view had this attachment id for, whichever file is the current one. `undefined` if the id is
   * unknown or the toggle was turned off since.
   */
  async readShown(id: string): Promise<CaptureResult | undefined> {
    const shown = this.#shown.find((one) => one.id === id);
    return shown && this.#read(shown.uri, id);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  get #attached(): ComposerAttachment | undefined {
    return this.#deps.composer.attachments.find(({ isCurrentFile }) => isCurrentFile);
  }

  get #uri(): vscode.Uri | undefined {
    const uri = this.#deps.targetEditor.source?.document.uri;
    return uri && fileOf(uri);
  }

  #isAttachedSeparately(key: string | undefined): boolean {
    return this.#deps.composer.attachments.some(
      ({ kind, uri, isCurrentFile }) => kind === 'file' && !isCurrentFile && uri === key,
    );
  }

  #onActiveFileChanged(): void {
    if (this.#isOn) {
      this.#failure = undefined;
      this.syncComposer();
      this.#deps.onChanged();
    }
  }

  #startReading(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#reading?.uri !== key) {
      const id = newAttachmentId();
      this.#shown = [...this.#shown, { id, uri }].slice(-MAX_SHOWN_FILES);
      const stopped = Promise.withResolvers<void>();
      this.#reading = {
        id,
        uri: key,
        done: Promise.race([this.#attach(uri, id), stopped.promise]),
        stopWaiting: stopped.resolve,
      };
      this.#deps.onChanged();
    }
  }

  /** Nobody waits any longer for a file that is not to be attached now. */
  #stopReading(): void {
    this.#reading?.stopWaiting();
    this.#reading = undefined;
  }

  async #attach(uri: vscode.Uri, id: string): Promise<void> {
    const key = uri.toString();
    const captured = await this.#read(uri, id);
    if (this.#reading?.id !== id) {
      return;
    }
    this.#reading = undefined;
    if (!this.#isOn || this.#uri?.toString() !== key || this.#attached !== undefined) {
      this.syncComposer();
      return;
    }
    if ('error' in captured) {
      this.#failure = { uri: key, error: plainText(captured.error.text) };
      this.#deps.onChanged();
    } else {
      this.#deps.composer.attach(captured);
    }
  }

  async #read(uri: vscode.Uri, id: string): Promise<CaptureResult> {
    const captured = await this.#deps.read(uri);
    return 'error' in captured ? captured : { ...captured, id, isCurrentFile: true };
  }
}
