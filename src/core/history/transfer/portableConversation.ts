import * as z from 'zod/mini';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import type { WorkspaceLabel } from '../records/record.ts';
import { idSchema, questionSchema, replyStateSchema } from '../records/recordSchema.ts';

/** A conversation in an export or import file. */
export interface PortableConversation {
  id: string;
  turns: readonly Turn[];
  model?: string;
  /** Set by the user. */
  title?: string;
  pinned?: boolean;
  workspace?: WorkspaceLabel;
}

/** Why a file or a conversation in it could not be read. */
export type ImportIssue =
  | { kind: 'notJson' }
  /** JSON, but not in the export format. */
  | { kind: 'otherFormat' }
  | { kind: 'newer' }
  /** `where` is a path in the file, such as `turns.3.text`. */
  | { kind: 'badConversation'; where: string }
  /** A turn, or the title, is larger than a record can be. */
  | { kind: 'tooLarge'; where: string }
  | { kind: 'tooManyTurns'; where: string }
  | { kind: 'noTurns' }
  /** The history could not be read, or the file could not. */
  | { kind: 'failed'; reason: string };

/** A conversation in a file, or why it could not be read. */
export type ParsedConversation = { conversation: PortableConversation } | { issue: ImportIssue };

const replySchema = z.object({ kind: z.literal('assistant'), id: idSchema, text: z.string() });

/** Reads a turn of a file. Returns `undefined` if it is invalid. A running reply becomes an interrupted one. */
export function readTurn(value: unknown): Turn | undefined {
  const question = questionSchema.safeParse(value);
  if (question.success) {
    return question.data;
  }
  const reply = replySchema.safeParse(value);
  const state = replyStateSchema.safeParse(value);
  if (!reply.success || !state.success) {
    return undefined;
  }
  const turn = { ...reply.data, ...state.data };
  return isRunning(turn) ? { ...turn, status: 'interrupted' } : turn;
}

/**
 * Makes ids unique and drops `alternativeTo` if that reply does not exist. Stored conversations always fulfill both; a
 * file that someone edited may not.
 */
export function makeConsistent(turns: readonly Turn[]): Turn[] {
  const ids = new Set(turns.map(({ id }) => id));
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const distinct = turns.map((turn) => {
    if (!seen.has(turn.id)) {
      seen.add(turn.id);
      return turn;
    }
    const start = turn.id.slice(0, 180);
    let id: string;
    do {
      const count = (counts.get(start) ?? 1) + 1;
      counts.set(start, count);
      id = `${start} (${count})`;
    } while (ids.has(id));
    ids.add(id);
    return { ...turn, id };
  });
  const replies = new Set(distinct.flatMap(({ kind, id }) => (kind === 'assistant' ? id : [])));
  return distinct.map((turn) => {
    if (turn.kind === 'user') {
      return turn;
    }
    const { alternativeTo, ...alone } = turn;
    return alternativeTo === undefined || replies.has(alternativeTo) ? turn : alone;
  });
}
