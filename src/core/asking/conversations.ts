import { Emitter } from '../../base/emitter.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { copyWithNewIds } from '../conversation/exchange.ts';
import type { History } from '../history/history.ts';
import type { ConversationChange, WorkspaceLabel } from '../history/records/record.ts';
import type { ChatSession } from './chatSession.ts';
import type { ChatSessionDeps } from './chatSessionDeps.ts';
import type { ConversationEvent } from './conversationEvent.ts';
import { SavedSession } from './savedSession.ts';

interface ConversationsDeps extends ChatSessionDeps {
  history: History;
  /** What a new conversation is labelled with; `undefined` where no folder is open. */
  workspace(): WorkspaceLabel | undefined;
}

/** What changes in the conversation that is shown, and that anything does in any of them. */
type ConversationsEvent =
  | ConversationEvent
  /** Anything but the text of a reply changed, in whichever conversation. */
  | { type: 'changed' };

/** So many that were used last stay in memory, beside those that run. */
const MAX_IDLE_SESSIONS = 16;

/**
 * The conversations of a window, each with its own reply that may be running: one is shown, the others go on unseen.
 * What changes in the one that is shown is told; another one that is shown is a reset. All of them go into the history,
 * and come back from there when they are shown: in memory are only those that run, that are not written yet, and some
 * that were used last.
 */
export class Conversations {
  readonly #deps: ConversationsDeps;
  readonly #emitter = new Emitter<ConversationsEvent>();
  readonly #historyListener: { dispose(): void };
  #sessions: SavedSession[] = [];
  #current: SavedSession;
  /** Counts what was shown, so that one that was slow to open does not come after another. */
  #showCount = 0;

