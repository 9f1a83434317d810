import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Candidate, CurrentFileView } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { NotAsked, WrittenQuestion } from '../composer/question.ts';
import type { Problem } from '../problem.ts';
import type { TargetEditor } from '../targetEditor.ts';
import type { AttachmentReader } from './attachmentReader.ts';
import { CurrentFile } from './currentFile.ts';
import { InstructionFiles } from './instructionFiles.ts';
import type { Captured } from './kinds/captured.ts';
import { LiveChips, refreshQuestion } from './liveAttachments.ts';
import { openAttachment, SentTexts } from './openAttachment.ts';

interface AttachmentsDependencies {
  conversations: Conversations;
  composer: Composer;
  target: TargetEditor;
  state: vscode.Memento;
}

/** What goes along with questions, as the panel and the commands ask for it. Reads nothing before that. */
export class Attachments implements vscode.Disposable {
  readonly #conversations: Conversations;
  readonly #composer: Composer;
  readonly #currentFile: CurrentFile;
  readonly #instructions: InstructionFiles;
  readonly #texts = new SentTexts();
  readonly #chips: LiveChips;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #work: Lazy<AttachmentReader>;
  readonly #readAnew = async (attachment: ComposerAttachment): Promise<Captured> =>
    (await this.#work()).readAnew(attachment);

  /** Fires when the toggle of the file in front may be drawn in another way. */
  readonly onCurrentFileChanged = this.#changed.event;

  constructor({ conversations, composer, target, state }: AttachmentsDependencies) {
    this.#conversations = conversations;
    this.#composer = composer;
    this.#work = lazy(async () => {
      const { AttachmentReader } = await import('./attachmentReader.ts');
      return new AttachmentReader({
        composer,
        editor: () => target.current,
        useCurrentFile: () => this.#currentFile.switch(true),
      });
    });
    this.#chips = new LiveChips(composer, this.#readAnew);
    this.#currentFile = new CurrentFile({
      state,
      composer,
      target,
      read: async (uri) => (await this.#work()).readFile(uri),
      onChanged: () => this.#changed.fire(),
    });
    this.#instructions = new InstructionFiles({
      state,
      conversations,
      composer,
      read: async (uri) => (await this.#work()).readFile(uri, 'instructions'),
    });
  }

  get currentFile(): CurrentFileView | undefined {
    return this.#currentFile.view;
  }

  /** To be called when the chat is shown, and shows what it showed before. */
  async shown(): Promise<void> {
    this.#currentFile.follow();
    await this.#instructions.shown();
  }

  /** Resolves once the composer holds the file in front, if that is to go along: its toggle says so a moment before. */
  settled(): Promise<void> {
    return this.#currentFile.settled();
  }

  /** Reads what is live in a question anew, right before anything is made of it. */
  refresh(question: WrittenQuestion): Promise<WrittenQuestion | NotAsked> {
    return refreshQuestion(question, this.#composer, this.#readAnew);
  }

  /** What can be attached that fits a query, the best first. */
  async candidates(query: string): Promise<Candidate[]> {
    return (await this.#work()).candidates(query);
  }

  /** @param key of one of the candidates told last */
  async attachCandidate(key: string): Promise<Problem> {
    return (await this.#work()).attachCandidate(key);
  }

  async addDropped(uris: readonly string[]): Promise<Problem> {
    return (await this.#work()).addDropped(uris);
  }

  async choose(among: 'all' | 'files'): Promise<Problem> {
    return (await this.#work()).choose(among);
  }

  async add(...sources: Parameters<AttachmentReader['add']>[0]): Promise<Problem> {
    return (await this.#work()).add(sources);
  }

  async addFiles(uris: readonly vscode.Uri[]): Promise<Problem> {
    return (await this.#work()).addFiles(uris);
  }

  async toggleCurrentFile(): Promise<void> {
    await this.#currentFile.switch(!this.#currentFile.isOn);
  }

  /** @returns a sentence about what holds from now on */
  toggleInstructionFiles(): Promise<string> {
    return this.#instructions.toggle();
  }

  /** Shows what an attachment is of: one of the composer, or of a question that was asked. */
  async open(turnId: string | undefined, attachmentId: string): Promise<Problem> {
    const turn = this.#conversations.current.conversation.turns.find(({ id }) => id === turnId);
    const attachments: readonly ComposerAttachment[] =
      turnId === undefined ? this.#composer.attachments : turn?.kind === 'user' ? turn.attachments : [];
    const attachment = attachments.find(({ id }) => id === attachmentId);
    if (attachment === undefined) {
      return vscode.l10n.t('This attachment is not there any more.');
    }
    return openAttachment(attachment, (one) => this.#texts.show(one));
  }

  dispose(): void {
    vscode.Disposable.from(
      this.#currentFile,
      this.#instructions,
      this.#texts,
      this.#chips,
      this.#changed,
    ).dispose();
  }
}
