import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { Turn, UserTurn } from '../../conversation/conversation.ts';
import { type FoldedReply, foldReplies, type ReplyRecords } from './foldReplies.ts';
import type { MergedRecords } from './mergeRecords.ts';
import { orderTurns, type TurnPosition } from './orderTurns.ts';
import { type AnyRecord, RECORD_FORMAT_VERSION } from './record.ts';
import type { Damage, StoredConversation } from './storedConversation.ts';

type ConversationMetadata = Pick<
  StoredConversation,
  'model' | 'title' | 'pinned' | 'workspace' | 'trashedAt' | 'createdAt' | 'changedAt'
>;

/**
 * The conversation that records tell of.
 *
 * @param when ms since 1970, where no record says anything
 */
export function foldConversation(id: string, merged: MergedRecords, when = 0): StoredConversation {
  const { records } = merged;
  const sorted = groupRecords(records);
  const replies = foldReplies(sorted.replies, merged.gaps);
  const all = orderTurns(positionsOf(sorted, replies))
    .map((place) => sorted.questions.get(place.id) ?? replies.get(place.id))
    .filter((turn) => turn !== undefined);
  const isRemoved = (one: Turn | FoldedReply): boolean => sorted.removed.has(turnOf(one).id);
  const shown = all.filter((one) => !isRemoved(one));
  const removed = all.filter(isRemoved).map(turnOf);
  const idsOf = (is: (reply: FoldedReply) => boolean): string[] =>
    shown.flatMap((one) => ('turn' in one && is(one) ? [one.turn.id] : []));
  const unfinishedReplies = idsOf(({ isUnfinished }) => isUnfinished);
  const signOf = (turn: string): number =>
    sorted.lastWriteTimes.get(turn) ?? sorted.lastWriteTimes.get(replies.get(turn)?.branchOf ?? '') ?? 0;
  const unknownRecords = records.filter(({ type }) => type === 'unknown').length;
  const damage = damageOf(
    merged,
    idsOf(({ isDamaged }) => isDamaged),
    // A record that is not known may tell of them.
    unknownRecords > 0 ? 0 : countMissingTurns(sorted, replies),
  );
  return {
    id,
    turns: applyLeftOut(shown.map(turnOf), sorted.leftOut),
    ...(removed.length > 0 && { removed }),
    ...metadataOf(records, when),
    unfinishedReplies,
    ...(unfinishedReplies.length > 0 && {
      lastWriteTimes: new Map(unfinishedReplies.map((turn) => [turn, signOf(turn)])),
    }),
    ...omitUndefined({ damage }),
    unknownRecords,
    isNewer: records.some(({ v }) => v > RECORD_FORMAT_VERSION),
  };
}

function turnOf(one: Turn | FoldedReply): Turn {
  return 'turn' in one ? one.turn : one;
}

/** A copy of a conversation was begun with questions that are left out already. */
function applyLeftOut(turns: readonly Turn[], leftOut: TurnRecords['leftOut']): readonly Turn[] {
  return turns.map((turn) => {
    if (turn.kind !== 'user' || !leftOut.has(turn.id)) {
      return turn;
    }
    const { isLeftOut: _, ...question } = turn;
    return { ...question, ...omitUndefined({ isLeftOut: leftOut.get(turn.id) }) };
  });
}

function metadataOf(records: readonly AnyRecord[], when: number): ConversationMetadata {
  const createdAt = records[0]?.at ?? when;
  const facts: ConversationMetadata = { pinned: false, createdAt, changedAt: createdAt };
  for (const record of records) {
    switch (record.type) {
      case 'begin':
        if (record.workspace !== undefined) {
          facts.workspace ??= record.workspace;
        }
        break;
      case 'title':
        facts.title = record.title;
        break;
      case 'pin':
        facts.pinned = record.pinned;
        break;
      case 'model':
        facts.model = record.model;
        break;
      case 'trash':
        if (record.trashed) {
          facts.trashedAt = record.at;
        } else {
          delete facts.trashedAt;
        }
        break;
      case 'leaveOut':
      case 'unknown':
        break;
      default:
        // Something was said or taken out: nothing else makes a conversation a new one.
        facts.changedAt = record.at;
    }
  }
  if (facts.title === '') {
    delete facts.title;
  }
  return facts;
}

