import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { KIND_INFO } from '../../core/attachments/attachmentKinds.ts';
import type { CurrentFileView, OfferView } from '../../protocol/attachments.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import { type ComposerAttachment, isLive } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { ShellExecutions } from '../shellExecutions.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { t, type UiText } from '../uiText.ts';
import { AttachmentReader } from './attachmentReader.ts';
import { CurrentFile } from './currentFile.ts';
import { InstructionFiles } from './instructionFiles.ts';
import { type CaptureResult, isCaptured } from './kinds/captureResult.ts';
import { LiveAttachments, refreshLiveAttachments, unreadError } from './liveAttachments.ts';
import { Offer } from './offer.ts';
import { AttachmentDocuments, openAttachment } from './openAttachment.ts';

interface AttachmentsDeps {
  conversations: Conversations;
  composer: Composer;
  targetEditor: TargetEditor;
  workspaceState: vscode.Memento;
  executions: Pick<ShellExecutions, 'lastIn'>;
  /** Resolves when the window state from before a reload is restored. */
  whenRestored(): Promise<void>;
  /** As in `withReadLimit`. */
  readLimitMs?: number;
}

/** The attachments of questions, for the panel and the commands. Reads nothing before it is used. */
export class Attachments implements vscode.Disposable {
  readonly #conversations: Conversations;
  readonly #composer: Composer;
  readonly #currentFile: CurrentFile;
  readonly #offer: Offer;
  readonly #instructions: InstructionFiles;
  readonly #documents = new AttachmentDocuments();
  readonly #liveAttachments: LiveAttachments;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #offerChanged = new vscode.EventEmitter<void>();
  readonly #refreshAttachment = async (attachment: ComposerAttachment): Promise<CaptureResult> =>
    (await this.reader()).refresh(attachment);

  /** What the user attaches goes through it. */
  readonly reader: Lazy<AttachmentReader>;
  /** Fires when the view of the current file may have changed. */
  readonly onCurrentFileChanged = this.#changed.event;
  /** Fires when the editor may have changed what is offered. */
  readonly onOfferChanged = this.#offerChanged.event;

  constructor({
    conversations,
    composer,
    targetEditor,
    workspaceState,
    executions,
    whenRestored,
    readLimitMs,
  }: AttachmentsDeps) {
    this.#conversations = conversations;
    this.#composer = composer;
    this.reader = lazy(
      async () =>
        new AttachmentReader({
          composer,
          lastEditor: () => targetEditor.source,
          attachCurrentFile: () => this.#currentFile.setOn(true),
          executions,
          readLimitMs,
        }),
    );
    this.#liveAttachments = new LiveAttachments(composer, this.#refreshAttachment);
    this.#currentFile = new CurrentFile({
      state: workspaceState,
      composer,
      targetEditor,
      read: async (uri) => (await this.reader()).readFile(uri),
      onChanged: () => this.#changed.fire(),
    });
    this.#offer = new Offer({
      composer,
      targetEditor,
      isCurrentFileOn: () => this.#currentFile.isOn,
      onChanged: () => this.#offerChanged.fire(),
    });
    this.#instructions = new InstructionFiles({
      state: workspaceState,
      conversations,
      composer,
      whenRestored,
      read: async (uri) => (await this.reader()).readFile(uri, 'instructions'),
      readLimitMs,
    });
  }

  get currentFile(): CurrentFileView | undefined {
    return this.#currentFile.view;
  }

  get offer(): OfferView | undefined {
    return this.#offer.view;
  }

  /** Attaches what is offered, if anything. */
  async takeOffer(owner: DraftOwner): Promise<ErrorResult> {
    const { source } = this.#offer;
    return source && (await this.reader()).add([source], owner);
  }

  /** Called when a page of the chat has received its state. */
  async onChatShown(): Promise<void> {
    this.#currentFile.syncComposer();
    await this.#instructions.onChatShown();
  }

  /** Instruction files for a question in the chat that is asked without the composer, if it is the first there. */
  instructionFiles(): Promise<readonly ComposerAttachment[]> {
    return this.#instructions.ofFirstQuestion();
  }

  /** Instruction files for the first question of a conversation that the chat doesn't show. */
  newInstructionFiles(): Promise<readonly ComposerAttachment[]> {
    return this.#instructions.ofNewConversation();
  }

  /** Resolves once the current file is attached, if its toggle is on. The panel shows it before it is read. */
  whenCurrentFileRead(): Promise<void> {
    return this.#currentFile.whenRead();
  }

  /**
   * The attachments that the panel shows at the call, whatever it shows when they have been read. The current file may
   * still be unread, or another may have become the current one since. Returns `undefined` if an id is unknown.
   */
  async findShown(ids: readonly string[]): Promise<ComposerAttachment[] | AskError | undefined> {
    const attached = (id: string): ComposerAttachment | undefined =>
      this.#composer.findAttachments([id])?.[0];
    const found = await Promise.all(
      ids.map(async (id) => {
        const known = attached(id);
        if (known !== undefined) {
          return known;
        }
        await this.#currentFile.whenRead([id]);
        return attached(id) ?? this.#currentFile.readShown(id);
      }),
    );
    const known = found.filter((one) => one !== undefined);
    const unread = found.flatMap((one, index) =>
      one !== undefined && 'error' in one ? [{ id: ids[index] ?? '', text: one.error.text }] : [],
    );
    return unread.length > 0
      ? unreadError(unread)
      : known.length === ids.length
        ? known.filter(isCaptured)
        : undefined;
  }

  /** Re-reads the live attachments of a question, right before it is sent or shown as a request. */
  refreshLive(question: WrittenQuestion): Promise<WrittenQuestion | AskError> {
    return refreshLiveAttachments(question, this.#composer, this.#refreshAttachment);
  }

  async toggleCurrentFile(): Promise<void> {
    await this.#currentFile.setOn(!this.#currentFile.isOn);
  }

  /** @returns a message for the user that states the new setting */
  toggleInstructionFiles(): Promise<UiText> {
    return this.#instructions.toggle();
  }

  /** @param turnId the question that the attachment belongs to, or `undefined` for the composer's */
  async open(turnId: string | undefined, attachmentId: string): Promise<ErrorResult> {
    const turn = this.#conversations.current.conversation.turns.find(({ id }) => id === turnId);
    const attachments: readonly ComposerAttachment[] =
      turnId === undefined ? this.#composer.attachments : turn?.kind === 'user' ? turn.attachments : [];
    const attachment = attachments.find(({ id }) => id === attachmentId);
    if (attachment === undefined) {
      return failed(t('This attachment no longer exists.'));
    }
    // Nothing may have told of a change since.
    const isReadAgain =
      turnId === undefined && isLive(attachment) && KIND_INFO[attachment.kind].opens === 'text';
    const current = isReadAgain ? await this.#refreshAttachment(attachment) : attachment;
    return isCaptured(current)
      ? openAttachment(current, (sent) => this.#documents.show(sent))
      : current.error;
  }

  dispose(): void {
    vscode.Disposable.from(
      this.#currentFile,
      this.#offer,
      this.#instructions,
      this.#documents,
      this.#liveAttachments,
      this.#changed,
      this.#offerChanged,
    ).dispose();
  }
}
