import { omitUndefined } from '../../../base/omitUndefined.ts';
import type { Turn, UserTurn } from '../../conversation/conversation.ts';
import type { SecretRange } from '../../secrets/foundSecret.ts';
import { mergeRanges } from '../../secrets/knownSecrets.ts';
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
 * Builds a conversation from its records.
 *
 * @param fallbackTime used if there are no records, in ms since 1970
 */
export function foldConversation(id: string, merged: MergedRecords, fallbackTime = 0): StoredConversation {
  const { records } = merged;
  const grouped = groupRecords(records);
  const replies = foldReplies(grouped.replies, merged.gaps);
  const shown = orderTurns(positionsOf(grouped, replies))
    .map((position) => grouped.questions.get(position.id) ?? replies.get(position.id))
    .filter((turn) => turn !== undefined)
    .filter((one) => !grouped.removed.has(turnOf(one).id));
  const idsOf = (is: (reply: FoldedReply) => boolean): string[] =>
    shown.flatMap((one) => ('turn' in one && is(one) ? [one.turn.id] : []));
  const unfinishedReplies = idsOf(({ isUnfinished }) => isUnfinished);
  const recordCountOf = (turn: string): number =>
    grouped.recordCounts.get(turn) ?? grouped.recordCounts.get(replies.get(turn)?.branchOf ?? '') ?? 0;
  const removedTurns = new Map(
    [...grouped.removed].filter(([turn]) => grouped.questions.has(turn) || replies.has(turn)),
  );
  const unknownRecords = records.filter(({ type }) => type === 'unknown').length;
  const damage = damageOf(
    merged,
    idsOf(({ isDamaged }) => isDamaged),
    // An unknown record may contain the missing turns.
    unknownRecords > 0 ? 0 : countMissingTurns(grouped, replies),
  );
  return {
    id,
    turns: applySending(applyLeftOut(shown.map(turnOf), grouped.leftOut), grouped, merged),
    ...metadataOf(records, fallbackTime),
    unfinishedReplies,
    ...(unfinishedReplies.length > 0 && {
      recordCounts: new Map(unfinishedReplies.map((turn) => [turn, recordCountOf(turn)])),
    }),
    ...omitUndefined({ damage }),
    ...(removedTurns.size > 0 && { removedTurns }),
    unknownRecords,
    isNewer: records.some(({ v }) => v > RECORD_FORMAT_VERSION),
  };
}

function turnOf(one: Turn | FoldedReply): Turn {
  return 'turn' in one ? one.turn : one;
}

/** Replaces `isLeftOut`, which the questions of a copied conversation already have. */
function applyLeftOut(turns: readonly Turn[], leftOut: TurnRecords['leftOut']): readonly Turn[] {
  return turns.map((turn) => {
    if (turn.kind !== 'user' || !leftOut.has(turn.id)) {
      return turn;
    }
    const { isLeftOut: _, ...question } = turn;
    return { ...question, ...omitUndefined({ isLeftOut: leftOut.get(turn.id) }) };
  });
}

/** Adds where the turns were sent after their last record, and which are masked. */
function applySending(
  turns: readonly Turn[],
  { sent, masked, imported }: TurnRecords,
  { gaps }: MergedRecords,
): readonly Turn[] {
  // What is missing may have said that a turn is masked: the user is asked again.
  const isUncertain = [...gaps.values()].some((missing) => missing.length > 0);
  return turns.map((read) => {
    const turn = applyMask(read, masked.get(read.id));
    if (isUncertain && (turn.sentTo !== undefined || sent.has(turn.id))) {
      return { ...turn, sentTo: [] };
    }
    const before = imported.has(turn.id) ? [] : turn.sentTo;
    const services = sent.get(turn.id) ?? (before === turn.sentTo ? undefined : []);
    return services === undefined
      ? turn
      : { ...turn, sentTo: [...new Set([...(before ?? []), ...services])] };
  });
}

/** @param parts those of all `mask` records of the turn; `undefined` if it has none */
function applyMask(turn: Turn, parts: readonly SecretRange[] | undefined): Turn {
  if (parts === undefined) {
    return turn;
  }
  const maskedParts = mergeRanges([...(turn.maskedParts ?? []), ...parts]);
  return { ...turn, isMasked: true, ...(maskedParts.length > 0 && { maskedParts }) };
}

function metadataOf(records: readonly AnyRecord[], fallbackTime: number): ConversationMetadata {
  const createdAt = records[0]?.at ?? fallbackTime;
  const metadata: ConversationMetadata = { pinned: false, createdAt, changedAt: createdAt };
  for (const record of records) {
    switch (record.type) {
      case 'begin':
        if (record.workspace !== undefined) {
          metadata.workspace ??= record.workspace;
        }
        break;
      case 'title':
        metadata.title = record.title;
        break;
      case 'pin':
        metadata.pinned = record.pinned;
        break;
      case 'model':
        metadata.model = record.model;
        break;
      case 'trash':
        if (record.trashed) {
          metadata.trashedAt = record.at;
        } else {
          delete metadata.trashedAt;
        }
        break;
      case 'leaveOut':
      case 'sent':
      case 'mask':
      case 'erased':
      case 'unknown':
        break;
      default:
        // Only these records, which add or remove content, make the conversation more recent.
        metadata.changedAt = record.at;
    }
  }
  if (metadata.title === '') {
    delete metadata.title;
  }
  return metadata;
}