/** What a second window made of a reply has its place behind it. */
function positionsOf({ positions }: TurnRecords, replies: ReadonlyMap<string, FoldedReply>): TurnPosition[] {
  const branches = [...replies].flatMap(([id, { branchOf }]): TurnPosition[] =>
    branchOf === undefined ? [] : [{ id, after: branchOf, isReply: true }],
  );
  return [...new Map([...positions, ...branches.map((place) => [place.id, place] as const)]).values()];
}

/** How many turns there were of which others tell, and nothing tells how they began. */
function countMissingTurns(
  { positions, questions }: TurnRecords,
  replies: ReadonlyMap<string, FoldedReply>,
): number {
  const named = [...positions.values()].flatMap(({ after }) =>
    after === null || questions.has(after) || replies.has(after) ? [] : [after],
  );
  const cut = [...replies].flatMap(([id, { isStartMissing }]) => (isStartMissing ? [id] : []));
  return new Set([...named, ...cut]).size;
}

/** `undefined` where nothing is missing: a line that is none may be what a repeated write has left behind. */
function damageOf(
  { badLines, isTorn, missingRecords }: MergedRecords,
  turnIds: readonly string[],
  missingTurns: number,
): Damage | undefined {
  const missing = Math.max(missingRecords, missingTurns);
  return isTorn || missing > 0 || turnIds.length > 0
    ? { badLines, missingRecords: missing, turnIds }
    : undefined;
}

/** The records of a conversation by the turns that they tell of. */
interface TurnRecords {
  /** In the order in which they were first told of, by id. */
  positions: Map<string, TurnPosition>;
  questions: Map<string, UserTurn>;
  replies: ReplyRecords;
  removed: Set<string>;
  /** What was said last of whether questions are left out, by their ids. */
  leftOut: Map<string, boolean | undefined>;
  /** When something was last written of a reply, by its id; in ms since 1970. */
  lastWriteTimes: Map<string, number>;
}

/** @param records in order of cause and time: of what is said twice of a turn's place, the first holds */
function groupRecords(records: readonly AnyRecord[]): TurnRecords {
  const positions: TurnRecords['positions'] = new Map();
  const questions: TurnRecords['questions'] = new Map();
  const replies: ReplyRecords = { begins: new Map(), parts: new Map() };
  const removed: TurnRecords['removed'] = new Set();
  const leftOut: TurnRecords['leftOut'] = new Map();
  const lastWriteTimes: TurnRecords['lastWriteTimes'] = new Map();
  for (const record of records) {
    switch (record.type) {
      case 'question':
        if (!positions.has(record.turn.id)) {
          positions.set(record.turn.id, { id: record.turn.id, after: record.after, isReply: false });
          questions.set(record.turn.id, record.turn);
        }
        break;
      case 'reply':
        lastWriteTimes.set(record.id, record.at);
        if (!questions.has(record.id) && !replies.begins.has(record.id)) {
          positions.set(record.id, { id: record.id, after: record.after, isReply: true });
          replies.begins.set(record.id, record);
        }
        break;
      case 'text':
      case 'state': {
        lastWriteTimes.set(record.turn, record.at);
        const parts = replies.parts.get(record.turn) ?? [];
        replies.parts.set(record.turn, parts);
        parts.push(record);
        if (!positions.has(record.turn)) {
          // Its beginning is missing, or it is what a second window made of a reply.
          positions.set(record.turn, { id: record.turn, after: null, isReply: true });
        }
        break;
      }
      case 'pulse':
        lastWriteTimes.set(record.turn, record.at);
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
  return { positions, questions, replies, removed, leftOut, lastWriteTimes };
}
