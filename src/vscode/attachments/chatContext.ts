import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../base/lazy.ts';
import type { CurrentFileView } from '../../protocol/context.ts';
import type { ContextMessage, ContextRequest } from '../../protocol/toHost.ts';
import type { Chat } from '../asking/chat.ts';
import type { PreparingStep } from '../asking/prepareQuestion.ts';
import type { ComposerAttachment } from '../composer/composer.ts';
import type { Receiver } from '../panel/surface.ts';
import type { Problem } from '../problem.ts';
import { say } from '../say.ts';
import type { TargetEditor } from '../targetEditor.ts';
import type { ContextWork } from './contextWork.ts';
import { CurrentFile } from './currentFile.ts';
import { InstructionFiles } from './instructionFiles.ts';
import type { Captured } from './kinds/captured.ts';
import { LiveChips } from './liveChips.ts';
import { openAttachment, SentTexts } from './openAttachment.ts';
import { refreshStep } from './refresh.ts';

interface ChatContextDependencies {
  chat: Chat;
  target: TargetEditor;
  state: vscode.Memento;
}

/** What goes along with questions, as the panel and the commands ask for it. Reads nothing before that. */
export class ChatContext implements vscode.Disposable {
  readonly #chat: Chat;
  readonly #currentFile: CurrentFile;
  readonly #instructions: InstructionFiles;
  readonly #texts = new SentTexts();
  readonly #chips: LiveChips;
  /** Has what is live in a question read anew. */
  readonly refresh: PreparingStep;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #readAnew = async (attachment: ComposerAttachment): Promise<Captured> =>
    (await this.#work()).readAnew(attachment);
  readonly #work: Lazy<ContextWork>;

  /** Fires when the toggle of the file in front may be drawn in another way. */
  readonly onCurrentFileChanged = this.#changed.event;

  constructor({ chat, target, state }: ChatContextDependencies) {
    this.#chat = chat;
    this.#work = lazy(async () => {
      const { ContextWork } = await import('./contextWork.ts');
      return new ContextWork({
        composer: chat.composer,
        editor: () => target.current,
        useCurrentFile: () => this.#currentFile.switch(true),
      });
    });
    this.#chips = new LiveChips(chat.composer, this.#readAnew);
    this.refresh = refreshStep(chat.composer, this.#readAnew);
    this.#currentFile = new CurrentFile({
      state,
      composer: chat.composer,
      target,
      read: async (uri) => (await this.#work()).readFile(uri),
      onChanged: () => this.#changed.fire(),
    });
    this.#instructions = new InstructionFiles({
      state,
      chat,
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

  async take(message: ContextMessage, from: Receiver): Promise<void> {
    switch (message.type) {
      case 'candidatesWanted': {
        const { searchId, query } = message;
        const items = await (await this.#work()).candidates(query);
        return from.post({ type: 'candidates', searchId, items });
      }
      case 'addContext':
        return say(await this.choose('all'));
      case 'openAttachment':
        return say(await this.#open(message.turnId, message.attachmentId));
      case 'toggleCurrentFile':
        return this.toggleCurrentFile();
    }
  }

  async carryOut(request: ContextRequest): Promise<Problem> {
    const work = await this.#work();
    switch (request.type) {
      case 'attachCandidate':
        return work.attachCandidate(request.key);
      case 'dropped':
        return work.addDropped(request.uris);
    }
  }

  async choose(among: 'all' | 'files'): Promise<Problem> {
    return (await this.#work()).choose(among);
  }

  async add(...sources: Parameters<ContextWork['add']>[0]): Promise<Problem> {
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

  dispose(): void {
    vscode.Disposable.from(
      this.#currentFile,
      this.#instructions,
      this.#texts,
      this.#chips,
      this.#changed,
    ).dispose();
  }

  async #open(turnId: string | undefined, attachmentId: string): Promise<Problem> {
    const { composer, session } = this.#chat;
    const turn = session.conversation.turns.find(({ id }) => id === turnId);
    const attachments: readonly ComposerAttachment[] =
      turnId === undefined ? composer.attachments : turn?.kind === 'user' ? turn.attachments : [];
    const attachment = attachments.find(({ id }) => id === attachmentId);
    if (attachment === undefined) {
      return vscode.l10n.t('This attachment is not there any more.');
    }
    return openAttachment(attachment, (one) => this.#texts.show(one));
  }
}
