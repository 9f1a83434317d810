import type { Turn } from '../../conversation/conversation.ts';
import type { WorkspaceLabel } from './record.ts';

/** So long a conversation stays in the trash. */
export const TRASH_RETENTION_DAYS = 30;

/** What could not be read of a conversation; all else was. */
export interface Damage {
  /** Lines that are no whole record: parts of a write that was cut or repeated, or bytes that changed. */
  badLines: number;
  /** Records that others show to be missing: at least so many. */
  missingRecords: number;
  /** Turns that lack a part, by id: what can be read of them is shown. */
  turnIds: readonly string[];
}

/** A conversation as its files tell it. */
export interface StoredConversation {
  id: string;
  /** In order of cause and time, without those that were removed. */
  turns: readonly Turn[];
  /** Those that were removed; absent where there are none. */
  removed?: readonly Turn[];
  model?: string;
  /** The user's own title, where there is one. */
  title?: string;
  pinned: boolean;
  workspace?: WorkspaceLabel;
  /** ms since 1970; absent where it is not in the trash. */
  trashedAt?: number;
  /** ms since 1970 */
  createdAt: number;
  changedAt: number;
  /** Replies that had not come to their end when the files were read: running elsewhere, or interrupted, as they are given. */
  unfinishedReplies: readonly string[];
  /** When something was last written of each of them, a pulse included; in ms since 1970. */
  lastWriteTimes?: ReadonlyMap<string, number>;
  /** Absent where everything could be read. */
  damage?: Damage;
  /** Records of kinds that this version does not know: left as they are. */
  unknownRecords: number;
  /** A newer version wrote it: shown, and not written to. */
  isNewer: boolean;
}

/** A line of the list. */
export interface ConversationSummary {
  id: string;
  title: string;
  pinned: boolean;
  /** The model of the last reply. */
  model?: string;
  turns: number;
  createdAt: number;
  changedAt: number;
  workspace?: WorkspaceLabel;
  trashedAt?: number;
  /** How many of its turns lack a part; absent where everything could be read. */
  damagedTurns?: number;
  isNewer: boolean;
}
