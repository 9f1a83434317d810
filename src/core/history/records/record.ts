import type { AssistantTurn, UserTurn } from '../../conversation/conversation.ts';
import type { SecretRange } from '../../secrets/foundSecret.ts';

/** A reply without its text, which is stored in separate records. */
export type ReplyState = Omit<AssistantTurn, 'kind' | 'id' | 'text' | 'wait' | 'isInOtherWindow'>;

/** The change in one record. Records are only appended: what a later record undoes stays in the file. */
export type ConversationChange =
  | { type: 'begin'; workspace?: WorkspaceLabel; copyOf?: string }
  /** A question, or a reply without text, after the turn with the id `after`; `null` if it is the first turn. */
  | { type: 'question'; turn: UserTurn; after: string | null }
  | { type: 'reply'; id: string; state: ReplyState; after: string | null }
  /** A piece of reply text. `offset` is in UTF-16 code units. */
  | { type: 'text'; turn: string; offset: number; text: string }
  /** The new state of a reply. */
  | { type: 'state'; turn: string; state: ReplyState }
  /** Heartbeat: the reply still runs, and nothing else was written for a while. */
  | { type: 'pulse'; turn: string }
  /** The new `isLeftOut` of a question. */
  | { type: 'leaveOut'; turn: string; leftOut?: boolean }
  /** Turns were sent to a service for the first time. */
  | { type: 'sent'; turns: readonly string[]; to: string }
  /** Secrets and hidden text in turns are replaced when they are sent. With the `maskedParts` of the first one. */
  | { type: 'mask'; turns: readonly string[]; parts?: readonly SecretRange[] }
  /** A record of a removed turn, without its content. With `after` if it was the first one of the turn. */
  | { type: 'erased'; turn: string; after?: string | null; isReply?: true }
  | { type: 'remove'; turns: readonly string[] }
  /** With `isImported` if they were in an imported file, so that nobody knows where that was sent. */
  | { type: 'restore'; turns: readonly string[]; isImported?: true }
  /** A title set by the user. If empty, the title is taken from the first question. */
  | { type: 'title'; title: string }
  | { type: 'pin'; pinned: boolean }
  | { type: 'model'; model: string }
  /** Whether the conversation is in the trash. */
  | { type: 'trash'; trashed: boolean };

/** Where a conversation was started. Only a label: the conversation is listed everywhere. */
export interface WorkspaceLabel {
  /** URI of the workspace file, or of the only folder. */
  id: string;
  name: string;
}

/** Fields of every record. */
export interface RecordHeader {
  /** Format version. An older reader shows what it can read and writes nothing. */
  v: number;
  /** The writer: one run of one extension host. */
  w: string;
  /** Number of the record, counted from 1 per writer and conversation, without gaps. */
  n: number;
  /**
   * In ms since 1970. Later than any record of the conversation that the writer had read or written, so that records
   * sort by cause even if clocks differ.
   */
  at: number;
}

export type HistoryRecord = RecordHeader & ConversationChange;

/** A record with a type or content that this version does not know. Ignored, and left in the file. */
export interface UnknownRecord extends RecordHeader {
  type: 'unknown';
  /** The record as it was written. */
  json: string;
}

export type AnyRecord = HistoryRecord | UnknownRecord;

export const RECORD_FORMAT_VERSION = 1;
