import { type Conversation, isRunning } from '../conversation/conversation.ts';
import type { Redact } from '../secrets/redactTexts.ts';
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

export interface RecorderDeps {
  /** The door for text that is stored; never rejects. */
  redactor(): Promise<Redact>;
}

/** A conversation that is recorded; `title` is absent if it is derived from the first question. */
interface RecordedSource {
  readonly conversation: Conversation;
  title: string | undefined;
}

/** Writes the changes of one conversation: the difference from its last recorded state. */
export class Recorder {
  readonly #history: Pick<History, 'write'>;
  readonly #source: RecordedSource;
  readonly #deps: RecorderDeps;
  readonly #metadata: InitialMetadata;
  #recorded: RecordedConversation = NOTHING_RECORDED;
  #textTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #pendingWrites = 0;
  /** Number of titles that have not been passed to the history. */
  #pendingTitles = 0;
  /** Whether the last write was a durable one. */
  #wasDurable = true;
  /** Resolves when all changes passed to the history are written. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(
    history: Pick<History, 'write'>,
    source: RecordedSource,
    deps: RecorderDeps,
    metadata: InitialMetadata = {},
  ) {
    this.#history = history;
    this.#source = source;
    this.#deps = deps;
    this.#metadata = metadata;
  }

  /** Marks the current conversation as already in the history, except for excluded turns. */
  markRecorded(isExcluded?: (turnId: string) => boolean): void {
    this.#recorded = updateRecorded(this.#source.conversation, this.#recorded, isExcluded);
  }

  /** Makes the next write contain the whole conversation, since nothing of it is in the history any more. */
  markUnrecorded(): void {
    this.#recorded = NOTHING_RECORDED;
  }

  /** Whether all changes were passed to the history and their writes have settled, even if they failed. */
  get isWritten(): boolean {
    return this.#pendingWrites === 0 && !this.isRedactingTitle && this.#changes().length === 0;
  }

  /** Whether there is a title that the history doesn't have yet. */
  get isRedactingTitle(): boolean {
    return this.#pendingTitles > 0;
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
      const title = changes.find((change) => change.type === 'title');
      const earlier = this.#lastWrite;
      this.#lastWrite = Promise.all([
        earlier,
        this.#writeChanges(
          changes.filter((change) => change !== title),
          durable,
        ),
        title && this.#writeTitle(title.title, durable, earlier),
      ]);
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
    return this.#isDisposed ? [] : changesBetween(this.#recorded, this.#source.conversation, this.#metadata);
  }

  async #writeChanges(changes: readonly ConversationChange[], durable: boolean): Promise<void> {
    if (this.#isDisposed) {
      return;
    }
    this.#wasDurable = durable;
    this.#scheduleHeartbeat();
    this.#pendingWrites++;
    try {
      await this.#history.write(this.#source.conversation.id, changes, durable);
    } finally {
      this.#pendingWrites--;
    }
  }

  /**
   * Writes a title without what the user has redacted, and gives it to the conversation, since what is shown of that can be
   * stored too, such as the title of a tab. Titles are written in order.
   */
  async #writeTitle(title: string, durable: boolean, earlier: Promise<unknown>): Promise<void> {
    this.#pendingTitles++;
    await earlier;
    const redacted = (await this.#deps.redactor())(title);
    if (redacted !== title && this.#source.title === title) {
      this.#source.title = redacted;
      this.#recorded = { ...this.#recorded, title: redacted };
    }
    this.#pendingTitles--;
    await this.#writeChanges([{ type: 'title', title: redacted }], durable);
  }

  #scheduleHeartbeat(): void {
    clearTimeout(this.#heartbeatTimer);
    const running = this.#source.conversation.turns.find(
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
