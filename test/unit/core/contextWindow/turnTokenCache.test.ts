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

const TALK = [0, 1, 2].flatMap(exchange);

describe('the messages that turns become', () => {
  it('are those of the questions that go along, without the oldest ones and their replies', () => {
    const [first, ...rest] = TALK;
    assert.ok(first?.kind === 'user');
    const known = new TurnTokenCache().get([{ ...first, isLeftOut: true }, ...rest]);
    assert.deepEqual(known.questionIds, ['q1', 'q2']);
    const messages = rest.slice(1).map(({ id, text }) => ({ id, baselineTokens: baselineTokens(text) + 4 }));
    assert.deepEqual(known.withoutOldest(0), messages);
    assert.deepEqual(known.withoutOldest(1), messages.slice(2));
    assert.deepEqual(known.withoutOldest(2), []);
  });

  it('are made once, as the same list, and nothing is read of turns that were looked at', () => {
    const messages = new TurnTokenCache();
    const { turns, reads } = watchedTurns(TALK);
    const lists = [0, 1, 2, 3].map((leftOut) => messages.get(turns).withoutOldest(leftOut));
    const counted = messages.get(turns).countedBy('any');
    const before = reads();
    assert.ok(before > 0);
    for (const [leftOut, list] of lists.entries()) {
      assert.equal(messages.get([...turns]).withoutOldest(leftOut), list);
    }
    assert.equal(messages.get([...turns]).countedBy('any'), counted);
    assert.equal(reads(), before);
  });

  it('are read of a turn once, whatever comes behind it, and made anew where turns differ', () => {
    const messages = new TurnTokenCache();
    const { turns, texts } = watchedTurns(TALK);
    const talk = turns.slice(0, 4);
    const short = messages.get(talk).withoutOldest(0);
    const before = texts();
    talk.push(...exchange(9));
    assert.equal(messages.get(talk).withoutOldest(0).length, short.length + 2);
    assert.ok(texts() <= before + talk.length, 'No more than whether there is any');
    assert.equal(short.length, 4);
    assert.equal(messages.get(talk.slice(2)).withoutOldest(0).length, 4);
  });
});
