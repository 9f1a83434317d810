import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConversationChange, HistoryRecord } from '../../../../src/core/history/records/record.ts';
import {
  FIRST_HEARTBEAT_TIMEOUT_MS,
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
  const statuses = (
    replies: RepliesInOtherWindows,
    records = recordsOf(...begun),
    isOnlyHere = false,
  ): string[] =>
    replies
      .turnsToShow({ ...stored(records), isOnlyHere }, () => false)
      .map((turn) => (turn.kind === 'assistant' ? turn.status : 'asked'));
  const withRecord = (writer: string, change: ConversationChange): HistoryRecord[] =>
    recordsOf(...begun, [writer, change]);

  it('is taken to run when it is first read, until it has not grown for 5 s', () => {
    const replies = watch();
    assert.deepEqual(statuses(replies), ['asked', 'streaming']);
    assert.equal(replies.silentInMs, FIRST_HEARTBEAT_TIMEOUT_MS);
    now = FIRST_HEARTBEAT_TIMEOUT_MS - 1;
    assert.deepEqual(statuses(replies), ['asked', 'streaming']);
    assert.equal(replies.silentInMs, 1);
    now++;
    assert.deepEqual(statuses(replies), ['asked', 'interrupted']);
    assert.equal(replies.silentInMs, undefined);
  });

  it('is interrupted when it is first read if no other window is open, unless it grows all the same', () => {
    const replies = watch();
    assert.deepEqual(statuses(replies, recordsOf(...begun), true), ['asked', 'interrupted']);
    const grown = withRecord('one', { type: 'pulse', turn: 'q-reply' });
    assert.deepEqual(statuses(replies, grown, true), ['asked', 'streaming']);
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

  it('is not taken to run on because something else is written to the conversation', () => {
    const replies = watch();
    statuses(replies);
    now = FIRST_HEARTBEAT_TIMEOUT_MS;
    assert.deepEqual(statuses(replies, withRecord('two', question('r', 'q-reply'))), [
      'asked',
      'interrupted',
      'asked',
    ]);
  });
});
