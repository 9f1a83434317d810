import type { Turn } from '../../conversation/conversation.ts';
import type { WorkspaceLabel } from './record.ts';

/** Number of days until a conversation in the trash is deleted. */
export const TRASH_RETENTION_DAYS = 30;

/** The parts of a conversation that could not be read. Everything else was. */
export interface Damage {
  /** Lines that are not a complete record: parts of an interrupted or repeated write, or changed bytes. */
  badLines: number;
  /** Minimum number of records that are known to be missing. */
  missingRecords: number;
  /** Ids of incomplete turns. Their readable part is shown. */
  turnIds: readonly string[];
}

/** A conversation as read from its files. */
export interface StoredConversation {
  id: string;
  /** In order of cause and time, without removed turns. */
  turns: readonly Turn[];
  model?: string;
  /** Set by the user. */
  title?: string;
  pinned: boolean;
  workspace?: WorkspaceLabel;
  /** In ms since 1970; absent if the conversation is not in the trash. */
  trashedAt?: number;
  /** ms since 1970 */
  createdAt: number;
  changedAt: number;
  /** Ids of replies without an end. They run in another window or were interrupted; in `turns` they are interrupted. */
  unfinishedReplies: readonly string[];
  /** Whether no other window uses the history, in which an unfinished reply could run. */
  isOnlyHere?: boolean;
  /** Number of records of each unfinished reply, including heartbeats, each counted once. */
  recordCounts?: ReadonlyMap<string, number>;
  /** When turns were removed whose content is still on disk, by id, in ms since 1970. */
  removedTurns?: ReadonlyMap<string, number>;
  /** Absent if everything could be read. */
  damage?: Damage;
  /** Number of records that this version does not know. */
  unknownRecords: number;
  /** Whether a newer version wrote to it. It is then read-only. */
  isNewer: boolean;
}

/** When the first of the removed turns was removed that is still on disk, in ms since 1970. */
export function firstRemovedAt({ removedTurns }: StoredConversation): number | undefined {
  return removedTurns && [...removedTurns.values()].reduce((first, at) => Math.min(first, at));
}

/** A row of the list of conversations. */
export interface ConversationSummary {
  id: string;
  title: string;
  pinned: boolean;
  /** The model of the last reply. */
  model?: string;
  turns: number;
  questions: number;
  createdAt: number;
  changedAt: number;
  workspace?: WorkspaceLabel;
  trashedAt?: number;
  /** `firstRemovedAt` */
  removedAt?: number;
  /** Number of incomplete turns; absent if everything could be read. */
  damagedTurns?: number;
  isNewer: boolean;
}
