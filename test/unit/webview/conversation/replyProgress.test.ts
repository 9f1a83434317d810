import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantTurnView } from '../../../../src/protocol/conversation.ts';
import {
  formatReplyProgress,
  type ReplyProgress,
} from '../../../../src/webview/conversation/replyProgress.ts';
import { growing } from '../../../panel/samples.ts';
import { STRINGS } from '../../../panel/strings.ts';

/** The line so many ms after the start of a reply. */
function line(after: number, turn: Partial<AssistantTurnView>, textCameAfter = after): ReplyProgress {
  const times = {
    elapsedMs: after,
    stalledMs: after - textCameAfter,
    waitLeftMs: (turn.wait?.remainingMs ?? 0) - after,
  };
  return formatReplyProgress(growing('', turn), times, STRINGS);
}

function said(after: number, turn: Partial<AssistantTurnView>, textCameAfter = after): string {
  return line(after, turn, textCameAfter).text;
}

const WAITING = { status: 'waiting' } as const;
const HELD = { ...WAITING, wait: { message: 'In line; next in {0}.', remainingMs: 100_000 } };

test('waiting is called long after a quarter of a minute', () => {
  assert.equal(said(0, WAITING), 'Waiting… 0 s');
  assert.equal(said(14_999, WAITING), 'Waiting… 14 s');
  assert.equal(said(15_000, WAITING), 'Still waiting… 15 s');
  assert.equal(said(90_999, WAITING), 'Still waiting… 90 s');
  assert.equal(said(91_000, WAITING), 'Still waiting… 1 min 31 s');
});

test('a pause in the text is told after ten seconds', () => {
  assert.equal(said(60_000, {}, 50_001), 'Writing… 60 s');
  assert.equal(said(60_000, {}, 48_000), 'Writing… 60 s, idle for 12 s');
  assert.equal(said(300_000, {}, 100_000), 'Writing… 5 min 0 s, idle for 3 min 20 s');
});

test('a request that is held back says how long, to its last second', () => {
  assert.equal(said(0, HELD), 'In line; next in 1 min 40 s.');
  assert.equal(said(9999, HELD), 'In line; next in 1 min 31 s.');
  assert.equal(said(10_000, HELD), 'In line; next in 90 s.');
  assert.equal(said(99_999, HELD), 'In line; next in 1 s.');
});

test('when its time is over it is waiting again, until the host tells more', () => {
  assert.equal(said(100_000, HELD), 'Still waiting… 1 min 40 s');
  assert.equal(said(5000, { ...HELD, wait: { message: '{0}', remainingMs: 5000 } }), 'Waiting… 5 s');
});

for (const turn of [WAITING, HELD, {}]) {
  test(`the text stays as it is until it is said to change: ${JSON.stringify(turn)}`, () => {
    for (let after = 0; after < 40_000; ) {
      const { text, nextChangeMs } = line(after, turn, 0);
      assert.ok(nextChangeMs > 0 && nextChangeMs <= 1000, String(nextChangeMs));
      assert.equal(said(after + nextChangeMs - 1, turn, 0), text);
      assert.notEqual(said(after + nextChangeMs, turn, 0), text);
      after += nextChangeMs === 1000 ? 377 : nextChangeMs;
    }
  });
}
