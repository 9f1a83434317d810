import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantTurnView } from '../../../../src/protocol/conversation.ts';
import {
  formatReplyProgress,
  type ReplyProgress,
} from '../../../../src/webview/conversation/replyProgress.ts';
import { growing } from '../../../panel/samples.ts';

/** Progress of a reply `after` ms from its start. */
function progress(after: number, turn: Partial<AssistantTurnView>, lastTextAfter = after): ReplyProgress {
  const times = {
    elapsedMs: after,
    stalledMs: after - lastTextAfter,
    waitLeftMs: (turn.wait?.remainingMs ?? 0) - after,
  };
  return formatReplyProgress(growing('', turn), times);
}

function progressText(after: number, turn: Partial<AssistantTurnView>, lastTextAfter = after): string {
  return progress(after, turn, lastTextAfter).text;
}

const WAITING = { status: 'waiting' } as const;
const DELAYED = { ...WAITING, wait: { message: 'In line; next in {0}.', remainingMs: 100_000 } };

test('after 15 s without text, the progress says that the reply is still awaited', () => {
  assert.equal(progressText(0, WAITING), 'Waiting… 0 s');
  assert.equal(progressText(14_999, WAITING), 'Waiting… 14 s');
  assert.equal(progressText(15_000, WAITING), 'Still waiting… 15 s');
  assert.equal(progressText(90_999, WAITING), 'Still waiting… 90 s');
  assert.equal(progressText(91_000, WAITING), 'Still waiting… 1 min 31 s');
});

test('a pause in the text of a reply is shown after 10 s', () => {
  assert.equal(progressText(60_000, {}, 50_001), 'Writing… 60 s');
  assert.equal(progressText(60_000, {}, 48_000), 'Writing… 60 s, idle for 12 s');
  assert.equal(progressText(300_000, {}, 100_000), 'Writing… 5 min 0 s, idle for 3 min 20 s');
});

test('a delayed request shows the remaining time down to the last second', () => {
  assert.equal(progressText(0, DELAYED), 'In line; next in 1 min 40 s.');
  assert.equal(progressText(9999, DELAYED), 'In line; next in 1 min 31 s.');
  assert.equal(progressText(10_000, DELAYED), 'In line; next in 90 s.');
  assert.equal(progressText(99_999, DELAYED), 'In line; next in 1 s.');
});

test('when a delay is over, the progress shows the elapsed time again', () => {
  assert.equal(progressText(100_000, DELAYED), 'Still waiting… 1 min 40 s');
  assert.equal(
    progressText(5000, { ...DELAYED, wait: { message: '{0}', remainingMs: 5000 } }),
    'Waiting… 5 s',
  );
});

for (const turn of [WAITING, DELAYED, {}]) {
  test(`the progress text changes exactly after nextChangeMs: ${JSON.stringify(turn)}`, () => {
    for (let after = 0; after < 40_000; ) {
      const { text, nextChangeMs } = progress(after, turn, 0);
      assert.ok(nextChangeMs > 0 && nextChangeMs <= 1000, String(nextChangeMs));
      assert.equal(progressText(after + nextChangeMs - 1, turn, 0), text);
      assert.notEqual(progressText(after + nextChangeMs, turn, 0), text);
      after += nextChangeMs === 1000 ? 377 : nextChangeMs;
    }
  });
}
