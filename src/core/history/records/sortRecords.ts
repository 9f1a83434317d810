import type { UserTurn } from '../../conversation/conversation.ts';
import type { ReplyRecords } from './foldReplies.ts';
import type { AnyRecord } from './mergeRecords.ts';
import type { PlacedTurn } from './turnOrder.ts';

/** The records of a conversation by the turns that they tell of. */
export interface TurnRecords {
  /** In the order in which they were first told of, by id. */
  places: Map<string, PlacedTurn>;
  questions: Map<string, UserTurn>;
  replies: ReplyRecords;
  removed: Set<string>;
  /** What was said last of whether questions are left out, by their ids. */
  leftOut: Map<string, boolean | undefined>;
  /** When something was last written of a reply, by its id; in ms since 1970. */
  signs: Map<string, number>;
}

/** @param records in order of cause and time: of what is said twice of a turn's place, the first holds */
export function sortRecords(records: readonly AnyRecord[]): TurnRecords {
  const places: TurnRecords['places'] = new Map();
  const questions: TurnRecords['questions'] = new Map();
  const replies: ReplyRecords = { begins: new Map(), parts: new Map() };
  const removed: TurnRecords['removed'] = new Set();
  const leftOut: TurnRecords['leftOut'] = new Map();
  const signs: TurnRecords['signs'] = new Map();
  for (const record of records) {
    switch (record.type) {
      case 'question':
        if (!places.has(record.turn.id)) {
          places.set(record.turn.id, { id: record.turn.id, after: record.after, isReply: false });
          questions.set(record.turn.id, record.turn);
        }
        break;
      case 'reply':
        signs.set(record.id, record.at);
        if (!questions.has(record.id) && !replies.begins.has(record.id)) {
          places.set(record.id, { id: record.id, after: record.after, isReply: true });
          replies.begins.set(record.id, record);
        }
        break;
      case 'text':
      case 'state': {
        signs.set(record.turn, record.at);
        const parts = replies.parts.get(record.turn) ?? [];
        replies.parts.set(record.turn, parts);
        parts.push(record);
        if (!places.has(record.turn)) {
          // Its beginning is missing, or it is what a second window made of a reply.
          places.set(record.turn, { id: record.turn, after: null, isReply: true });
        }
        break;
      }
      case 'pulse':
        signs.set(record.turn, record.at);
        break;
      case 'leaveOut':
        leftOut.set(record.turn, record.leftOut);
        break;
      case 'remove':
        record.turns.forEach(removed.add, removed);
        break;
      case 'restore':
        record.turns.forEach(removed.delete, removed);
        break;
    }
  }
  return { places, questions, replies, removed, leftOut, signs };
}
