import { joinBytes } from '../../../base/joinBytes.ts';
import type { AnyRecord, HistoryRecord } from './record.ts';
import { encodeRecord } from './recordLine.ts';

/**
 * Removes the content of turns from the records of a file. The records stay, since they are numbered, and so does the
 * position of the turns, which later ones follow.
 *
 * @returns the new content of the file; `undefined` if it has nothing of these turns, or something unknown
 */
export function eraseTurns(
  records: readonly AnyRecord[],
  turns: ReadonlySet<string>,
): Uint8Array | undefined {
  const known = records.filter((record) => record.type !== 'unknown');
  const erased = known.map((record) => eraseTurn(record, turns));
  return known.length < records.length || erased.every((record, index) => record === known[index])
    ? undefined
    : joinBytes(erased.map(encodeRecord));
}

function eraseTurn(record: HistoryRecord, turns: ReadonlySet<string>): HistoryRecord {
  const { v, w, n, at } = record;
  const erased = (turn: string, position?: { after: string | null; isReply?: true }): HistoryRecord =>
    turns.has(turn) ? { v, w, n, at, type: 'erased', turn, ...position } : record;
  switch (record.type) {
    case 'question':
      return erased(record.turn.id, { after: record.after });
    case 'reply':
      return erased(record.id, { after: record.after, isReply: true });
    case 'text':
    case 'state':
      return erased(record.turn);
    default:
      return record;
  }
}
