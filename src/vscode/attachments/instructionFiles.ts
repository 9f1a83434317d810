import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { t, type UiText } from '../uiText.ts';
import { READ_LIMIT_MS } from '../withTimeout.ts';
import { findFileIn } from '../workspaceFile.ts';
import { type CaptureResult, isCaptured } from './kinds/captureResult.ts';

/** `workspaceState` key: whether instruction files are used. Not a setting, since a repository could set that. */
const ENABLED_KEY = 'assistant.useInstructionFiles';

/** `workspaceState` key: URIs of instruction files that the user removed from the current, empty conversation. */
const DETACHED_KEY = 'assistant.instructionFilesTakenOut';

/** Relative to a workspace folder. */
const INSTRUCTION_PATHS = ['AGENTS.md', '.github/copilot-instructions.md'];

interface InstructionFilesDeps {
  state: vscode.Memento;
  conversations: Pick<Conversations, 'current' | 'onChanged'>;
  composer: Composer;
  /** Resolves when the window state from before a reload is restored. */
  whenRestored(): Promise<void>;
  read(uri: vscode.Uri): Promise<CaptureResult>;
  /** As in `withReadLimit`. */
  readLimitMs?: number | undefined;
}

/**
 * Attaches the workspace's instruction files to the composer of each new conversation, as removable chips. Only in a
 * trusted workspace in which the user has turned this on.
 */
export class InstructionFiles implements vscode.Disposable {
  readonly #deps: InstructionFilesDeps;
  readonly #listeners: vscode.Disposable;
  /** The conversation that the files were last attached to. */
  #conversationId: string | undefined;
  /** URIs of the attached files that are in the composer. */
  readonly #attachedUris = new Set<string>();
  #attaching: Promise<void> = Promise.resolve();
  #isShown = false;

  constructor(deps: InstructionFilesDeps) {
    this.#deps = deps;
    this.#listeners = vscode.Disposable.from(
      deps.conversations.onChanged(() => void this.attachToNew()),
      deps.composer.onChanged(() => this.#recordDetached()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.attachToNew()),
    );
  }

  /** Nothing is read before the first call of this, of `ofFirstQuestion` or of `ofNewConversation`. */
  async onChatShown(): Promise<void> {
    this.#isShown = true;
    await this.attachToNew();
  }

  /**
   * The files for a question that is asked without the composer, as its chips: also if the chat was not shown yet, but
   * without those that the user has removed. None if it is not the first question of the current conversation.
   */
  async ofFirstQuestion(): Promise<readonly ComposerAttachment[]> {
    const { conversations, composer, whenRestored } = this.#deps;
    await whenRestored();
    await this.onChatShown();
    return conversations.current.conversation.turns.length > 0
      ? []
      : composer.attachments.filter(({ kind }) => kind === 'instructions');
  }

  /**
   * The files for the first question of a conversation that the chat doesn't show. What the chat shows, and what the user
   * removed there, belongs to another one.
   */
  async ofNewConversation(): Promise<readonly ComposerAttachment[]> {
    return this.#isOn ? this.#read() : [];
  }

  /** @returns a message for the user that states the new setting */
  async toggle(): Promise<UiText> {
    if (!vscode.workspace.isTrusted) {
      return t('Instruction files are only used in a trusted workspace.');
    }
    const isOn = !this.#isOn;
    await this.#deps.state.update(ENABLED_KEY, isOn);
    this.#conversationId = undefined;
    this.#forgetDetached();
    if (!isOn) {
      this.#detachAll();
      return t('Instruction files are no longer used in this workspace.');
    }
    const files = await this.#findFiles();
    await this.attachToNew();
    return files.length === 0
      ? t(
          'Instruction files will be used in this workspace. None of these files was found: {0}.',
          INSTRUCTION_PATHS,
        )
      : t('Instruction files will be attached to the first question of each new conversation.');
  }

  /** Attaches the files if the current conversation is empty. Resolves when they are attached. */
  async attachToNew(): Promise<void> {
    const { id, turns } = this.#deps.conversations.current.conversation;
    if (!this.#isShown || !this.#isOn) {
      return this.#attaching;
    }
    const isBackAfterReload = this.#conversationId === undefined && turns.length === 0;
    if ((this.#conversationId !== id && !isBackAfterReload) || turns.length > 0) {
      this.#forgetDetached();
    }
    if (this.#conversationId !== id) {
      this.#conversationId = id;
      this.#detachAll();
      this.#attaching = turns.length > 0 ? Promise.resolve() : this.#attachTo(id);
    }
    return this.#attaching;
  }

  async #attachTo(id: string): Promise<void> {
    const { conversations, composer } = this.#deps;
    const captured = await this.#read(this.#detached);
    // While the files were read, the conversation may have changed, or its first question may have been asked.
    if (this.#conversationId !== id || conversations.current.conversation.turns.length > 0) {
      return;
    }
    for (const attachment of captured) {
      composer.attach(attachment);
      this.#attachedUris.add(attachment.uri ?? '');
    }
  }

  /** @param detached URIs of files that the user has removed */
  async #read(detached: readonly string[] = []): Promise<readonly ComposerAttachment[]> {
    const files = (await this.#findFiles()).filter((uri) => !detached.includes(uri.toString()));
    const captured = await Promise.all(files.map(this.#deps.read));
    return captured.filter(isCaptured);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  get #isOn(): boolean {
    return vscode.workspace.isTrusted && this.#deps.state.get(ENABLED_KEY, false);
  }

  /** Only the first question of a conversation has instruction files. */
  #detachAll(): void {
    const { composer } = this.#deps;
    this.#attachedUris.clear();
    for (const { id, kind, uri } of composer.attachments) {
      if (kind === 'instructions' && uri !== undefined) {
        composer.detach(id);
      }
    }
  }

  get #detached(): readonly string[] {
    return this.#deps.state.get<readonly string[]>(DETACHED_KEY) ?? [];
  }

  /** Records files that the user removes from an empty conversation, so that they stay out of it after a reload. */
  #recordDetached(): void {
    const { conversations, composer } = this.#deps;
    const { id, turns } = conversations.current.conversation;
    if (id !== this.#conversationId || turns.length > 0) {
      return;
    }
    const attached = new Set(
      composer.attachments.map(({ kind, uri }) => (kind === 'instructions' ? uri : '')),
    );
    const detached = [...this.#attachedUris].filter((uri) => !attached.has(uri));
    if (detached.length > 0) {
      for (const uri of detached) {
        this.#attachedUris.delete(uri);
      }
      void this.#deps.state.update(DETACHED_KEY, [...this.#detached, ...detached]);
    }
  }

  #forgetDetached(): void {
    if (this.#detached.length > 0) {
      void this.#deps.state.update(DETACHED_KEY, undefined);
    }
  }

  async #findFiles(): Promise<vscode.Uri[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const limitMs = this.#deps.readLimitMs ?? READ_LIMIT_MS;
    const found = await Promise.all(
      folders.flatMap(({ uri }) => INSTRUCTION_PATHS.map((file) => findFileIn(uri, file, limitMs))),
    );
    return found.filter((uri) => uri !== undefined);
  }
}