  readonly onEvent = this.#emitter.event;

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
    this.#current = this.#createSession({});
    this.#historyListener = deps.history.onChanged(({ ids, by }) => {
      if (by === 'another') {
        void this.#syncFromHistory(ids);
      }
    });
  }

  /** The one that is shown. */
  get current(): ChatSession {
    return this.#current.session;
  }

  /** Whether the one that is shown can be read alone, since a newer version wrote it. */
  get isReadOnly(): boolean {
    return this.#current.isReadOnly;
  }

  /** Those in memory in which something was said, the one with the latest turn first. */
  get loaded(): readonly ChatSession[] {
    const latest = (session: ChatSession): number => session.lastChangedAt ?? 0;
    return this.#sessions
      .map(({ session }) => session)
      .filter(({ conversation }) => conversation.turns.length > 0)
      .sort((one, other) => latest(other) - latest(one));
  }

  get isAnyRunning(): boolean {
    return this.#sessions.some(({ session }) => session.isRunning);
  }

  /** Whether something was shown since the beginning: what was shown in an earlier life is then not wanted any more. */
  get hasBeenUsed(): boolean {
    return this.#showCount > 0 || !this.current.isUntouched;
  }

  /**
   * Shows an empty conversation, with the model of the one before. What runs there goes on. Where an empty one is shown
   * it stays, so that what is being sent in it is not refused.
   *
   * @param id of an empty one that was shown before and is shown again
   */
  startNew(id?: string): void {
    this.#showCount++;
    if (this.current.conversation.turns.length > 0) {
      this.#showEmpty(id);
    }
  }

  /** Shows a new conversation that begins with these turns, with the model of the one before. */
  createAndShow(
    from: Pick<Conversation, 'turns'> & Partial<Pick<Conversation, 'id'>>,
    copyOf?: string,
  ): void {
    const { model } = this.current.conversation;
    const kept = this.#createSession({ ...from, ...omitUndefined({ model }) }, copyOf);
    kept.recorder.scheduleWrite();
    this.#show(kept);
  }

  /**
   * Shows the conversation of that id, from memory or from the history. Rejects where its files can't be read.
   *
   * @returns whether it is shown: not where there is none, or another was shown meanwhile
   */
  async show(id: string): Promise<boolean> {
    const attempt = ++this.#showCount;
    const found = this.#find(id) ?? (await this.#loadFromHistory(id));
    if (found === undefined || attempt !== this.#showCount) {
      return false;
    }
    if (found !== this.#current) {
      this.#show(found);
    }
    return true;
  }

  /**
   * Puts a conversation into the trash and stops what runs in it; where it was shown, an empty one is shown in its
   * place.
   *
   * @returns what brings it back, with what had come of its reply
   */
  remove(id: string): () => void {
    const kept = this.#find(id);
    const wasShown = kept === this.#current;
    kept?.session.stop();
    if (wasShown) {
      this.#showEmpty();
    }
    this.#sessions = this.#sessions.filter((other) => other !== kept);
    const isEmpty = kept?.session.conversation.turns.length === 0;
    if (!isEmpty) {
      void this.#write(id, { type: 'trash', trashed: true });
    }
    this.#emitter.fire({ type: 'changed' });
    let isBack = false;
    return () => {
      if (!isBack) {
        isBack = true;
        if (!isEmpty) {
          void this.restore(id);
        }
        this.#undoRemove(kept, wasShown);
      }
    };
  }

  /** Takes a conversation out of the trash. */
  restore(id: string): Promise<void> {
    return this.#write(id, { type: 'trash', trashed: false });
  }

  /** @param title empty for the one that the first question makes */
  rename(id: string, title: string): Promise<void> {
    return this.#write(id, { type: 'title', title });
  }

  pin(id: string, pinned: boolean): Promise<void> {
    return this.#write(id, { type: 'pin', pinned });
  }

  /** Shows a copy of a conversation. Rejects as `show` does. @returns whether there was one to copy */
  async duplicate(id: string): Promise<boolean> {
    const original = this.#find(id)?.session.conversation ?? (await this.#deps.history.open(id));
    if (original === undefined) {
      return false;
    }
    this.createAndShow({ turns: copyWithNewIds(original.turns, () => this.#deps.newId(), original) }, id);
    return true;
  }

  /** The model of the conversation that is shown, from now on. */
  chooseModel(model: string): void {
    this.#current.chooseModel(model);
    this.#emitter.fire({ type: 'changed' });
  }

  /** As `onEvent`, for whoever needs to know only that anything but the text of a reply changed. */
  onChanged(listener: () => void): { dispose(): void } {
    return this.onEvent(({ type }) => {
      if (type === 'changed') {
        listener();
      }
    });
  }

  stopAll(): void {
    for (const { session } of this.#sessions) {
      session.stop();
    }
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    await Promise.all(this.#sessions.map(({ recorder }) => recorder.write(true)));
  }

  /** The history is kept in another place from now on: what is in memory goes there. */
  onHistoryMoved(): void {
    for (const { recorder } of this.#sessions) {
      recorder.rewriteAll();
    }
  }

  dispose(): void {
    this.#historyListener.dispose();
    for (const kept of this.#sessions) {
      kept.dispose();
    }
  }

  #find(id: string): SavedSession | undefined {
    return this.#sessions.find((kept) => kept.id === id);
  }

  async #loadFromHistory(id: string): Promise<SavedSession | undefined> {
    const stored = await this.#deps.history.open(id);
    if (stored === undefined) {
      return undefined;
    }
    // It may have been opened twice at once.
    const kept = this.#find(id) ?? this.#createSession({ id });
    kept.syncWith(stored);
    return kept;
  }

  #show(kept: SavedSession): void {
    const left = this.#current;
    this.#showCount++;
    this.#current = kept;
    // One in which nothing was done holds nothing that is not elsewhere.
    this.#sessions = this.#sessions.filter((other) => other !== left || !other.session.isUntouched);
    this.#emitter.fire({ type: 'reset' });
    this.#emitter.fire({ type: 'changed' });
    this.#evictIdle();
  }

  /** What is in the history need not be in memory as well, but for what was used last. */
  #evictIdle(): void {
    const idle = this.loaded.filter((session) => session !== this.current).slice(MAX_IDLE_SESSIONS);
    this.#sessions = this.#sessions.filter((kept) => !idle.includes(kept.session) || !kept.canEvict);
  }

  /** Something happened in one that is not in memory any more, such as an undo: another may stand in its place. */
  async #syncReplacement(kept: SavedSession): Promise<void> {
    await kept.recorder.write();
    await this.#find(kept.id)?.syncFromHistory();
  }

  #undoRemove(kept: SavedSession | undefined, wasShown: boolean): void {
    if (kept !== undefined && this.#find(kept.id) === undefined) {
      this.#sessions.push(kept);
      if (wasShown && this.current.isUntouched) {
        this.#show(kept);
      }
    }
    this.#emitter.fire({ type: 'changed' });
  }

  async #syncFromHistory(ids: readonly string[]): Promise<void> {
    for (const kept of this.#sessions.filter(({ id }) => ids.includes(id))) {
      const stored = await kept.syncFromHistory();
      if (stored?.trashedAt !== undefined && !kept.session.isRunning) {
        this.#drop(kept);
      }
    }
  }

  /** Another window has put it into the trash. */
  #drop(kept: SavedSession): void {
    if (kept === this.#current) {
      this.#showEmpty();
    }
    kept.dispose();
    this.#sessions = this.#sessions.filter((other) => other !== kept);
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
    const kept = new SavedSession(
      this.#deps,
      this.#deps.history,
      (event) => this.#onSessionEvent(kept, event),
      from,
      omitUndefined({ workspace, copyOf }),
    );
    this.#sessions.push(kept);
    return kept;
  }

  #onSessionEvent(kept: SavedSession, event: ConversationEvent): void {
    if (kept === this.#current) {
      this.#emitter.fire(event);
    }
    if (event.type === 'replyText') {
      return;
    }
    this.#emitter.fire({ type: 'changed' });
    if (!this.#sessions.includes(kept)) {
      void this.#syncReplacement(kept);
    } else if (!kept.session.isRunning) {
      this.#evictIdle();
    }
  }
}
