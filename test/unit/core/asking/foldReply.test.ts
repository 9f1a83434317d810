import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldReply } from '../../../../src/core/asking/foldReply.ts';
import type { AssistantTurn } from '../../../../src/core/conversation/conversation.ts';

const WAITING: AssistantTurn = {
  kind: 'assistant',
  id: 'a',
  model: 'assistant-haiku',
  text: '',
  status: 'waiting',
  startedAt: 1,
};

test('foldReply records the types of parts other than text in order, and keeps the text', () => {
  const events = [
    { type: 'leftOut', what: 'thinking' },
    { type: 'text', text: 'a' },
    { type: 'leftOut', what: 'image' },
    { type: 'finished' },
  ] as const;
  const turn = events.reduce((before: AssistantTurn, event) => foldReply(before, event, 2), WAITING);
  assert.deepEqual(turn, {
    ...WAITING,
    text: 'a',
    leftOut: ['thinking', 'image'],
    status: 'finished',
    endedAt: 2,
  });
});

test('foldReply starts a reply with a part other than text', () => {
  assert.equal(foldReply(WAITING, { type: 'leftOut', what: 'thinking' }, 2).status, 'streaming');
});
