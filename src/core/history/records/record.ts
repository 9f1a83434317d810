import type { AssistantTurn, UserTurn } from '../../conversation/conversation.ts';

/** A reply without its text, which has records of its own. */
export type ReplyState = Omit<AssistantTurn, 'kind' | 'id' | 'text' | 'wait' | 'isInOtherWindow'>;

/** What one record says of its conversation. Records are only ever added: what they undo stays in the file. */
export type ConversationChange =
  /** The conversation begins. */
  | { type: 'begin'; workspace?: WorkspaceLabel; copyOf?: string }
  /** A question, or a reply as yet without text, after the turn of that id; after nothing where it is the first. */
  | { type: 'question'; turn: UserTurn; after: string | null }
  | { type: 'reply'; id: string; state: ReplyState; after: string | null }
  /** A piece of a reply, and how many UTF-16 units of it stand before. */
  | { type: 'text'; turn: string; offset: number; text: string }
  /** How a reply stands from now on. */
  | { type: 'state'; turn: string; state: ReplyState }
  /** The reply still runs, and nothing else was to be written for a while. */
  | { type: 'pulse'; turn: string }
  /** What `isLeftOut` of a question is from now on. */
  | { type: 'leaveOut'; turn: string; leftOut?: boolean }
  | { type: 'remove'; turns: readonly string[] }
  | { type: 'restore'; turns: readonly string[] }
  /** The user's own title; empty for the one that the first question makes. */
  | { type: 'title'; title: string }
  | { type: 'pin'; pinned: boolean }
  | { type: 'model'; model: string }
  /** Put into the trash, or taken out of it. */
  | { type: 'trash'; trashed: boolean };

/** Where a conversation was begun: a label, never a condition for its being shown. */
export interface WorkspaceLabel {
  /** The address of the workspace file or of its only folder. */
  id: string;
  name: string;
}

/** A change, with who wrote it and when. */
export interface RecordHeader {
  /** The format: a reader that knows only older ones shows what it can and writes nothing. */
  v: number;
  /** The writer: one run of one extension host. */
  w: string;
  /** Counts the writer's records of this conversation from 1, without gaps. */
  n: number;
  /**
   * ms since 1970, and later than every record the writer had read or written of this conversation: so it orders by
   * cause even where clocks differ.
   */
  at: number;
}

export type HistoryRecord = RecordHeader & ConversationChange;

/** A record of a kind that this version does not know, or with a content that it does not: left as it is. */
export interface UnknownRecord extends RecordHeader {
  type: 'unknown';
  /** The whole record as it was written. */
  json: string;
}

export type AnyRecord = HistoryRecord | UnknownRecord;

/** The format that this version writes. */
export const RECORD_FORMAT_VERSION = 1;
