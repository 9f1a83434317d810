import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from '../../../../src/core/history/records/record.ts';
import { RepliesElsewhere, SILENCE_OF_THE_DEAD } from '../../../../src/core/history/repliesElsewhere.ts';
import { exchange, question, text } from './changes.ts';
import { by, recordsOf, stored } from './stored.ts';

describe('a reply without an end', () => {
  const begun = by('one', exchange('q', null, 'Well').slice(0, -1));
  const look = (elsewhere: RepliesElsewhere, now: number, ...more: (readonly [string, Change])[]) =>
    elsewhere
      .shown(stored(recordsOf(...begun, ...more)), () => false, now)
      .map((turn) => (turn.kind === 'assistant' ? turn.status : 'asked'));

  it('was broken off, as far as one look can tell', () => {
    assert.deepEqual(look(new RepliesElsewhere(), 0), ['asked', 'interrupted']);
  });

  it('runs elsewhere once it is seen to grow or to be alive, until it is silent for long', () => {
    for (const sign of [text('q-reply', 4, ', yes'), { type: 'pulse', turn: 'q-reply' }] as const) {
      const elsewhere = new RepliesElsewhere();
      look(elsewhere, 0);
      assert.deepEqual(look(elsewhere, 1, ['one', sign]), ['asked', 'streaming']);
      assert.deepEqual(look(elsewhere, SILENCE_OF_THE_DEAD, ['one', sign]), ['asked', 'streaming']);
      assert.deepEqual(look(elsewhere, SILENCE_OF_THE_DEAD + 1, ['one', sign]), ['asked', 'interrupted']);
    }
  });

  it('stays broken off when something else is said in the conversation', () => {
    const elsewhere = new RepliesElsewhere();
    look(elsewhere, 0);
    assert.deepEqual(look(elsewhere, 1, ['two', question('r', 'q-reply')]), [
      'asked',
      'interrupted',
      'asked',
    ]);
  });
});
