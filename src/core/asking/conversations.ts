import { Emitter } from '../../base/emitter.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { type Conversation, titleOf } from '../conversation/conversation.ts';
import { copyWithNewIds } from '../conversation/exchange.ts';
import { markedTitle } from '../conversation/titles.ts';
import type { History } from '../history/history.ts';
import type { ConversationChange, WorkspaceLabel } from '../history/records/record.ts';
import type { ChatSession } from './chatSession.ts';
import type { ConversationEvent } from './conversationEvent.ts';
import { SavedSession, type SavedSessionDeps } from './savedSession.ts';

interface ConversationsDeps extends SavedSessionDeps {
  history: History;
  /** Label of new conversations; `undefined` if no folder is open. */
  workspace(): WorkspaceLabel | undefined;
}

type NewConversation = Pick<Conversation, 'turns'> & Partial<Conversation>;

/** Events of the current conversation, and `changed` for all conversations. */
type ConversationsEvent =
  | ConversationEvent
  /** Anything but the text of a reply changed, in any conversation. */
  | { type: 'changed' };

/** Maximum number of conversations that stay in memory without a running reply; the most recent ones stay. */
const MAX_IDLE_SESSIONS = 16;

/**
 * The conversations of a window. One is shown; replies in the others run in the background. Fires the events of the
 * one that is shown, and `shown` when another one is shown. All are saved to the history and loaded from there when
 * shown: only those that are running, unsaved or recently used stay in memory.
 */
export class Conversations {
  readonly #deps: ConversationsDeps;
  readonly #emitter = new Emitter<ConversationsEvent>();
  readonly #historyListeners: readonly { dispose(): void }[];
  #sessions: SavedSession[] = [];
  #current: SavedSession;
  /** Incremented whenever a conversation is shown, so that one that loads slowly doesn't replace one shown later. */
  #showCount = 0;
  /** Number of times that the history lost what was written before. */
  #resetCount = 0;