/** Positions of all turns. The branch of a reply that a second window wrote follows that reply. */
function positionsOf({ positions }: TurnRecords, replies: ReadonlyMap<string, FoldedReply>): TurnPosition[] {
  const branches = [...replies].flatMap(([id, { branchOf }]): TurnPosition[] =>
    branchOf === undefined ? [] : [{ id, after: branchOf, isReply: true }],
  );
  return [
    ...new Map([...positions, ...branches.map((position) => [position.id, position] as const)]).values(),
  ];
}

/** Counts turns that other records refer to but whose start is missing. */
function countMissingTurns(
  { positions, questions, erased }: TurnRecords,
  replies: ReadonlyMap<string, FoldedReply>,
): number {
  const unknownParents = [...positions.values()].flatMap(({ after }) =>
    after === null || questions.has(after) || replies.has(after) || erased.has(after) ? [] : [after],
  );
  const withoutStart = [...replies].flatMap(([id, { isStartMissing }]) => (isStartMissing ? [id] : []));
  return new Set([...unknownParents, ...withoutStart]).size;
}

/** Returns `undefined` if nothing is missing: invalid lines alone may be left over from a repeated write. */
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

/** The records of a conversation, grouped by turn. */
interface TurnRecords {
  /** By id, in order of their first record. */
  positions: Map<string, TurnPosition>;
  questions: Map<string, UserTurn>;
  replies: ReplyRecords;
  /** When each removed turn was removed, in ms since 1970. */
  removed: Map<string, number>;
  /** Turns whose content was removed, too. */
  erased: Set<string>;
  /** The last `leftOut` value of each question, by id. */
  leftOut: Map<string, boolean | undefined>;
  /** The services that each turn was sent to later, by id. */
  sent: Map<string, Set<string>>;
  /** What is replaced in each masked turn, by id. */
  masked: Map<string, SecretRange[]>;
  /** Turns that came with an imported file since. */
  imported: Set<string>;
  /** Number of records of each reply, by id. */
  recordCounts: Map<string, number>;
}

/** @param records in order of cause and time; the first record that positions a turn wins */
function groupRecords(records: readonly AnyRecord[]): TurnRecords {
  const positions: TurnRecords['positions'] = new Map();
  const questions: TurnRecords['questions'] = new Map();
  const replies: ReplyRecords = { begins: new Map(), parts: new Map() };
  const removed: TurnRecords['removed'] = new Map();
  const erased: TurnRecords['erased'] = new Set();
  const leftOut: TurnRecords['leftOut'] = new Map();
  const sent: TurnRecords['sent'] = new Map();
  const masked: TurnRecords['masked'] = new Map();
  const imported: TurnRecords['imported'] = new Set();
  const recordCounts: TurnRecords['recordCounts'] = new Map();
  const count = (reply: string): unknown => recordCounts.set(reply, (recordCounts.get(reply) ?? 0) + 1);
  for (const record of records) {
    switch (record.type) {
      case 'question':
        if (!questions.has(record.turn.id) && !replies.begins.has(record.turn.id)) {
          positions.set(record.turn.id, { id: record.turn.id, after: record.after, isReply: false });
          questions.set(record.turn.id, record.turn);
        }
        break;
      case 'reply':
        count(record.id);
        if (!questions.has(record.id) && !replies.begins.has(record.id)) {
          positions.set(record.id, { id: record.id, after: record.after, isReply: true });
          replies.begins.set(record.id, record);
        }
        break;
      case 'text':
      case 'state': {
        count(record.turn);
        const parts = replies.parts.get(record.turn) ?? [];
        replies.parts.set(record.turn, parts);
        parts.push(record);
        if (record.type === 'state') {
          // It says where the reply was sent until then.
          sent.delete(record.turn);
          imported.delete(record.turn);
        }
        if (!positions.has(record.turn)) {
          // Its start is missing, or it is a branch that a second window wrote.
          positions.set(record.turn, { id: record.turn, after: null, isReply: true });
        }
        break;
      }
      case 'pulse':
        count(record.turn);
        break;
      case 'erased':
        erased.add(record.turn);
        if (record.after !== undefined && !positions.has(record.turn)) {
          const { turn: id, after, isReply = false } = record;
          positions.set(id, { id, after, isReply });
        }
        break;
      case 'leaveOut':
        leftOut.set(record.turn, record.leftOut);
        break;
      case 'sent':
        for (const turn of record.turns) {
          sent.set(turn, (sent.get(turn) ?? new Set()).add(record.to));
        }
        break;
      case 'mask':
        for (const [index, turn] of record.turns.entries()) {
          const parts = masked.get(turn) ?? [];
          masked.set(turn, parts);
          for (const part of (index === 0 && record.parts) || []) {
            parts.push(part);
          }
        }
        break;
      case 'remove':
        for (const turn of record.turns) {
          removed.set(turn, record.at);
        }
        break;
      case 'restore':
        for (const turn of record.turns) {
          removed.delete(turn);
          if (record.isImported) {
            imported.add(turn);
            sent.delete(turn);
          }
        }
        break;
    }
  }
  return { positions, questions, replies, removed, erased, leftOut, sent, masked, imported, recordCounts };
}
