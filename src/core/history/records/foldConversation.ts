import { defined } from '../../../base/defined.ts';
import type { Turn, UserTurn } from '../../conversation/conversation.ts';
import { type FoldedReply, foldReplies, type ReplyRecords } from './foldReplies.ts';
import type { MergedRecords } from './mergeRecords.ts';
import { type AnyRecord, FORMAT } from './record.ts';
import type { Damage, StoredConversation } from './storedConversation.ts';
import { inOrder, type PlacedTurn } from './turnOrder.ts';

type Facts = Pick<
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
  const sorted = sortRecords(records);
  const replies = foldReplies(sorted.replies, merged.gaps);
  const all = inOrder(placesOf(sorted, replies))
    .map((place) => sorted.questions.get(place.id) ?? replies.get(place.id))
    .filter((turn) => turn !== undefined);
  const isRemoved = (one: Turn | FoldedReply): boolean => sorted.removed.has(turnOf(one).id);
  const shown = all.filter((one) => !isRemoved(one));
  const removed = all.filter(isRemoved).map(turnOf);
  const idsOf = (is: (reply: FoldedReply) => boolean): string[] =>
    shown.flatMap((one) => ('turn' in one && is(one) ? [one.turn.id] : []));
  const open = idsOf(({ isOpen }) => isOpen);
  const signOf = (turn: string): number =>
    sorted.signs.get(turn) ?? sorted.signs.get(replies.get(turn)?.branchOf ?? '') ?? 0;
  const unknownRecords = records.filter(({ type }) => type === 'unknown').length;
  const damage = damageOf(
    merged,
    idsOf(({ isDamaged }) => isDamaged),
    // A record that is not known may tell of them.
    unknownRecords > 0 ? 0 : missingTurns(sorted, replies),
  );
  return {
    id,
    turns: marked(shown.map(turnOf), sorted.leftOut),
    ...(removed.length > 0 && { removed }),
    ...factsOf(records, when),
    open,
    ...(open.length > 0 && { signsOfLife: new Map(open.map((turn) => [turn, signOf(turn)])) }),
    ...defined({ damage }),
    unknownRecords,
    isNewer: records.some(({ v }) => v > FORMAT),
  };
}

function turnOf(one: Turn | FoldedReply): Turn {
  return 'turn' in one ? one.turn : one;
}

/** A copy of a conversation was begun with questions that are left out already. */
function marked(turns: readonly Turn[], leftOut: TurnRecords['leftOut']): readonly Turn[] {
  return turns.map((turn) => {
    if (turn.kind !== 'user' || !leftOut.has(turn.id)) {
      return turn;
    }
    const { isLeftOut: _, ...question } = turn;
    return { ...question, ...defined({ isLeftOut: leftOut.get(turn.id) }) };
  });
}

function factsOf(records: readonly AnyRecord[], when: number): Facts {
  const createdAt = records[0]?.at ?? when;
  const facts: Facts = { pinned: false, createdAt, changedAt: createdAt };
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
function placesOf({ places }: TurnRecords, replies: ReadonlyMap<string, FoldedReply>): PlacedTurn[] {
  const branches = [...replies].flatMap(([id, { branchOf }]): PlacedTurn[] =>
    branchOf === undefined ? [] : [{ id, after: branchOf, isReply: true }],
  );
  return [...new Map([...places, ...branches.map((place) => [place.id, place] as const)]).values()];
}

/** How many turns there were of which others tell, and nothing tells how they began. */
function missingTurns({ places, questions }: TurnRecords, replies: ReadonlyMap<string, FoldedReply>): number {
  const named = [...places.values()].flatMap(({ after }) =>
    after === null || questions.has(after) || replies.has(after) ? [] : [after],
  );
  const cut = [...replies].flatMap(([id, { isWithoutBeginning }]) => (isWithoutBeginning ? [id] : []));
  return new Set([...named, ...cut]).size;
}

/** `undefined` where nothing is missing: a line that is none may be what a repeated write has left behind. */
function damageOf(
  { badLines, isTorn, missing }: MergedRecords,
  turns: readonly string[],
  missingTurns: number,
): Damage | undefined {
  const missingRecords = Math.max(missing, missingTurns);
  return isTorn || missingRecords > 0 || turns.length > 0 ? { badLines, missingRecords, turns } : undefined;
}

/** The records of a conversation by the turns that they tell of. */
interface TurnRecords {
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
function sortRecords(records: readonly AnyRecord[]): TurnRecords {
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