  readonly #deletedElsewhere = new Emitter<Conversation>();
  readonly onEvent = this.#emitter.event;
  /** Fires with the conversation that was shown, once another window has moved it to the trash. */
  readonly onDeletedElsewhere = this.#deletedElsewhere.event;

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
    this.#current = this.#createSession({});
    this.#historyListeners = [
      deps.history.onChanged(({ ids, by }) => {
        if (by === 'another') {
          void this.syncFromHistory(ids);
        }
      }),
      deps.history.onReset(() => {
        this.#resetCount++;
        for (const saved of this.#sessions) {
          saved.writeAgain();
        }
      }),
    ];
  }

  get current(): ChatSession {
    return this.#current.session;
  }

  /** Whether a conversation is read-only because a newer version wrote to it. */
  isReadOnly(session: ChatSession): boolean {
    return this.#sessions.some((saved) => saved.session === session && saved.isReadOnly);
  }

  /** Whether something can be asked in a session: it is in memory, and not in the trash. */
  isPresent(session: ChatSession): boolean {
    return this.#sessions.some((saved) => saved.session === session && !saved.isTrashed);
  }

  /** Conversations in memory that have turns, the most recently changed first. */
  get loaded(): readonly ChatSession[] {
    return this.#sessions
      .map(({ session }) => session)
      .filter(({ conversation }) => conversation.turns.length > 0)
      .sort((one, other) => (other.lastChangedAt ?? 0) - (one.lastChangedAt ?? 0));
  }

  /** Whether this window is fetching a reply. */
  get isAnyFetching(): boolean {
    return this.#sessions.some(({ session }) => session.isFetching);
  }

  /** Whether anything has been shown or changed since the start: the saved window state is then no longer restored. */
  get hasBeenUsed(): boolean {
    return this.#showCount > 0 || !this.current.isUntouched;
  }

  /**
   * Shows an empty conversation with the default model. A running reply of the current one continues. If that is
   * already empty, it stays, so that a question that is just being sent in it is not rejected.
   * @param id reuses the id of an empty conversation that was shown before
   */
  startNew(id?: string): void {
    this.#showCount++;
    if (this.current.conversation.turns.length > 0) {
      this.#showEmpty(id);
    }
  }

  /** Shows a new conversation. */
  createAndShow(from: NewConversation, copyOf?: string): void {
    const saved = this.#createSession(from, copyOf);
    saved.recorder.scheduleWrite();
    this.#show(saved);
  }

  /** Creates a conversation that isn't shown. It is saved when something is asked in it; otherwise, `forget` it. */
  create(from: NewConversation): ChatSession {
    return this.#createSession(from).session;
  }

  /** Loads a conversation without showing it. Rejects as `show` does. `undefined` if there is no such conversation. */
  async open(id: string): Promise<ChatSession | undefined> {
    return (this.#find(id) ?? (await this.#loadFromHistory(id)))?.session;
  }

  /**
   * Shows a conversation from memory or from the history. Rejects if its files can't be read.
   *
   * @returns false if there is no such conversation, or another one was shown meanwhile
   */
  async show(id: string): Promise<boolean> {
    const showCount = ++this.#showCount;
    const found = this.#find(id) ?? (await this.#loadFromHistory(id));
    if (found === undefined || showCount !== this.#showCount) {
      return false;
    }
    if (found !== this.#current) {
      this.#show(found);
    }
    return true;
  }

  /**
   * Moves conversations to the trash and stops their replies. If one was shown, an empty one replaces it.
   *
   * @returns a function that restores them, including the text of their replies
   */
  remove(ids: string | readonly string[]): () => void {
    const undo = [ids].flat().map((id) => this.#remove(id));
    this.#emitter.fire({ type: 'changed' });
    return () => {
      for (const undoOne of undo.splice(0)) {
        undoOne();
      }
      this.#emitter.fire({ type: 'changed' });
    };
  }

  restore(id: string): Promise<void> {
    this.#find(id)?.markRestored();
    return this.#write(id, { type: 'trash', trashed: false });
  }

  /** @param title empty to use the one derived from the first question */
  async rename(id: string, title: string): Promise<void> {
    const clean = (await this.#deps.redactor())(title);
    const saved = this.#find(id);
    if (saved === undefined || saved.isReadOnly) {
      return this.#write(id, { type: 'title', title: clean });
    }
    const written = saved.rename(clean === '' ? undefined : clean);
    this.#emitter.fire({ type: 'changed' });
    return written;
  }

  /** Titles of all conversations, as far as they can be read. */
  async titles(): Promise<ReadonlySet<string>> {
    const stored = await this.#deps.history.list().catch(() => []);
    return new Set([
      ...stored.map(({ title }) => title),
      ...this.loaded.map(({ conversation }) => titleOf(conversation)),
    ]);
  }

  pin(id: string, pinned: boolean): Promise<void> {
    this.#find(id)?.markPinned(pinned);
    return this.#write(id, { type: 'pin', pinned });
  }

  /**
   * Shows a copy of a conversation, with a mark in its title. Rejects as `show` does.
   * @returns false if there is no such conversation
   */
  async duplicate(id: string, mark: string): Promise<boolean> {
    const original = this.#find(id)?.session.conversation ?? (await this.#deps.history.open(id));
    if (original === undefined) {
      return false;
    }
    const title = markedTitle(titleOf(original), mark, await this.titles());
    const turns = copyWithNewIds(original.turns, () => this.#deps.newId());
    this.createAndShow({ turns, title, ...omitUndefined({ model: original.model }) }, id);
    return true;
  }

  /** Sets the model of a conversation, by default the current one. */
  chooseModel(model: string, of = this.current): void {
    this.#sessions.find(({ session }) => session === of)?.chooseModel(model);
    this.#emitter.fire({ type: 'changed' });
  }

  /** Like `onEvent`, for `changed` only. */
  onChanged(listener: () => void): { dispose(): void } {
    return this.onEvent(({ type }) => {
      if (type === 'changed') {
        listener();
      }
    });
  }

  /**
   * Applies what is stored of these conversations to those in memory: after another window has written to them, or an
   * import into them.
   */
  async syncFromHistory(ids: readonly string[]): Promise<void> {
    for (const saved of this.#sessions.filter(({ id }) => ids.includes(id))) {
      const { title } = saved.session.conversation;
      const stored = await saved.syncFromHistory();
      if (saved.session.conversation.title !== title) {
        this.#emitter.fire({ type: 'changed' });
      }
      if (stored?.trashedAt !== undefined && !saved.session.isFetching) {
        const isShown = saved === this.#current;
        this.#drop(saved);
        if (isShown) {
          this.#deletedElsewhere.fire(saved.session.conversation);
        }
      }
    }
  }

  stopAll(): void {
    for (const { session } of this.#sessions) {
      session.stop();
    }
  }

  /** Drops conversations whose files have been removed for good. */
  forget(ids: readonly string[]): void {
    for (const saved of this.#sessions.filter(({ id }) => ids.includes(id))) {
      saved.session.stop();
      this.#drop(saved);
    }
  }

  /** Writes all unsaved changes. Resolves when they are on disk or their writes have failed. */
  async flush(): Promise<void> {
    await Promise.all(this.#sessions.map(({ recorder }) => recorder.write(true)));
  }

  dispose(): void {
    for (const disposable of [...this.#historyListeners, ...this.#sessions]) {
      disposable.dispose();
    }
  }

  #find(id: string): SavedSession | undefined {
    return this.#sessions.find((saved) => saved.id === id);
  }

  async #loadFromHistory(id: string): Promise<SavedSession | undefined> {
    const { history } = this.#deps;
    const resetCount = this.#resetCount;
    let hasChanged = false;
    const listener = history.onChanged(({ ids, by }) => {
      hasChanged ||= by === 'another' && ids.includes(id);
    });
    const stored = await history.open(id).finally(() => listener.dispose());
    if (resetCount !== this.#resetCount) {
      return await this.#loadFromHistory(id);
    }
    if (stored === undefined) {
      return undefined;
    }
    // It may have been loaded twice at the same time. A new one has its turns from the start, without an event for each.
    const saved = this.#find(id) ?? this.#createSession(stored);
    saved.syncWith(stored);
    if (hasChanged) {
      // Perhaps after it was read.
      void this.syncFromHistory([id]);
    }
    return saved;
  }

  #show(saved: SavedSession): void {
    const previous = this.#current;
    this.#showCount++;
    this.#current = saved;
    // An untouched conversation has nothing to lose.
    this.#sessions = this.#sessions.filter((other) => other !== previous || !other.session.isUntouched);
    this.#emitter.fire({ type: 'shown' });
    this.#emitter.fire({ type: 'changed' });
    this.#evictIdle();
  }

  /** Removes conversations from memory that are saved and not recently used. */
  #evictIdle(): void {
    const idle = this.loaded.filter((session) => session !== this.current).slice(MAX_IDLE_SESSIONS);
    this.#sessions = this.#sessions.filter((saved) => !idle.includes(saved.session) || !saved.canEvict);
  }

  /**
   * Called when a session that is no longer in memory changes, by an undo for example: another session of the same
   * conversation may be loaded.
   */
  async #syncReplacement(saved: SavedSession): Promise<void> {
    await saved.recorder.write();
    await this.#find(saved.id)?.syncFromHistory();
  }

  #remove(id: string): () => void {
    const saved = this.#find(id);
    const wasShown = saved === this.#current;
    saved?.session.stop();
    if (wasShown) {
      this.#showEmpty();
    }
    this.#sessions = this.#sessions.filter((other) => other !== saved);
    const isEmpty = saved?.session.conversation.turns.length === 0;
    if (!isEmpty) {
      void this.#write(id, { type: 'trash', trashed: true });
    }
    const resetCount = this.#resetCount;
    return () => {
      if (resetCount !== this.#resetCount) {
        saved?.writeAgain();
      }
      const restored = isEmpty ? undefined : this.restore(id);
      if (saved !== undefined && this.#find(id) === undefined) {
        this.#sessions.push(saved);
        if (wasShown && this.current.isUntouched) {
          this.#show(saved);
        }
      }
      // Another window may have restored and continued it.
      void restored?.then(() => this.#find(id)?.syncFromHistory());
    };
  }

  /** Called when the conversation is in the trash of another window, or has been deleted for good. */
  #drop(saved: SavedSession): void {
    if (saved === this.#current) {
      this.#showEmpty();
    }
    saved.dispose();
    this.#sessions = this.#sessions.filter((other) => other !== saved);
    this.#emitter.fire({ type: 'changed' });
  }

  #showEmpty(id?: string): void {
    this.createAndShow({ ...omitUndefined({ id }), turns: [] });
  }

  #write(id: string, change: ConversationChange): Promise<void> {
    return this.#deps.history.write(id, [change]);
  }

  #createSession(from: Partial<Conversation>, copyOf?: string): SavedSession {
    const workspace = this.#deps.workspace();
    const saved = new SavedSession(
      this.#deps,
      this.#deps.history,
      (event) => this.#onSessionEvent(saved, event),
      from,
      omitUndefined({ workspace, copyOf }),
    );
    this.#sessions.push(saved);
    return saved;
  }

  #onSessionEvent(saved: SavedSession, event: ConversationEvent): void {
    if (saved === this.#current) {
      this.#emitter.fire(event);
    }
    if (event.type === 'replyText') {
      return;
    }
    this.#emitter.fire({ type: 'changed' });
    if (event.type === 'preparing') {
      return;
    }
    if (!this.#sessions.includes(saved)) {
      void this.#syncReplacement(saved);
    } else if (!saved.session.isRunning) {
      this.#evictIdle();
    }
  }
}
