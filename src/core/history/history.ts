import type { Event } from '../../base/emitter.ts';
import type { ConversationChange } from './records/record.ts';
import type { ConversationSummary, StoredConversation } from './records/storedConversation.ts';

export type SavingState = { isSaving: true } | { isSaving: false; reason: string };

export interface HistoryChangeEvent {
  ids: readonly string[];
  by: 'thisWindow' | 'another';
}

/** A write that has not succeeded: the arguments of `History.write`. */
export interface Unwritten {
  conversation: string;
  changes: readonly ConversationChange[];
  isDurable: boolean;
  at: number | undefined;
}

/** The stored conversations. Created by `createHistory`. */
export interface History {
  /** All conversations, latest first, including those in the trash. A damaged conversation does not reject. */
  list(): Promise<readonly ConversationSummary[]>;
  /** Returns `undefined` if the conversation has no files. Rejects if its files can't be read. */
  open(id: string): Promise<StoredConversation | undefined>;
  /**
   * Writes changes in order. Resolves when they are written, and synced to disk if `durable`. Also resolves if the
   * write fails: `state` then has the reason, and the changes are written when the store works again.
   *
   * @param changes may be empty if durable: then what was written before is synced
   * @param at when the changes happened, in ms since 1970, if not now (an import)
   */
  write(
    conversation: string,
    changes: readonly ConversationChange[],
    durable?: boolean,
    at?: number,
  ): Promise<void>;
  /** Not saving from the time a write fails until everything that was asked to be written is written. */
  readonly state: SavingState;
  readonly onStateChanged: Event<void>;
  /**
   * Fires when conversations change on disk. Does not fire for reply text written by this window, which would be twice
   * a second.
   */
  readonly onChanged: Event<HistoryChangeEvent>;
  /** Fires when the deletion of conversations has become final, in any window: nothing of them may be written again. */
  readonly onDeleted: Event<readonly string[]>;
  /**
   * Fires when what this window wrote is no longer in the history: another folder is used, or its files were deleted.
   * Conversations in memory are then written again as a whole, before the listener returns. Has what was not written.
   */
  readonly onReset: Event<readonly Unwritten[]>;
  /** Lists the files now, in case the watcher missed a change. */
  refresh(): Promise<void>;
  /**
   * Removes from the disk what was deleted 30 days ago: conversations in the trash, and turns. Rejects if the files can't
   * be read.
   *
   * @returns why something could not be removed; the next call tries again
   */
  removeDeleted(): Promise<string | undefined>;
  /** Immediately retries failed writes. */
  retry(): Promise<void>;
  dispose(): Promise<void>;
}
