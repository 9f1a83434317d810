import { type Conversation, isRunning } from '../conversation/conversation.ts';
import type { History } from './history.ts';
import {
  changesBetween,
  type InitialMetadata,
  NOTHING_RECORDED,
  type RecordedConversation,
  updateRecorded,
} from './records/changesBetween.ts';
import type { ConversationChange } from './records/record.ts';

/** Delay before text is written, in ms. Including the write, text is on disk about 500 ms after it was shown. */
const TEXT_WRITE_DELAY_MS = 400;

/** A running reply without other records writes a heartbeat at this interval, in ms. */
const HEARTBEAT_INTERVAL_MS = 2000;

/** Writes the changes of one conversation: the difference from its last recorded state. */
export class Recorder {
  readonly #history: Pick<History, 'write'>;
  readonly #getConversation: () => Conversation;
  readonly #metadata: InitialMetadata;
  #recorded: RecordedConversation = NOTHING_RECORDED;
  #textTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #pendingWrites = 0;
  /** Whether the last write was a durable one. */
  #wasDurable = true;
  /** Resolves when the last changes passed to the history are written. */
  #lastWrite: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(
    history: Pick<History, 'write'>,
    getConversation: () => Conversation,
    metadata: InitialMetadata = {},
  ) {
    this.#history = history;
    this.#getConversation = getConversation;
    this.#metadata = metadata;
  }

  /** Marks the current conversation as already in the history, except for excluded turns. */
  markRecorded(isExcluded?: (turnId: string) => boolean): void {
    this.#recorded = updateRecorded(this.#getConversation(), this.#recorded, isExcluded);
  }

  /** Makes the next write contain the whole conversation, since nothing of it is in the history any more. */
  markUnrecorded(): void {
    this.#recorded = NOTHING_RECORDED;
  }

  /** Whether all changes were passed to the history and their writes have settled, even if they failed. */
  get isWritten(): boolean {
    return this.#pendingWrites === 0 && this.#changes().length === 0;
  }

  /** Call when reply text grows, or after another change that can wait as long. */
  scheduleTextWrite(): void {
    this.#textTimer ??= setTimeout(() => void this.write(), TEXT_WRITE_DELAY_MS);
  }

  /** Call when turns are added, removed or finished. Batches changes made in the same tick. */
  scheduleWrite(): void {
    void Promise.resolve().then(() => this.write());
  }

  /** Writes pending changes. Resolves when they are written; like `History.write`, never rejects. */
  async write(durable = false): Promise<void> {
    clearTimeout(this.#textTimer);
    this.#textTimer = undefined;
    if (this.#isDisposed) {
      return;
    }
    const changes = this.#changes();
    if (changes.length > 0 || (durable && !this.#wasDurable)) {
      this.markRecorded();
      this.#lastWrite = this.#writeChanges(changes, durable);
    }
    await this.#lastWrite;
  }

  /** Stops writing, because the session is closed or a newer version wrote the conversation. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#textTimer);
    clearTimeout(this.#heartbeatTimer);
  }

  #changes(): ConversationChange[] {
    return this.#isDisposed ? [] : changesBetween(this.#recorded, this.#getConversation(), this.#metadata);
  }

  async #writeChanges(changes: readonly ConversationChange[], durable: boolean): Promise<void> {
    if (this.#isDisposed) {
      return;
    }
    this.#wasDurable = durable;
    this.#scheduleHeartbeat();
    this.#pendingWrites++;
    try {
      await this.#history.write(this.#getConversation().id, changes, durable);
    } finally {
      this.#pendingWrites--;
    }
  }

  #scheduleHeartbeat(): void {
    clearTimeout(this.#heartbeatTimer);
    const running = this.#getConversation().turns.find(
      (turn) => isRunning(turn) && turn.isInOtherWindow !== true,
    );
    if (running !== undefined) {
      this.#heartbeatTimer = setTimeout(() => {
        // Syncs what the last write left unsynced, but not at every heartbeat: a question may wait a long time to be sent.
        void this.#writeChanges([{ type: 'pulse', turn: running.id }], !this.#wasDurable);
      }, HEARTBEAT_INTERVAL_MS);
    }
  }
}
