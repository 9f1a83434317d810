import { foldConversation } from '../../../../src/core/history/records/foldConversation.ts';
import { mergeRecords } from '../../../../src/core/history/records/mergeRecords.ts';
import {
  type AnyRecord,
  type ConversationChange,
  type HistoryRecord,
  RECORD_FORMAT_VERSION,
} from '../../../../src/core/history/records/record.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';

/** Turns changes into records in the given order, as if each writer had read all records before. */
export function recordsOf(
  ...written: readonly (readonly [writer: string, change: ConversationChange])[]
): HistoryRecord[] {
  const counts = new Map<string, number>();
  return written.map(([w, change], index) => {
    const n = (counts.get(w) ?? 0) + 1;
    counts.set(w, n);
    return { v: RECORD_FORMAT_VERSION, w, n, at: 1000 + index, ...change };
  });
}

/** Pairs each change with the writer. */
export function by(
  writer: string,
  changes: readonly ConversationChange[],
): (readonly [string, ConversationChange])[] {
  return changes.map((change) => [writer, change]);
}

/** Folds records, given in any order, to a conversation. */
export function stored(records: readonly AnyRecord[]): StoredConversation {
  return foldConversation('a', mergeRecords([{ writer: '', records, badLines: 0, isTorn: false }]));
}

/** Describes each turn as `id: text`, with the status of a reply unless it is finished. */
export function describeTurns({ turns }: StoredConversation): string[] {
  return turns.map((turn) => {
    const end = turn.kind === 'assistant' && turn.status !== 'finished' ? ` (${turn.status})` : '';
    return `${turn.id}: ${turn.text}${end}`;
  });
}
