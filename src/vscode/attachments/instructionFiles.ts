import * as vscode from 'vscode';
import { codePointText, hiddenPlaces } from '../../core/hiddenCharacters.ts';
import type { Chat } from '../chat.ts';
import type { ComposerAttachment } from '../composer.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import type { Captured } from './captured.ts';

/** In `workspaceState`, and nowhere that a repository could bring along: whether instruction files are used. */
const KEY = 'assistant.useInstructionFiles';

/** Where instructions for models are kept, from a workspace folder on. */
const FILES = ['AGENTS.md', '.github/copilot-instructions.md'];

/** As many hidden characters are named. */
const MOST_NAMED = 5;

export interface InstructionDependencies {
  state: vscode.Memento;
  chat: Chat;
  read(uri: vscode.Uri): Promise<Captured>;
}

/**
 * Puts the workspace's instruction files into the composer of each new conversation, as chips that can be taken away:
 * only in a workspace that is trusted, and in which the user switched it on.
 */
export class InstructionFiles implements vscode.Disposable {
  readonly #dependencies: InstructionDependencies;
  readonly #listeners: vscode.Disposable;
  /** The conversation that they were put into. */
  #offeredTo: string | undefined;
  #offering: Promise<void> = Promise.resolve();
  #isShown = false;

  constructor(dependencies: InstructionDependencies) {
    this.#dependencies = dependencies;
    this.#listeners = vscode.Disposable.from(
      dependencies.chat.onChanged(() => void this.offer()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.offer()),
    );
  }

  /** Nothing is read before the chat is shown for the first time. */
  async shown(): Promise<void> {
    this.#isShown = true;
    await this.offer();
  }

  /** @returns a sentence about what holds from now on */
  async toggle(): Promise<string> {
    if (!vscode.workspace.isTrusted) {
      return vscode.l10n.t('Instruction files are used only in a workspace that is trusted.');
    }
    const isOn = !this.#isOn;
    await this.#dependencies.state.update(KEY, isOn);
    this.#offeredTo = undefined;
    if (!isOn) {
      this.#takeAway();
      return vscode.l10n.t('Instruction files are not used in this workspace any more.');
    }
    const files = await this.#files();
    await this.offer();
    return files.length === 0
      ? vscode.l10n.t(
          'Instruction files will be used in this workspace. There is none now: {0}.',
          FILES.join(', '),
        )
      : vscode.l10n.t('Instruction files go along with the first question of each new conversation.');
  }

  /** Puts them into the composer, where the conversation that is shown is a new one; resolves when they are there. */
  offer(): Promise<void> {
    const { id, turns } = this.#dependencies.chat.session.conversation;
    if (this.#isShown && this.#isOn && this.#offeredTo !== id) {
      this.#offeredTo = id;
      this.#takeAway();
      this.#offering = turns.length > 0 ? Promise.resolve() : this.#attachTo(id);
    }
    return this.#offering;
  }

  async #attachTo(id: string): Promise<void> {
    const { chat, read } = this.#dependencies;
    const found = await Promise.all((await this.#files()).map(read));
    // Another conversation may be shown by now, or the first question asked.
    if (this.#offeredTo !== id || chat.session.conversation.turns.length > 0) {
      return;
    }
    for (const one of found) {
      if (!('problem' in one)) {
        chat.composer.attach(one);
        this.#sayHidden(one);
      }
    }
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  get #isOn(): boolean {
    return vscode.workspace.isTrusted && this.#dependencies.state.get(KEY, false);
  }

  /** They go with the first question of a conversation alone. */
  #takeAway(): void {
    const { composer } = this.#dependencies.chat;
    for (const { id, kind, uri } of composer.attachments) {
      if (kind === 'instructions' && uri !== undefined) {
        composer.detach(id);
      }
    }
  }

  async #files(): Promise<vscode.Uri[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const found = await Promise.all(
      folders.flatMap(({ uri }) => FILES.map((file) => findWorkspaceFile(file, [uri]))),
    );
    return found.filter((uri) => uri !== undefined);
  }

  /** What can't be seen may tell a model what its reader does not know of. */
  #sayHidden({ id, path, text }: ComposerAttachment): void {
    const places = hiddenPlaces(text);
    if (places.length === 0) {
      return;
    }
    const named = places
      .slice(0, MOST_NAMED)
      .map(({ codePoint, line }) => vscode.l10n.t('{0} in line {1}', codePointText(codePoint), line));
    const list = [...named, ...(places.length > MOST_NAMED ? ['…'] : [])].join(', ');
    const takeAway = vscode.l10n.t('Leave It Out');
    void vscode.window
      .showWarningMessage(
        vscode.l10n.t(
          '{0} holds hidden characters, which the model reads and you do not see: {1}.',
          path,
          list,
        ),
        takeAway,
      )
      .then((chosen) => {
        if (chosen === takeAway) {
          this.#dependencies.chat.composer.detach(id);
        }
      });
  }
}
