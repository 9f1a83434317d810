import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { AttachmentCandidate, CurrentFileView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import type { TargetEditor } from '../targetEditor.ts';
import type { AttachmentReader } from './attachmentReader.ts';
import { CurrentFile } from './currentFile.ts';
import { InstructionFiles } from './instructionFiles.ts';
import type { CaptureResult } from './kinds/captureResult.ts';
import { LiveAttachments, refreshLiveAttachments } from './liveAttachments.ts';
import { AttachmentDocuments, openAttachment } from './openAttachment.ts';

interface AttachmentsDeps {
  conversations: Conversations;
  composer: Composer;
  targetEditor: TargetEditor;
  workspaceState: vscode.Memento;
}

/** What goes along with questions, as the panel and the commands ask for it. Reads nothing before that. */
export class Attachments implements vscode.Disposable {
  readonly #conversations: Conversations;
  readonly #composer: Composer;
  readonly #currentFile: CurrentFile;
  readonly #instructions: InstructionFiles;
  readonly #documents = new AttachmentDocuments();
  readonly #liveAttachments: LiveAttachments;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #reader: Lazy<AttachmentReader>;
  readonly #refreshAttachment = async (attachment: ComposerAttachment): Promise<CaptureResult> =>
    (await this.#reader()).refreshAttachment(attachment);

  /** Fires when the toggle of the file in front may be drawn in another way. */
  readonly onCurrentFileChanged = this.#changed.event;

  constructor({ conversations, composer, targetEditor, workspaceState }: AttachmentsDeps) {
    this.#conversations = conversations;
    this.#composer = composer;
    this.#reader = lazy(async () => {
      const { AttachmentReader } = await import('./attachmentReader.ts');
      return new AttachmentReader({
        composer,
        lastEditor: () => targetEditor.current,
        attachCurrentFile: () => this.#currentFile.setOn(true),
      });
    });
    this.#liveAttachments = new LiveAttachments(composer, this.#refreshAttachment);
    this.#currentFile = new CurrentFile({
      state: workspaceState,
      composer,
      targetEditor,
      read: async (uri) => (await this.#reader()).readFile(uri),
      onChanged: () => this.#changed.fire(),
    });
    this.#instructions = new InstructionFiles({
      state: workspaceState,
      conversations,
      composer,
      read: async (uri) => (await this.#reader()).readFile(uri, 'instructions'),
    });
  }

  get currentFile(): CurrentFileView | undefined {
    return this.#currentFile.view;
  }

  /** To be called when the chat is shown, and shows what it showed before. */
  async onChatShown(): Promise<void> {
    this.#currentFile.syncComposer();
    await this.#instructions.onChatShown();
  }

  /** Resolves once the composer holds the file in front, if that is to go along: its toggle says so a moment before. */
  whenCurrentFileRead(): Promise<void> {
    return this.#currentFile.whenRead();
  }

  /** Reads what is live in a question anew, right before anything is made of it. */
  refreshLive(question: WrittenQuestion): Promise<WrittenQuestion | AskError> {
    return refreshLiveAttachments(question, this.#composer, this.#refreshAttachment);
  }

  /** What can be attached that fits a query, the best first. */
  async candidates(query: string): Promise<AttachmentCandidate[]> {
    return (await this.#reader()).candidates(query);
  }

  /** @param key of one of the candidates told last */
  async attachCandidate(key: string): Promise<ErrorMessage> {
    return (await this.#reader()).attachCandidate(key);
  }

  async addDropped(uris: readonly string[]): Promise<ErrorMessage> {
    return (await this.#reader()).addDropped(uris);
  }

  async pick(scope: 'all' | 'files'): Promise<ErrorMessage> {
    return (await this.#reader()).pick(scope);
  }

  async add(...sources: Parameters<AttachmentReader['add']>[0]): Promise<ErrorMessage> {
    return (await this.#reader()).add(sources);
  }

  async addFiles(uris: readonly vscode.Uri[]): Promise<ErrorMessage> {
    return (await this.#reader()).addFiles(uris);
  }

  async toggleCurrentFile(): Promise<void> {
    await this.#currentFile.setOn(!this.#currentFile.isOn);
  }

  /** @returns a sentence about what holds from now on */
  toggleInstructionFiles(): Promise<string> {
    return this.#instructions.toggle();
  }

  /** Shows what an attachment is of: one of the composer, or of a question that was asked. */
  async open(turnId: string | undefined, attachmentId: string): Promise<ErrorMessage> {
    const turn = this.#conversations.current.conversation.turns.find(({ id }) => id === turnId);
    const attachments: readonly ComposerAttachment[] =
      turnId === undefined ? this.#composer.attachments : turn?.kind === 'user' ? turn.attachments : [];
    const attachment = attachments.find(({ id }) => id === attachmentId);
    if (attachment === undefined) {
      return vscode.l10n.t('This attachment no longer exists.');
    }
    return openAttachment(attachment, (sent) => this.#documents.show(sent));
  }

  dispose(): void {
    vscode.Disposable.from(
      this.#currentFile,
      this.#instructions,
      this.#documents,
      this.#liveAttachments,
      this.#changed,
    ).dispose();
  }
}
