import { type Conversation, isRunning } from '../conversation/conversation.ts';
import type { History } from './history.ts';
import {
  type Beginning,
  changesBetween,
  NOTHING_RECORDED,
  type Recorded,
  recordedAs,
} from './records/changesBetween.ts';
import type { Change } from './records/record.ts';

/** With the time of the write itself, text is on disk half a second after it was shown. ms */
const TEXT_WAITS = 400;

/** A reply that is silent for so long says that it still runs. ms */
const PULSE_AFTER = 2000;

/** Writes what happens in one conversation: whatever differs from what was written before, and nothing twice. */
export class Recorder {
  readonly #history: Pick<History, 'write'>;
  readonly #read: () => Conversation;
  readonly #beginning: Beginning;
  #recorded: Recorded = NOTHING_RECORDED;
  #textTimer: ReturnType<typeof setTimeout> | undefined;
  #pulseTimer: ReturnType<typeof setTimeout> | undefined;
  #underWay = 0;
  /** Whether the last write was a durable one. */
  #isDurable = true;
  /** Settles when what was handed over last is written. */
  #last: Promise<void> = Promise.resolve();
  #isEnded = false;

  /** @param read gives the conversation as it is */
  constructor(history: Pick<History, 'write'>, read: () => Conversation, beginning: Beginning = {}) {
    this.#history = history;
    this.#read = read;
    this.#beginning = beginning;
  }

  /** The conversation as it is now stands in the history already, but for the turns that this is true of. */
  isRecorded(butFor?: (turnId: string) => boolean): void {
    this.#recorded = recordedAs(this.#read(), this.#recorded, butFor);
  }

  /** All of it is to be written once more: into another place. */
  forget(): void {
    this.#recorded = NOTHING_RECORDED;
    this.changed();
  }

  /** Whether everything was handed over and written, as far as the history can write. */
  get isWritten(): boolean {
    return this.#underWay === 0 && this.#changes().length === 0;
  }

  /** The running reply grew, or changed in what can wait as well. */
  grew(): void {
    this.#textTimer ??= setTimeout(() => void this.write(), TEXT_WAITS);
  }

  /** Something was added, taken away or ended: it is written with all that happens in the same moment. */
  changed(): void {
    void Promise.resolve().then(() => this.write());
  }

  /** Writes what is not written yet. Resolves when that is done; as `History.write`, it does not reject. */
  async write(durable = false): Promise<void> {
    clearTimeout(this.#textTimer);
    this.#textTimer = undefined;
    if (this.#isEnded) {
      return;
    }
    const changes = this.#changes();
    if (changes.length > 0) {
      this.isRecorded();
      this.#last = this.#hand(changes, durable);
    }
    await this.#last;
  }

  /** Nothing is written any more: the conversation is kept elsewhere, or was written by a newer version. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#textTimer);
    clearTimeout(this.#pulseTimer);
  }

  #changes(): Change[] {
    return this.#isEnded ? [] : changesBetween(this.#recorded, this.#read(), this.#beginning);
  }

  async #hand(changes: readonly Change[], durable: boolean): Promise<void> {
    if (this.#isEnded) {
      return;
    }
    this.#isDurable = durable;
    this.#pulseLater();
    this.#underWay++;
    try {
      await this.#history.write(this.#read().id, changes, durable);
    } finally {
      this.#underWay--;
    }
  }

  #pulseLater(): void {
    clearTimeout(this.#pulseTimer);
    const running = this.#read().turns.find((turn) => isRunning(turn) && turn.isElsewhere !== true);
    if (running !== undefined) {
      this.#pulseTimer = setTimeout(() => {
        // A question may wait for a long time until it is sent.
        void this.#hand([{ type: 'pulse', turn: running.id }], !this.#isDurable);
      }, PULSE_AFTER);
    }
  }
}
