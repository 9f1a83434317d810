import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baselineTokens } from '../../../../src/core/contextWindow/baselineTokens.ts';
import { TurnTokenCache } from '../../../../src/core/contextWindow/turnTokenCache.ts';
import type { Turn } from '../../../../src/core/conversation/conversation.ts';
import { watchedTurns } from '../../../support/watchedTurns.ts';

function exchange(index: number): Turn[] {
  return [
    { kind: 'user', id: `q${index}`, text: `Why ${index}?`, attachments: [], at: 0 },
    {
      kind: 'assistant',
      id: `a${index}`,
      model: 'any',
      text: `Because of ${index}.`,
      status: 'finished',
      startedAt: 0,
    },
  ];
}

const TURNS = [0, 1, 2].flatMap(exchange);

describe('TurnTokenCache', () => {
  it('lists the turns that are sent, without the oldest exchanges', () => {
    const [first, ...rest] = TURNS;
    assert.ok(first?.kind === 'user');
    const known = new TurnTokenCache().get([{ ...first, isLeftOut: true }, ...rest]);
    assert.deepEqual(known.questionIds, ['q1', 'q2']);
    const expected = rest.slice(1).map(({ id, text }) => ({ id, baselineTokens: baselineTokens(text) + 4 }));
    assert.deepEqual(known.withoutOldest(0), expected);
    assert.deepEqual(known.withoutOldest(1), expected.slice(2));
    assert.deepEqual(known.withoutOldest(2), []);
  });

  it('returns the same list again without reading the turns', () => {
    const cache = new TurnTokenCache();
    const { turns, reads } = watchedTurns(TURNS);
    const lists = [0, 1, 2, 3].map((leftOut) => cache.get(turns).withoutOldest(leftOut));
    const counted = cache.get(turns).countedBy('any');
    const before = reads();
    assert.ok(before > 0);
    for (const [leftOut, list] of lists.entries()) {
      assert.equal(cache.get([...turns]).withoutOldest(leftOut), list);
    }
    assert.equal(cache.get([...turns]).countedBy('any'), counted);
    assert.equal(reads(), before);
  });

  it('reads each turn once, and builds a new list if turns differ', () => {
    const cache = new TurnTokenCache();
    const { turns, texts } = watchedTurns(TURNS);
    const firstTurns = turns.slice(0, 4);
    const short = cache.get(firstTurns).withoutOldest(0);
    const before = texts();
    firstTurns.push(...exchange(9));
    assert.equal(cache.get(firstTurns).withoutOldest(0).length, short.length + 2);
    assert.ok(texts() <= before + firstTurns.length, 'Reads more than whether replies have text');
    assert.equal(short.length, 4);
    assert.equal(cache.get(firstTurns.slice(2)).withoutOldest(0).length, 4);
  });
});
