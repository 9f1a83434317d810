import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConversationChange, HistoryRecord } from '../../../../src/core/history/records/record.ts';
import {
  HEARTBEAT_TIMEOUT_MS,
  RepliesInOtherWindows,
} from '../../../../src/core/history/repliesInOtherWindows.ts';
import { exchange, question, text } from './changes.ts';
import { by, recordsOf, stored } from './stored.ts';

describe('a reply without an end', () => {
  const begun = by('one', exchange('q', null, 'Well').slice(0, -1));
  let now = 0;
  const watch = (): RepliesInOtherWindows => {
    now = 0;
    return new RepliesInOtherWindows(() => now);
  };
  const statuses = (replies: RepliesInOtherWindows, records = recordsOf(...begun)): string[] =>
    replies
      .turnsToShow(stored(records), () => false)
      .map((turn) => (turn.kind === 'assistant' ? turn.status : 'asked'));
  const withRecord = (writer: string, change: ConversationChange): HistoryRecord[] =>
    recordsOf(...begun, [writer, change]);

  it('is interrupted when it is first read', () => {
    assert.deepEqual(statuses(watch()), ['asked', 'interrupted']);
  });

  it('runs in another window once new text or a heartbeat is seen, until none is seen for 10 s', () => {
    for (const change of [text('q-reply', 4, ', yes'), { type: 'pulse', turn: 'q-reply' }] as const) {
      // Whatever time the record has.
      for (const later of [3_600_000, 1, 0]) {
        const records = withRecord('one', change);
        const [last, added] = records.slice(-2);
        const grown = records.with(-1, { ...added, at: (last?.at ?? 0) + later } as HistoryRecord);
        const replies = watch();
        statuses(replies);
        now = 1;
        assert.deepEqual(statuses(replies, grown), ['asked', 'streaming']);
        now = HEARTBEAT_TIMEOUT_MS;
        assert.deepEqual(statuses(replies, grown), ['asked', 'streaming']);
        // A record that is read twice is no growth.
        now++;
        assert.deepEqual(statuses(replies, [...grown, ...grown]), ['asked', 'interrupted']);
      }
    }
  });

  it('stays interrupted when something else is written to the conversation', () => {
    const replies = watch();
    statuses(replies);
    now = 1;
    assert.deepEqual(statuses(replies, withRecord('two', question('r', 'q-reply'))), [
      'asked',
      'interrupted',
      'asked',
    ]);
  });
});
