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
  const look = (
    elsewhere: RepliesInOtherWindows,
    now: number,
    ...more: (readonly [string, ConversationChange])[]
  ) =>
    elsewhere
      .turnsToShow(stored(recordsOf(...begun, ...more)), () => false, now)
      .map((turn) => (turn.kind === 'assistant' ? turn.status : 'asked'));

  it('was broken off, as far as one look can tell', () => {
    assert.deepEqual(look(new RepliesInOtherWindows(), 0), ['asked', 'interrupted']);
  });

  it('runs elsewhere once it is seen to grow or to be alive, until it is silent for long', () => {
    for (const sign of [text('q-reply', 4, ', yes'), { type: 'pulse', turn: 'q-reply' }] as const) {
      const elsewhere = new RepliesInOtherWindows();
      look(elsewhere, 0);
      assert.deepEqual(look(elsewhere, 1, ['one', sign]), ['asked', 'streaming']);
      assert.deepEqual(look(elsewhere, HEARTBEAT_TIMEOUT_MS, ['one', sign]), ['asked', 'streaming']);
      assert.deepEqual(look(elsewhere, HEARTBEAT_TIMEOUT_MS + 1, ['one', sign]), ['asked', 'interrupted']);
    }
  });

  it('stays broken off when something else is said in the conversation', () => {
    const elsewhere = new RepliesInOtherWindows();
    look(elsewhere, 0);
    assert.deepEqual(look(elsewhere, 1, ['two', question('r', 'q-reply')]), [
      'asked',
      'interrupted',
      'asked',
    ]);
  });
});
