import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldRoles } from '../../../../src/client/transport/requestShape.ts';
import type { Message } from '../../../../src/contract/chatRequest.ts';
import { holds } from '../../../support/property.ts';
import { FOLLOW_UP, QUESTION } from '../connect.ts';

test('a conversation is folded into a transcript that ends with the question', () => {
  assert.deepEqual(foldRoles(FOLLOW_UP.messages), [
    {
      role: 'user',
      content: [
        'The conversation so far:',
        'User:\nWhat is this?',
        'Assistant:\nA clock.',
        'The next question:\nWho made it?',
      ].join('\n\n'),
    },
  ]);
});

test('messages without an assistant turn are not changed', () => {
  assert.deepEqual(foldRoles(QUESTION.messages), QUESTION.messages);
});

test('a transcript that ends with the assistant has no question', () => {
  const [message] = foldRoles(FOLLOW_UP.messages.slice(0, 2));
  assert.match(message?.content ?? '', /Assistant:\nA clock\.$/);
});

test('folding keeps every text unchanged and in order, with the question last', async () => {
  const message = fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string() });
  await holds(
    fc.property(fc.array(message, { minLength: 1, maxLength: 8 }), fc.string(), (earlier, question) => {
      const messages: Message[] = [
        ...earlier,
        { role: 'assistant', content: 'x' },
        { role: 'user', content: question },
      ];
      const folded = foldRoles(messages);
      assert.equal(folded.length, 1);
      const [{ role, content } = { role: '', content: '' }] = folded;
      assert.equal(role, 'user');
      assert.ok(content.endsWith(`\n${question}`));
      let from = 0;
      for (const original of messages) {
        const at = content.indexOf(original.content, from);
        assert.ok(at >= 0);
        from = at + original.content.length;
      }
    }),
  );
});
