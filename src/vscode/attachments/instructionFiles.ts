import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import { codePointText, hiddenPlaces } from '../../core/hiddenCharacters.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { findWorkspaceFile } from '../workspaceFile.ts';
import type { Captured } from './kinds/captured.ts';

/** In `workspaceState`, and nowhere that a repository could bring along: whether instruction files are used. */
const KEY = 'assistant.useInstructionFiles';

/** In `workspaceState`: those that the user took out of the empty conversation that is shown, by their addresses. */
const TAKEN_OUT = 'assistant.instructionFilesTakenOut';

/** Where instructions for models are kept, from a workspace folder on. */
const FILES = ['AGENTS.md', '.github/copilot-instructions.md'];

/** As many hidden characters are named. */
const MOST_NAMED = 5;

interface InstructionDependencies {
  state: vscode.Memento;
  conversations: Pick<Conversations, 'current' | 'onChanged'>;
  composer: Composer;
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
  /** Those that are in the composer, by their addresses. */
  readonly #offered = new Set<string>();
  #offering: Promise<void> = Promise.resolve();
  #isShown = false;

  constructor(dependencies: InstructionDependencies) {
    this.#dependencies = dependencies;
    this.#listeners = vscode.Disposable.from(
      dependencies.conversations.onChanged(() => void this.offer()),
      dependencies.composer.onChanged(() => this.#noteTakenOut()),
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
    this.#forgetTakenOut();
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
  async offer(): Promise<void> {
    const { id, turns } = this.#dependencies.conversations.current.conversation;
    if (!this.#isShown || !this.#isOn) {
      return this.#offering;
    }
    const isBackAfterReload = this.#offeredTo === undefined && turns.length === 0;
    if ((this.#offeredTo !== id && !isBackAfterReload) || turns.length > 0) {
      this.#forgetTakenOut();
    }
    if (this.#offeredTo !== id) {
      this.#offeredTo = id;
      this.#takeAway();
      this.#offering = turns.length > 0 ? Promise.resolve() : this.#attachTo(id);
    }
    return this.#offering;
  }

  async #attachTo(id: string): Promise<void> {
    const { conversations, composer, read } = this.#dependencies;
    const takenOut = this.#takenOut;
    const files = (await this.#files()).filter((uri) => !takenOut.includes(uri.toString()));
    const found = await Promise.all(files.map(read));
    // Another conversation may be shown by now, or the first question asked.
    if (this.#offeredTo !== id || conversations.current.conversation.turns.length > 0) {
      return;
    }
    for (const one of found) {
      if (!('problem' in one)) {
        composer.attach(one);
        this.#offered.add(one.uri ?? '');
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
    const { composer } = this.#dependencies;
    this.#offered.clear();
    for (const { id, kind, uri } of composer.attachments) {
      if (kind === 'instructions' && uri !== undefined) {
        composer.detach(id);
      }
    }
  }

  get #takenOut(): readonly string[] {
    return this.#dependencies.state.get<readonly string[]>(TAKEN_OUT) ?? [];
  }

  /** What the user takes out of a conversation that is empty stays out of it, also when it comes back after a reload. */
  #noteTakenOut(): void {
    const { conversations, composer } = this.#dependencies;
    const { id, turns } = conversations.current.conversation;
    if (id !== this.#offeredTo || turns.length > 0) {
      return;
    }
    const there = new Set(composer.attachments.map(({ kind, uri }) => (kind === 'instructions' ? uri : '')));
    const gone = [...this.#offered].filter((uri) => !there.has(uri));
    if (gone.length > 0) {
      for (const uri of gone) {
        this.#offered.delete(uri);
      }
      void this.#dependencies.state.update(TAKEN_OUT, [...this.#takenOut, ...gone]);
    }
  }

  #forgetTakenOut(): void {
    if (this.#takenOut.length > 0) {
      void this.#dependencies.state.update(TAKEN_OUT, undefined);
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
          this.#dependencies.composer.detach(id);
        }
      });
  }
}
