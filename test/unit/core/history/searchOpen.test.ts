import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Conversation } from '../../../../src/core/conversation.ts';
import { searchOpen } from '../../../../src/core/history/searchOpen.ts';

function conversation(id: string, question: string, answer: string): Conversation {
  return {
    id,
    turns: [
      { kind: 'user', id: `${id}-asked`, text: question, attachments: [], at: 1 },
      {
        kind: 'assistant',
        id: `${id}-said`,
        model: 'm',
        text: answer,
        status: 'finished',
        startedAt: 2,
      },
    ],
  };
}

const CONVERSATIONS = [
  conversation('units', 'Which units are there?', 'Seconds and MÍNUTES.'),
  conversation('other', 'What now?', 'Wait a minute.'),
];

test('every word must be there, in whichever turn and case', () => {
  const { hits, total } = searchOpen(CONVERSATIONS, 'minute units', { limit: 10 });
  assert.equal(total, 1);
  assert.deepEqual([hits[0]?.conversation, hits[0]?.title], ['units', 'Which units are there?']);
});

test('a hit names the turn, and where in its snippet the word stands', () => {
  const [hit] = searchOpen(CONVERSATIONS, 'wait', { limit: 10 }).hits;
  const [start = 0, end = 0] = hit?.ranges[0] ?? [];
  assert.deepEqual([hit?.turn, hit?.snippet.slice(start, end)], ['other-said', 'Wait']);
});

test('no more than asked for are told, and all are counted; those that are not wanted are neither', () => {
  const { hits, total } = searchOpen(CONVERSATIONS, 'minute', { limit: 1 });
  assert.deepEqual([hits.length, total], [1, 2]);
  const wanted = searchOpen(CONVERSATIONS, 'minute', { limit: 10, isWanted: (id) => id === 'other' });
  assert.deepEqual(
    wanted.hits.map((hit) => hit.conversation),
    ['other'],
  );
  assert.equal(searchOpen(CONVERSATIONS, '  ', { limit: 10 }).total, 0);
});
