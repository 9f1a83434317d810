import type { Event } from '../../base/emitter.ts';
import type { ConversationChange } from './records/record.ts';
import type { ConversationSummary, StoredConversation } from './records/storedConversation.ts';

/** Whether what is said is being saved. */
export type SavingState = { isSaving: true } | { isSaving: false; reason: string };

/** Conversations that changed on disk. */
export interface HistoryChangeEvent {
  ids: readonly string[];
  by: 'thisWindow' | 'another';
}

/** The conversations on disk, as the rest of the program knows them. Made by `createHistory`. */
export interface History {
  /** All conversations, the latest first, those in the trash among them. Never rejects for one that is damaged. */
  list(): Promise<readonly ConversationSummary[]>;
  /** `undefined` where no file is of it. Rejects where its files can't be read. */
  open(id: string): Promise<StoredConversation | undefined>;
  /**
   * Writes changes in their order. Resolves when they are written, durably where asked for; when the store fails, it
   * resolves as well, `state` says so, and they are written as soon as it works again.
   *
   * @param at ms since 1970: when they happened, where that was long ago and elsewhere
   */
  write(
    conversation: string,
    changes: readonly ConversationChange[],
    durable?: boolean,
    at?: number,
  ): Promise<void>;
  readonly state: SavingState;
  readonly onStateChanged: Event<void>;
  /**
   * Fires when conversations changed on disk. What this window writes of a reply's text is not told: it would be told
   * twice a second.
   */
  readonly onChanged: Event<HistoryChangeEvent>;
  /** Looks at the files now, for where nothing tells of their changes. */
  refresh(): Promise<void>;
  /** Removes for good what has been in the trash for 30 days. */
  emptyTrash(): Promise<void>;
  /** Tries again at once what could not be written. */
  retry(): Promise<void>;
  dispose(): Promise<void>;
}
