import { defined } from '../../base/defined.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { copies } from '../conversation/exchange.ts';
import type { History } from '../history/history.ts';
import type { Change, WorkspaceLabel } from '../history/records/record.ts';
import type { ChatSession } from './chatSession.ts';
import type { ChatSessionPorts } from './chatSessionPorts.ts';
import type { ConversationEvent } from './conversationEvent.ts';
import { KeptSession } from './keptSession.ts';

interface ConversationsPorts extends ChatSessionPorts {
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
const MOST_IDLE = 16;

/**
 * The conversations of a window, each with its own reply that may be running: one is shown, the others go on unseen.
 * What changes in the one that is shown is told; another one that is shown is a reset. All of them go into the history,
 * and come back from there when they are shown: in memory are only those that run, that are not written yet, and some
 * that were used last.
 */
export class Conversations {
  readonly #ports: ConversationsPorts;
  readonly #happened = new Emitter<ConversationsEvent>();
  readonly #listener: { dispose(): void };
  #kept: KeptSession[] = [];
  #current: KeptSession;
  /** Counts what was shown, so that one that was slow to open does not come after another. */
  #shown = 0;

  readonly onEvent = this.#happened.event;

  constructor(ports: ConversationsPorts) {
    this.#ports = ports;
    this.#current = this.#create({});
    this.#listener = ports.history.onChanged(({ ids, by }) => {
      if (by === 'another') {
        void this.#lookUp(ids);
      }
    });
  }

  /** The one that is shown. */
  get current(): ChatSession {
    return this.#current.session;
  }

  /** Whether the one that is shown can be read alone, since a newer version wrote it. */
  get isReadOnly(): boolean {
    return this.#current.isNewer;
  }

  /** Those in memory in which something was said, the one with the latest turn first. */
  get all(): readonly ChatSession[] {
    const latest = (session: ChatSession): number => session.lastChange ?? 0;
    return this.#kept
      .map(({ session }) => session)
      .filter(({ conversation }) => conversation.turns.length > 0)
      .sort((one, other) => latest(other) - latest(one));
  }

  get isAnyRunning(): boolean {
    return this.#kept.some(({ session }) => session.isRunning);
  }

  /** Whether something was shown since the beginning: what was shown in an earlier life is then not wanted any more. */
  get isBegun(): boolean {
    return this.#shown > 0 || !this.current.isUntouched;
  }

  /**
   * Shows an empty conversation, with the model of the one before. What runs there goes on. Where an empty one is shown
   * it stays, so that what is being sent in it is not refused.
   *
   * @param id of an empty one that was shown before and is shown again
   */
  startNew(id?: string): void {
    this.#shown++;
    if (this.current.conversation.turns.length > 0) {
      this.#showEmpty(id);
    }
  }

  /** Shows a new conversation that begins with these turns, with the model of the one before. */
  open(from: Pick<Conversation, 'turns'> & Partial<Pick<Conversation, 'id'>>, copyOf?: string): void {
    const { model } = this.current.conversation;
    const kept = this.#create({ ...from, ...defined({ model }) }, copyOf);
    kept.recorder.changed();
    this.#show(kept);
  }

  /**
   * Shows the conversation of that id, from memory or from the history. Rejects where its files can't be read.
   *
   * @returns whether it is shown: not where there is none, or another was shown meanwhile
   */
  async show(id: string): Promise<boolean> {
    const attempt = ++this.#shown;
    const found = this.#find(id) ?? (await this.#fromHistory(id));
    if (found === undefined || attempt !== this.#shown) {
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
    this.#kept = this.#kept.filter((other) => other !== kept);
    const isEmpty = kept?.session.conversation.turns.length === 0;
    if (!isEmpty) {
      void this.#write(id, { type: 'trash', trashed: true });
    }
    this.#happened.fire({ type: 'changed' });
    let isBack = false;
    return () => {
      if (!isBack) {
        isBack = true;
        if (!isEmpty) {
          void this.restore(id);
        }
        this.#bringBack(kept, wasShown);
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
    const original = this.#find(id)?.session.conversation ?? (await this.#ports.history.open(id));
    if (original === undefined) {
      return false;
    }
    this.open({ turns: copies(original.turns, () => this.#ports.newId(), original) }, id);
    return true;
  }

  /** The model of the conversation that is shown, from now on. */
  chooseModel(model: string): void {
    this.#current.chooseModel(model);
    this.#happened.fire({ type: 'changed' });
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
    for (const { session } of this.#kept) {
      session.stop();
    }
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    await Promise.all(this.#kept.map(({ recorder }) => recorder.write(true)));
  }

  /** The history is kept in another place from now on: what is in memory goes there. */
  moveHistory(): void {
    for (const { recorder } of this.#kept) {
      recorder.forget();
    }
  }

  dispose(): void {
    this.#listener.dispose();
    for (const kept of this.#kept) {
      kept.end();
    }
  }

  #find(id: string): KeptSession | undefined {
    return this.#kept.find((kept) => kept.id === id);
  }

  async #fromHistory(id: string): Promise<KeptSession | undefined> {
    const stored = await this.#ports.history.open(id);
    if (stored === undefined) {
      return undefined;
    }
    // It may have been opened twice at once.
    const kept = this.#find(id) ?? this.#create({ id });
    kept.takeOver(stored);
    return kept;
  }

  #show(kept: KeptSession): void {
    const left = this.#current;
    this.#shown++;
    this.#current = kept;
    // One in which nothing was done holds nothing that is not elsewhere.
    this.#kept = this.#kept.filter((other) => other !== left || !other.session.isUntouched);
    this.#happened.fire({ type: 'reset' });
    this.#happened.fire({ type: 'changed' });
    this.#letGo();
  }

  /** What is in the history need not be in memory as well, but for what was used last. */
  #letGo(): void {
    const idle = this.all.filter((session) => session !== this.current).slice(MOST_IDLE);
    this.#kept = this.#kept.filter((kept) => !idle.includes(kept.session) || !kept.canBeLetGo);
  }

  /** Something happened in one that is not in memory any more, such as an undo: another may stand in its place. */
  async #catchUp(kept: KeptSession): Promise<void> {
    await kept.recorder.write();
    await this.#find(kept.id)?.lookUp();
  }

  #bringBack(kept: KeptSession | undefined, wasShown: boolean): void {
    if (kept !== undefined && this.#find(kept.id) === undefined) {
      this.#kept.push(kept);
      if (wasShown && this.current.isUntouched) {
        this.#show(kept);
      }
    }
    this.#happened.fire({ type: 'changed' });
  }

  async #lookUp(ids: readonly string[]): Promise<void> {
    for (const kept of this.#kept.filter(({ id }) => ids.includes(id))) {
      const stored = await kept.lookUp();
      if (stored?.trashedAt !== undefined && !kept.session.isRunning) {
        this.#drop(kept);
      }
    }
  }

  /** Another window has put it into the trash. */
  #drop(kept: KeptSession): void {
    if (kept === this.#current) {
      this.#showEmpty();
    }
    kept.end();
    this.#kept = this.#kept.filter((other) => other !== kept);
    this.#happened.fire({ type: 'changed' });
  }

  #showEmpty(id?: string): void {
    this.open({ ...defined({ id }), turns: [] });
  }

  #write(id: string, change: Change): Promise<void> {
    return this.#ports.history.write(id, [change]);
  }

  #create(from: Partial<Conversation>, copyOf?: string): KeptSession {
    const workspace = this.#ports.workspace();
    const kept = new KeptSession(
      this.#ports,
      this.#ports.history,
      (event) => this.#tell(kept, event),
      from,
      defined({ workspace, copyOf }),
    );
    this.#kept.push(kept);
    return kept;
  }

  #tell(kept: KeptSession, event: ConversationEvent): void {
    if (kept === this.#current) {
      this.#happened.fire(event);
    }
    if (event.type === 'replyText') {
      return;
    }
    this.#happened.fire({ type: 'changed' });
    if (!this.#kept.includes(kept)) {
      void this.#catchUp(kept);
    } else if (!kept.session.isRunning) {
      this.#letGo();
    }
  }
}
