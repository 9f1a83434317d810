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

/** With the time of the write itself, text is on disk half a second after it was shown. ms */
const TEXT_WRITE_DELAY_MS = 400;

/** A reply that is silent for so long says that it still runs. ms */
const HEARTBEAT_INTERVAL_MS = 2000;

/** Writes what happens in one conversation: whatever differs from what was written before, and nothing twice. */
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
  /** Settles when what was handed over last is written. */
  #lastWrite: Promise<void> = Promise.resolve();
  #isDisposed = false;

  /** @param read gives the conversation as it is */
  constructor(history: Pick<History, 'write'>, read: () => Conversation, beginning: InitialMetadata = {}) {
    this.#history = history;
    this.#getConversation = read;
    this.#metadata = beginning;
  }

  /** The conversation as it is now stands in the history already, but for the turns that this is true of. */
  markRecorded(isExcluded?: (turnId: string) => boolean): void {
    this.#recorded = updateRecorded(this.#getConversation(), this.#recorded, isExcluded);
  }

  /** All of it is to be written once more: into another place. */
  rewriteAll(): void {
    this.#recorded = NOTHING_RECORDED;
    this.scheduleWrite();
  }

  /** Whether everything was handed over and written, as far as the history can write. */
  get isWritten(): boolean {
    return this.#pendingWrites === 0 && this.#changes().length === 0;
  }

  /** The running reply grew, or changed in what can wait as well. */
  scheduleTextWrite(): void {
    this.#textTimer ??= setTimeout(() => void this.write(), TEXT_WRITE_DELAY_MS);
  }

  /** Something was added, taken away or ended: it is written with all that happens in the same moment. */
  scheduleWrite(): void {
    void Promise.resolve().then(() => this.write());
  }

  /** Writes what is not written yet. Resolves when that is done; as `History.write`, it does not reject. */
  async write(durable = false): Promise<void> {
    clearTimeout(this.#textTimer);
    this.#textTimer = undefined;
    if (this.#isDisposed) {
      return;
    }
    const changes = this.#changes();
    if (changes.length > 0) {
      this.markRecorded();
      this.#lastWrite = this.#writeChanges(changes, durable);
    }
    await this.#lastWrite;
  }

  /** Nothing is written any more: the conversation is kept elsewhere, or was written by a newer version. */
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
        // A question may wait for a long time until it is sent.
        void this.#writeChanges([{ type: 'pulse', turn: running.id }], !this.#wasDurable);
      }, HEARTBEAT_INTERVAL_MS);
    }
  }
}
