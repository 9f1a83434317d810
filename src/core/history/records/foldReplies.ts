import type { AssistantTurn } from '../../conversation/conversation.ts';
import type { Gap, MergedRecords } from './mergeRecords.ts';
import type { HistoryRecord, ReplyState } from './record.ts';
import { ReplyBranches, type StateRecord, type TextRecord } from './replyBranches.ts';

type Begin = Extract<HistoryRecord, { type: 'reply' }>;
type Part = TextRecord | Extract<HistoryRecord, { type: 'state' }>;

/** What is said of replies, by the id of the reply. */
export interface ReplyRecords {
  begins: Map<string, Begin>;
  parts: Map<string, Part[]>;
}

/** A reply as its records tell it. */
export interface FoldedReply {
  turn: AssistantTurn;
  /** The reply that two windows went on with at once, where this is what the second made of it. */
  branchOf?: string;
  /** Whether its beginning is missing, and with it its place. */
  isWithoutBeginning: boolean;
  /** Whether it did not come to its end. */
  isOpen: boolean;
  isDamaged: boolean;
}

/** Makes the replies of a conversation, by their ids. */
export function foldReplies(
  { begins, parts }: ReplyRecords,
  gaps: MergedRecords['gaps'],
): Map<string, FoldedReply> {
  const folded = new Map<string, FoldedReply>();
  const add = (
    id: string,
    first: readonly StateRecord[],
    from?: { text: string; branchOf: string },
  ): void => {
    const own = parts.get(id) ?? [];
    const branches = new ReplyBranches(first, from?.text);
    for (const part of own) {
      if (part.type === 'text') {
        branches.addText(part);
      } else {
        branches.addState(part);
      }
    }
    const isWithoutBeginning = from === undefined && !begins.has(id);
    const { text, hasGap, states, others } = branches;
    // Of some there is but text.
    const state = states.at(-1)?.state ?? {
      model: '',
      status: 'interrupted' as const,
      startedAt: own[0]?.at ?? 0,
    };
    const isOpen = isUnended(state);
    folded.set(id, {
      turn: { kind: 'assistant', id, ...state, text, status: isOpen ? 'interrupted' : state.status },
      ...(from && { branchOf: from.branchOf }),
      isWithoutBeginning,
      isOpen,
      isDamaged: isWithoutBeginning || hasGap || lacksPart(begins.get(id), own, gaps),
    });
    for (const [writer, branch] of others) {
      const beside = branch.states.map((one) => ({ ...one, state: { alternativeTo: id, ...one.state } }));
      // Everyone gives it the same id, and what is said of it later finds it.
      add(`${id}~${writer}`, beside, { text: branch.text, branchOf: id });
    }
  };
  for (const [id, begin] of begins) {
    add(id, [begin]);
  }
  for (const id of parts.keys()) {
    if (!folded.has(id)) {
      add(id, []);
    }
  }
  return folded;
}

function isUnended({ status }: ReplyState): boolean {
  return status === 'waiting' || status === 'streaming';
}

/**
 * Whether records are missing between the last piece of text that a writer wrote and the end that it gave the reply:
 * more text may have been in them. Where one is missing before, the next piece shows it.
 */
function lacksPart(begin: Begin | undefined, parts: readonly Part[], gaps: MergedRecords['gaps']): boolean {
  return [...gaps].some(([writer, missing]) => {
    if (missing.length === 0) {
      return false;
    }
    const own = parts.filter(({ w }) => w === writer);
    const last = own.findLastIndex(({ type }) => type === 'text');
    const end = own.find((part, index) => index > last && part.type === 'state' && !isUnended(part.state));
    const from = own[last]?.n ?? (begin?.w === writer ? begin.n : own[0]?.n);
    return from !== undefined && hasGapBetween(missing, from, end?.n ?? Number.POSITIVE_INFINITY);
  });
}

function hasGapBetween(gaps: readonly Gap[], from: number, to: number): boolean {
  return gaps.some((gap) => gap.from > from && gap.to <= to);
}
