import { type Conversation, isRunning } from '../conversation/conversation.ts';
import type { History } from '../history/history.ts';
import { Recorder } from '../history/recorder.ts';
import type { InitialMetadata } from '../history/records/changesBetween.ts';
import type { StoredConversation } from '../history/records/storedConversation.ts';
import { HEARTBEAT_TIMEOUT_MS, RepliesInOtherWindows } from '../history/repliesInOtherWindows.ts';
import { ChatSession } from './chatSession.ts';
import type { ChatSessionDeps } from './chatSessionDeps.ts';
import type { ConversationEvent } from './conversationEvent.ts';

/** A session all of which goes into the history, and which takes over what other windows put there. */
export class SavedSession {
  readonly #history: History;
  readonly #now: () => number;
  readonly #repliesElsewhere = new RepliesInOtherWindows();
  /** Counts what happens in it but the growing of text. */
  #revision = 0;
  #isReadOnly = false;
  #isDisposed = false;
  #isTrashed = false;
  /** What it takes over is in the history already. */
  #isSyncing = false;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  readonly session: ChatSession;
  readonly recorder: Recorder;

  /**
   * @param deps its requests leave when the question and what is sent are on disk, or the history said that they can't
   *   be saved
   * @param from what it begins with, where that is not in the history yet
   */
  constructor(
    deps: ChatSessionDeps,
    history: History,
    onEvent: (event: ConversationEvent) => void,
    from: Partial<Conversation>,
    beginning: InitialMetadata,
  ) {
    this.#history = history;
    this.#now = () => deps.now();
    const written = (): Promise<void> => this.recorder.write(true);
    this.session = new ChatSession(
      {
        ...deps,
        async *fetchReply(request, signal) {
          for await (const event of deps.fetchReply(request, signal)) {
            yield event;
            if (event.type === 'sending') {
              // It is noted now, and leaves when the next event is asked for.
              await written();
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
    this.recorder = new Recorder(history, () => this.session.conversation, beginning);
  }

  get id(): string {
    return this.session.conversation.id;
  }

  /** Whether a newer version wrote some of it, so that it can be read here, but not gone on with. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** Whether nothing of it is in memory alone. */
  get canEvict(): boolean {
    return !this.session.isRunning && this.recorder.isWritten && this.#history.state.isSaving;
  }

  chooseModel(model: string): void {
    this.session.chooseModel(model);
    this.#revision++;
    this.recorder.scheduleWrite();
  }

  /** Takes over what is in the history, beside what runs here. */
  syncWith(stored: StoredConversation): void {
    const isOwn = (turnId: string): boolean => this.session.isFetching(turnId);
    const shown = this.#repliesElsewhere.turnsToShow(stored, isOwn, this.#now());
    this.#isSyncing = true;
    try {
      this.session.syncWith({ ...stored, turns: shown });
    } finally {
      this.#isSyncing = false;
    }
    this.recorder.markRecorded(isOwn);
    this.#isTrashed = stored.trashedAt !== undefined;
    if (stored.isNewer) {
      this.#isReadOnly = true;
      this.recorder.dispose();
    }
    clearTimeout(this.#silenceTimer);
    if (shown.some((turn) => turn.kind === 'assistant' && turn.isInOtherWindow === true)) {
      this.#silenceTimer = setTimeout(() => void this.syncFromHistory(), HEARTBEAT_TIMEOUT_MS);
    }
  }

  /**
   * Looks up what other windows wrote, and takes it over. Does nothing where that can't be read, or while this window
   * has more than the history.
   *
   * @returns what is in the history, where it was taken over
   */
  async syncFromHistory(): Promise<StoredConversation | undefined> {
    for (;;) {
      await this.recorder.write();
      const events = this.#revision;
      const stored = await this.#history.open(this.id).catch(() => undefined);
      if (stored === undefined || this.#isDisposed || !this.#history.state.isSaving) {
        return undefined;
      }
      if (events === this.#revision) {
        this.syncWith(stored);
        return stored;
      }
    }
  }

  /** Ends what it waits for; what runs in it goes on unrecorded. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#silenceTimer);
    this.recorder.dispose();
  }

  #record(event: ConversationEvent): void {
    if (event.type === 'replyText') {
      this.recorder.scheduleTextWrite();
      return;
    }
    this.#revision++;
    if (event.type === 'turnAdded') {
      this.#restoreFromTrash();
    }
    if (event.type !== 'replyChanged') {
      this.recorder.scheduleWrite();
    } else if (isRunning(event.turn)) {
      this.recorder.scheduleTextWrite();
    } else {
      void this.recorder.write(true);
    }
  }

  /** Whoever goes on with a conversation wants it. */
  #restoreFromTrash(): void {
    if (this.#isTrashed) {
      this.#isTrashed = false;
      void this.#history.write(this.id, [{ type: 'trash', trashed: false }]);
    }
  }
}
