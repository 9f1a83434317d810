import { type Conversation, isRunning } from '../conversation/conversation.ts';
import type { History } from '../history/history.ts';
import { Recorder } from '../history/recorder.ts';
import type { Beginning } from '../history/records/changesBetween.ts';
import type { StoredConversation } from '../history/records/storedConversation.ts';
import { RepliesElsewhere, SILENCE_OF_THE_DEAD } from '../history/repliesElsewhere.ts';
import { ChatSession } from './chatSession.ts';
import type { ChatSessionPorts } from './chatSessionPorts.ts';
import type { ConversationEvent } from './conversationEvent.ts';

/** A session all of which goes into the history, and which takes over what other windows put there. */
export class KeptSession {
  readonly #history: History;
  readonly #now: () => number;
  readonly #elsewhere = new RepliesElsewhere();
  /** Counts what happens in it but the growing of text. */
  #events = 0;
  #isNewer = false;
  #isEnded = false;
  #isTrashed = false;
  /** What it takes over is in the history already. */
  #isTakingOver = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly session: ChatSession;
  readonly recorder: Recorder;

  /**
   * @param ports its requests leave when the question and what is sent are on disk, or the history said that they can't
   *   be saved
   * @param from what it begins with, where that is not in the history yet
   */
  constructor(
    ports: ChatSessionPorts,
    history: History,
    onEvent: (event: ConversationEvent) => void,
    from: Partial<Conversation>,
    beginning: Beginning,
  ) {
    this.#history = history;
    this.#now = () => ports.now();
    const written = (): Promise<void> => this.recorder.write(true);
    this.session = new ChatSession(
      {
        ...ports,
        async *reply(request, signal) {
          for await (const event of ports.reply(request, signal)) {
            yield event;
            if (event.type === 'sending') {
              // It is noted now, and leaves when the next event is asked for.
              await written();
            }
          }
        },
      },
      (event) => {
        if (!this.#isTakingOver) {
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
  get isNewer(): boolean {
    return this.#isNewer;
  }

  /** Whether nothing of it is in memory alone. */
  get canBeLetGo(): boolean {
    return !this.session.isRunning && this.recorder.isWritten && this.#history.state.saving;
  }

  chooseModel(model: string): void {
    this.session.chooseModel(model);
    this.#events++;
    this.recorder.changed();
  }

  /** Takes over what is in the history, beside what runs here. */
  takeOver(stored: StoredConversation): void {
    const isOwn = (turnId: string): boolean => this.session.isOwnRunning(turnId);
    const shown = this.#elsewhere.shown(stored, isOwn, this.#now());
    this.#isTakingOver = true;
    try {
      this.session.takeOver({ ...stored, turns: shown });
    } finally {
      this.#isTakingOver = false;
    }
    this.recorder.isRecorded(isOwn);
    this.#isTrashed = stored.trashedAt !== undefined;
    if (stored.isNewer) {
      this.#isNewer = true;
      this.recorder.end();
    }
    clearTimeout(this.#silence);
    if (shown.some((turn) => turn.kind === 'assistant' && turn.isElsewhere === true)) {
      this.#silence = setTimeout(() => void this.lookUp(), SILENCE_OF_THE_DEAD);
    }
  }

  /**
   * Looks up what other windows wrote, and takes it over. Does nothing where that can't be read, or while this window
   * has more than the history.
   *
   * @returns what is in the history, where it was taken over
   */
  async lookUp(): Promise<StoredConversation | undefined> {
    for (;;) {
      await this.recorder.write();
      const events = this.#events;
      const stored = await this.#history.open(this.id).catch(() => undefined);
      if (stored === undefined || this.#isEnded || !this.#history.state.saving) {
        return undefined;
      }
      if (events === this.#events) {
        this.takeOver(stored);
        return stored;
      }
    }
  }

  /** Ends what it waits for; what runs in it goes on unrecorded. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#silence);
    this.recorder.end();
  }

  #record(event: ConversationEvent): void {
    if (event.type === 'replyText') {
      this.recorder.grew();
      return;
    }
    this.#events++;
    if (event.type === 'turnAdded') {
      this.#takeOutOfTrash();
    }
    if (event.type !== 'replyChanged') {
      this.recorder.changed();
    } else if (isRunning(event.turn)) {
      this.recorder.grew();
    } else {
      void this.recorder.write(true);
    }
  }

  /** Whoever goes on with a conversation wants it. */
  #takeOutOfTrash(): void {
    if (this.#isTrashed) {
      this.#isTrashed = false;
      void this.#history.write(this.id, [{ type: 'trash', trashed: false }]);
    }
  }
}
