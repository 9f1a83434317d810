import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { conversationsIn, exportedJson } from '../../../../support/exportedJson.ts';
import { holds } from '../../../../support/property.ts';
import { ANCHOR, attachment } from '../../support.ts';
import { anyConversation } from '../arbitraryConversations.ts';

function file(conversations: unknown, more: object = {}): string {
  return JSON.stringify({ format: 'assistant-chat-conversations', version: 1, conversations, ...more });
}

describe('exported JSON', () => {
  it('restores any number of conversations exactly, whatever they contain', async () => {
    await holds(
      fc.asyncProperty(fc.array(anyConversation, { maxLength: 3 }), async (conversations) => {
        assert.deepEqual(
          await conversationsIn(await exportedJson(conversations)),
          conversations.map((conversation) => ({ conversation })),
        );
      }),
    );
  });

  it('keeps where a selection was', async () => {
    const turn = {
      kind: 'user',
      id: 'q',
      text: '',
      at: 0,
      attachments: [attachment({ anchor: ANCHOR })],
    } as const;
    const [kept] = await conversationsIn(await exportedJson([{ id: 'c', turns: [turn] }]));
    assert.deepEqual(kept, { conversation: { id: 'c', turns: [turn] } });
  });

  it('starts with the format and is indented', async () => {
    const text = await exportedJson([{ id: 'c', turns: [] }]);
    assert.equal(text, `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    assert.match(text, /^\{\n {2}"format": "assistant-chat-conversations",\n {2}"version": 1,\n/);
  });

  it('is read conversation by conversation: an invalid one is located, and the others are imported', async () => {
    const turn = { kind: 'user', id: 'q', text: 'a', attachments: [], at: 0 };
    assert.deepEqual(
      await conversationsIn(
        file([
          { id: 'a', turns: [turn, { ...turn, text: 1 }] },
          { id: '', turns: [] },
          null,
          { id: 'b', turns: [turn], later: true },
        ]),
      ),
      [
        { issue: { kind: 'badConversation', where: 'conversations[0].turns[1]' } },
        { issue: { kind: 'badConversation', where: 'conversations[1].id' } },
        { issue: { kind: 'badConversation', where: 'conversations[2]' } },
        { conversation: { id: 'b', turns: [turn] } },
      ],
    );
  });

  it('is rejected if it has another format or a newer version', async () => {
    assert.deepEqual(await conversationsIn('{'), [{ issue: { kind: 'notJson' } }]);
    for (const other of ['null', '[]', '{}', '"a"', file({}), file([], { version: '1' })]) {
      assert.deepEqual(await conversationsIn(other), [{ issue: { kind: 'otherFormat' } }]);
    }
    assert.deepEqual(await conversationsIn(file('by other rules', { version: 2 })), [
      { issue: { kind: 'newer' } },
    ]);
  });

  it('reads a running reply as an interrupted one', async () => {
    const turn = { kind: 'assistant', id: 'r', model: 'm', text: 'a', status: 'streaming', startedAt: 0 };
    const [found] = await conversationsIn(file([{ id: 'a', turns: [turn] }]));
    assert.ok(found !== undefined && 'conversation' in found);
    assert.deepEqual(found.conversation.turns, [{ ...turn, status: 'interrupted' }]);
  });

  it('has unique ids and no comparison with a reply that is not there, however someone edited it', async () => {
    const reply = { kind: 'assistant', model: 'm', text: 'a', status: 'finished', startedAt: 0 };
    const turns = [
      { ...reply, id: 'r' },
      { ...reply, id: 'r' },
      { ...reply, id: 's', alternativeTo: 'gone' },
    ];
    const [found] = await conversationsIn(file([{ id: 'a', turns }]));
    assert.ok(found !== undefined && 'conversation' in found);
    assert.deepEqual(found.conversation.turns, [
      { ...reply, id: 'r' },
      { ...reply, id: 'r (2)' },
      { ...reply, id: 's' },
    ]);
  });
});
