import * as z from 'zod/mini';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import { idSchema, questionSchema, stateSchema } from '../records/recordSchema.ts';

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
  const state = stateSchema.safeParse(value);
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
export function consistent(turns: readonly Turn[]): Turn[] {
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
