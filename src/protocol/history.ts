/** A row of the list of conversations or of the trash. Points in time are in ms since 1970. */
export interface ConversationRow {
  id: string;
  title: string;
  pinned: boolean;
  /** Model of the last reply. */
  model?: string | undefined;
  turns: number;
  questions: number;
  changedAt: number;
  /**
   * Name of the workspace in which the conversation was created, unless that is the current one. Empty if it had no
   * name.
   */
  otherWorkspace?: string | undefined;
  isRunning: boolean;
  /** Whether the composer of this conversation has unsent text or attachments. */
  hasDraft?: boolean | undefined;
  /** Number of turns of which a part could not be read. Absent if everything was read. */
  damagedTurns?: number | undefined;
  /** Written by a newer version of the extension, so it is read-only. */
  isNewer: boolean;
  /** Days until the conversation is deleted permanently. Absent if it is not in the trash. */
  daysLeft?: number | undefined;
}

/** The complete data of the history screen. */
export interface HistoryView {
  rows: ConversationRow[];
  /** The conversation that is shown in the chat. */
  currentId: string;
  /** Whether conversations are stored beyond this window. */
  isSaved: boolean;
  /** Why the conversations could not be read. */
  error?: string | undefined;
}

/** Actions on a conversation of the list. */
export const CONVERSATION_ACTIONS = ['open', 'pin', 'unpin', 'delete', 'duplicate', 'restore'] as const;
export type ConversationAction = (typeof CONVERSATION_ACTIONS)[number];

/** Maximum length of a title. */
export const MAX_TITLE_CHARS = 200;
/** Maximum length of a search query. */
export const MAX_QUERY_CHARS = 500;

/** Why conversations are currently not saved, as a sentence. */
export interface NotSavingView {
  message: string;
}
