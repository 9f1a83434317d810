import { type Conversation, isRunning } from '../conversation/conversation.ts';
import type { History } from '../history/history.ts';
import { Recorder, type RecorderDeps } from '../history/recorder.ts';
import type { InitialMetadata } from '../history/records/changesBetween.ts';
import type { StoredConversation } from '../history/records/storedConversation.ts';
import {
  FIRST_HEARTBEAT_TIMEOUT_MS,
  RepliesInOtherWindows,
  toInterruptedTurn,
} from '../history/repliesInOtherWindows.ts';
import { ChatSession } from './chatSession.ts';
import type { ChatSessionDeps } from './chatSessionDeps.ts';
import type { ConversationEvent } from './conversationEvent.ts';

export type SavedSessionDeps = ChatSessionDeps & RecorderDeps;

/** A session whose changes are saved to the history, and which is synced with what other windows save there. */
export class SavedSession {
  readonly #history: History;
  readonly #repliesElsewhere: RepliesInOtherWindows;
  /** Incremented with each change except growing text. */
  #revision = 0;
  #isReadOnly = false;
  #isDisposed = false;
  #isTrashed = false;
  /** As last read or changed in this window. */
  #isPinned = false;
  /** True while changes from the history are applied, which must not be recorded again. */
  #isSyncing = false;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  readonly session: ChatSession;
  readonly recorder: Recorder;

  /**
   * @param deps a request is sent once the question and the request note are on disk, or the history has reported
   *   that they can't be saved
   * @param from initial content that is not in the history yet
   */
  constructor(
    deps: SavedSessionDeps,
    history: History,
    onEvent: (event: ConversationEvent) => void,
    from: Partial<Conversation>,
    metadata: InitialMetadata,
  ) {
    this.#history = history;
    this.#repliesElsewhere = new RepliesInOtherWindows(() => deps.monotonic());
    const writeDurably = (): Promise<void> => this.recorder.write(true);
    this.session = new ChatSession(
      {
        ...deps,
        async *fetchReply(request, signal) {
          for await (const event of deps.fetchReply(request, signal)) {
            yield event;
            if (event.type === 'sending') {
              // The request note exists now; the request is sent when the next event is requested.
              await writeDurably();
            }
          }
        },
      },
      (event) => {
        if (!this.#isSyncing) {
          this.#record(event);
        }
        onEvent(event);
      },
      from,
    );
    this.recorder = new Recorder(history, this.session, deps, metadata);
  }

  get id(): string {
    return this.session.conversation.id;
  }

  /** Whether a newer version wrote to it, so that this version can show but not continue it. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** Whether it is in the trash. A reply that is running here continues; nothing else is sent. */
  get isTrashed(): boolean {
    return this.#isTrashed;
  }

  /** Whether it can be removed from memory: no reply is running, in any window, or about to, and everything is saved. */
  get canEvict(): boolean {
    return (
      !this.session.isRunning &&
      !this.session.isPreparing &&
      this.recorder.isWritten &&
      this.#history.state.isSaving
    );
  }

  /** Writes the whole conversation, since the history no longer has what was written of it. */
  writeAgain(): void {
    if (this.#isReadOnly) {
      return;
    }
    this.#revision++;
    this.recorder.markUnrecorded();
    void this.recorder.write(true);
    if (this.#isPinned) {
      void this.#history.write(this.id, [{ type: 'pin', pinned: true }]);
    }
    if (this.#isTrashed) {
      void this.#history.write(this.id, [{ type: 'trash', trashed: true }]);
    }
  }

  /** Like `History.write`, never rejects. @param title `undefined` to derive it from the first question */
  rename(title: string | undefined): Promise<void> {
    this.session.title = title;
    this.#revision++;
    return this.recorder.write();
  }

  /** Call when the conversation was pinned or unpinned in the history. */
  markPinned(isPinned: boolean): void {
    this.#isPinned = isPinned;
  }

  /** Call when the conversation was restored in the history. */
  markRestored(): void {
    this.#isTrashed = false;
  }

  chooseModel(model: string): void {
    this.session.chooseModel(model);
    this.#revision++;
    this.recorder.scheduleWrite();
  }

  /** Applies the stored conversation, except to the reply that is running here. */
  syncWith(stored: StoredConversation): void {
    const isOwn = (turnId: string): boolean => this.session.fetches(turnId);
    const shown = this.#repliesElsewhere.turnsToShow(stored, isOwn);
    this.#apply({ ...stored, turns: shown });
    this.recorder.markRecorded(isOwn);
    this.#isTrashed = stored.trashedAt !== undefined;
    this.#isPinned = stored.pinned;
    if (stored.isNewer) {
      this.#isReadOnly = true;
      this.recorder.dispose();
    }
    this.#scheduleLook(this.#repliesElsewhere.silentInMs);
  }

  /**
   * Reads what other windows wrote and applies it. Does nothing if the history can't be read, or while this window
   * has unsaved changes.
   *
   * @returns the conversation in the history if it was applied
   */
  async syncFromHistory(): Promise<StoredConversation | undefined> {
    for (;;) {
      do {
        await this.recorder.write();
      } while (this.recorder.isRedactingTitle);
      const revision = this.#revision;
      const stored = await this.#history.open(this.id).catch(() => 'unreadable' as const);
      if (stored === 'unreadable' || this.#isDisposed || !this.#history.state.isSaving) {
        return undefined;
      }
      if (revision === this.#revision) {
        if (stored === undefined) {
          this.recorder.markUnrecorded();
          return undefined;
        }
        this.syncWith(stored);
        return stored;
      }
    }
  }

  /** Stops syncing and recording; a running reply continues unrecorded. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#silenceTimer);
    this.recorder.dispose();
  }

  #apply(conversation: Omit<Conversation, 'id'>): void {
    this.#isSyncing = true;
    try {
      this.session.syncWith(conversation);
    } finally {
      this.#isSyncing = false;
    }
  }

  #scheduleLook(ms: number | undefined): void {
    clearTimeout(this.#silenceTimer);
    if (ms !== undefined) {
      // A timer of Node.js may fire up to 1 ms early.
      this.#silenceTimer = setTimeout(() => void this.#lookAgain(), ms + 1);
    }
  }

  /** Reads whether a reply of another window has grown, in case nothing has reported it. If it can't be read, it has not. */
  async #lookAgain(): Promise<void> {
    if ((await this.syncFromHistory()) !== undefined || this.#isDisposed) {
      return;
    }
    if (!this.recorder.isWritten) {
      this.#scheduleLook(FIRST_HEARTBEAT_TIMEOUT_MS);
      return;
    }
    const { conversation } = this.session;
    const turns = conversation.turns.map((turn) =>
      turn.kind === 'assistant' && turn.isInOtherWindow ? toInterruptedTurn(turn) : turn,
    );
    this.#apply({ ...conversation, turns });
    this.recorder.markRecorded();
  }

  #record(event: ConversationEvent): void {
    if (event.type === 'preparing') {
      return;
    }
    if (event.type === 'replyText') {
      this.recorder.scheduleTextWrite();
      return;
    }
    this.#revision++;
    if (event.type !== 'replyChanged') {
      this.recorder.scheduleWrite();
    } else if (isRunning(event.turn)) {
      this.recorder.scheduleTextWrite();
    } else {
      void this.recorder.write(true);
    }
  }
}
