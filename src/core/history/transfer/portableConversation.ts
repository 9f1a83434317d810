import * as z from 'zod/mini';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import type { WorkspaceLabel } from '../records/record.ts';
import { idSchema, questionSchema, replyStateSchema } from '../records/recordSchema.ts';

/** A conversation on its way out of the history, or into it. */
export interface PortableConversation {
  id: string;
  turns: readonly Turn[];
  model?: string;
  /** The user's own title, where there is one. */
  title?: string;
  pinned?: boolean;
  /** In Markdown, which is often shared, without its id, which would give paths of this machine away. */
  workspace?: WorkspaceLabel;
}

/** Why a file, or a part of it, could not be read. Lines count from 1. */
export type ImportIssue =
  | { kind: 'notJson' }
  /** JSON, and none of ours. */
  | { kind: 'otherFormat' }
  | { kind: 'newer'; version: number }
  /** `where` names the place in the file, such as `turns.3.text`. */
  | { kind: 'badConversation'; where: string }
  /** A text in which nothing says who speaks. */
  | { kind: 'noTurns' }
  | { kind: 'badMark'; line: number }
  /** Text that stands before the first who speaks. */
  | { kind: 'unclaimedText'; line: number }
  /** Of an attachment, whose text is lost by that. */
  | { kind: 'noFence'; line: number }
  | { kind: 'cutOff' }
  /** The history can't be read, or refuses it. */
  | { kind: 'failed'; reason: string };

/** What a file had in it: each conversation with what of it could not be read, or the reason why none could. */
export type ParsedConversation =
  | { conversation: PortableConversation; issues: readonly ImportIssue[]; isHandwritten?: boolean }
  | { issues: readonly ImportIssue[] };

/** The same with every text in it masked, however deep. */
export function redactDeep<T>(value: T, mask: (text: string) => string): T;
export function redactDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return mask(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => redactDeep(item, mask));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactDeep(item, mask)]))
    : value;
}

const replySchema = z.object({ kind: z.literal('assistant'), id: idSchema, text: z.string() });

/**
 * One turn of a file, whatever that holds; one that ran when it was written has come no further. `undefined` where it is
 * none.
 */
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
 * Turns of which no two have the same id, and no reply is compared with one that is not there: as they are in every
 * conversation, and may not be in a file that a person has edited.
 */
export function makeConsistent(turns: readonly Turn[]): Turn[] {
  const seen = new Map<string, number>();
  const distinct = turns.map((turn) => {
    const times = (seen.get(turn.id) ?? 0) + 1;
    seen.set(turn.id, times);
    return times === 1 ? turn : { ...turn, id: `${turn.id.slice(0, 180)} (${times})` };
  });
  const replies = new Set<string>();
  return distinct.map((turn) => {
    if (turn.kind === 'user') {
      return turn;
    }
    replies.add(turn.id);
    const { alternativeTo, ...alone } = turn;
    return alternativeTo === undefined || replies.has(alternativeTo) ? turn : alone;
  });
}
