import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConversationChange } from '../../../../src/core/history/records/record.ts';
import {
  HEARTBEAT_TIMEOUT_MS,
  RepliesInOtherWindows,
} from '../../../../src/core/history/repliesInOtherWindows.ts';
import { exchange, question, text } from './changes.ts';
import { by, recordsOf, stored } from './stored.ts';

describe('a reply without an end', () => {
  const begun = by('one', exchange('q', null, 'Well').slice(0, -1));
  const statuses = (
    replies: RepliesInOtherWindows,
    now: number,
    ...more: (readonly [string, ConversationChange])[]
  ) =>
    replies
      .turnsToShow(stored(recordsOf(...begun, ...more)), () => false, now)
      .map((turn) => (turn.kind === 'assistant' ? turn.status : 'asked'));

  it('is interrupted when it is first read', () => {
    assert.deepEqual(statuses(new RepliesInOtherWindows(), 0), ['asked', 'interrupted']);
  });

  it('runs in another window once new text or a heartbeat is seen, until none is seen for 10 s', () => {
    for (const record of [text('q-reply', 4, ', yes'), { type: 'pulse', turn: 'q-reply' }] as const) {
      const replies = new RepliesInOtherWindows();
      statuses(replies, 0);
      assert.deepEqual(statuses(replies, 1, ['one', record]), ['asked', 'streaming']);
      assert.deepEqual(statuses(replies, HEARTBEAT_TIMEOUT_MS, ['one', record]), ['asked', 'streaming']);
      assert.deepEqual(statuses(replies, HEARTBEAT_TIMEOUT_MS + 1, ['one', record]), [
        'asked',
        'interrupted',
      ]);
    }
  });

  it('stays interrupted when something else is written to the conversation', () => {
    const replies = new RepliesInOtherWindows();
    statuses(replies, 0);
    assert.deepEqual(statuses(replies, 1, ['two', question('r', 'q-reply')]), [
      'asked',
      'interrupted',
      'asked',
    ]);
  });
});
