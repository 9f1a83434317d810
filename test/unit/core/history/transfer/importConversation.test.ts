import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { AssistantTurn, UserTurn } from '../../../../../src/core/conversation/conversation.ts';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../../src/core/history/history.ts';
import { encodeRecord } from '../../../../../src/core/history/records/recordLine.ts';
import { importConversation } from '../../../../../src/core/history/transfer/importConversation.ts';
import type { PortableConversation } from '../../../../../src/core/history/transfer/portableConversation.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../../support/property.ts';
import { anyConversation } from '../arbitraryConversations.ts';

const ID = 'c0ffee00-0000-4000-8000-000000000000';
const ASKED = Date.UTC(2025, 0, 1);

function question(id: string, text = `What is ${id}?`): UserTurn {
  return { kind: 'user', id, text, attachments: [], at: ASKED };
}

function reply(id: string, more: Partial<AssistantTurn> = {}): AssistantTurn {
  return {
    kind: 'assistant',
    id,
    model: 'fast',
    text: `It is ${id}.`,
    status: 'finished',
    startedAt: ASKED + 1000,
    endedAt: ASKED + 2000,
    ...more,
  };
}

const CONVERSATION: PortableConversation = { id: ID, turns: [question('q1'), reply('r1')] };

describe('importing a conversation', () => {
  let folder: MemoryFolder;
  let history: History;

  beforeEach(() => {
    folder = new MemoryFolder();
    history = createHistory(folder.as('one'), { writer: 'one' });
  });

  async function bring(
    conversation: PortableConversation,
    isHandwritten = false,
  ): Promise<[outcome: string, id: string]> {
    const { outcome, id } = await importConversation(history, conversation, {
      isHandwritten,
      redact: (text) => text.replaceAll('secret', '•••'),
    });
    return [outcome, id];
  }

  async function turnsOf(id: string): Promise<unknown> {
    return (await createHistory(folder.as('two'), { writer: 'two' }).open(id))?.turns;
  }

  it('gives the same conversation, whatever is in it', async () => {
    await holds(
      fc.asyncProperty(anyConversation, async (conversation) => {
        fc.pre(conversation.turns.length > 0);
        const store = new MemoryFolder();
        await importConversation(createHistory(store.as('one'), { writer: 'one' }), conversation);
        const stored = await createHistory(store.as('two'), { writer: 'two' }).open(conversation.id);
        const { id, turns, title, model, workspace, pinned } = stored ?? assert.fail();
        assert.deepEqual(
          { id, turns, title, model, workspace, pinned },
          {
            title: undefined,
            model: undefined,
            workspace: undefined,
            pinned: false,
            ...conversation,
          },
        );
      }),
      { runs: 50 },
    );
  });

  it('is durable, and has the times at which it was said', async () => {
    assert.deepEqual(await bring(CONVERSATION), ['imported', ID]);
    assert.deepEqual(new Set(folder.durable), new Set([true]));
    const stored = await history.open(ID);
    assert.equal(stored?.createdAt, ASKED);
    assert.ok(stored.changedAt >= ASKED + 2000 && stored.changedAt < ASKED + 3000);
  });

  it('comes later than nothing that is still to be said, however late its times are', async () => {
    await bring({ id: ID, turns: [{ ...question('q1'), at: 8e15 }] });
    assert.ok(((await history.open(ID))?.changedAt ?? 8e15) < 7e15);
  });

  it('leaves what is already here, also where it has gone on', async () => {
    await bring({ id: ID, turns: [...CONVERSATION.turns, question('q2')] });
    const before = folder.count('append');
    assert.deepEqual(await bring(CONVERSATION), ['alreadyHere', ID]);
    assert.deepEqual(
      await bring({ id: ID, turns: [question('q1'), reply('r1', { text: 'It', status: 'interrupted' })] }),
      ['alreadyHere', ID],
    );
    assert.equal(folder.count('append'), before);
  });

  it('leaves what differs only in the key that was taken out of the file', async () => {
    await bring({ id: ID, turns: [question('q1', 'Is secret it?')] });
    assert.deepEqual(await bring({ id: ID, turns: [question('q1', 'Is ••• it?')] }), ['alreadyHere', ID]);
  });

  it('adds turns that are missing, each in its place', async () => {
    await bring(CONVERSATION);
    const turns = [question('q1'), reply('r1'), reply('r2', { alternativeTo: 'r1' }), question('q2')];
    assert.deepEqual(await bring({ id: ID, turns }), ['merged', ID]);
    assert.deepEqual(await turnsOf(ID), turns);
    assert.deepEqual(await bring({ id: ID, turns }), ['alreadyHere', ID]);
  });

  it('brings back turns that were taken out, and a conversation from the trash', async () => {
    await bring(CONVERSATION);
    await history.write(ID, [
      { type: 'remove', turns: ['r1'] },
      { type: 'trash', trashed: true },
    ]);
    assert.deepEqual(await bring(CONVERSATION), ['merged', ID]);
    assert.deepEqual(await turnsOf(ID), CONVERSATION.turns);
    assert.equal((await history.open(ID))?.trashedAt, undefined);
    assert.deepEqual(await bring(CONVERSATION), ['alreadyHere', ID]);
  });

  it('changes no turn that is here: where one differs, all come in as a copy, and only once', async () => {
    await bring(CONVERSATION);
    const turns = [question('q1', 'Edited'), reply('r1'), reply('r2', { alternativeTo: 'r1' })];
    const [outcome, copy] = await bring({ id: ID, turns });
    assert.equal(outcome, 'copied');
    assert.deepEqual(await turnsOf(ID), CONVERSATION.turns);
    assert.deepEqual(await turnsOf(copy), [
      { ...question(`${copy}-0`, 'Edited') },
      reply(`${copy}-1`, { text: 'It is r1.' }),
      reply(`${copy}-2`, { text: 'It is r2.', alternativeTo: `${copy}-1` }),
    ]);
    assert.deepEqual(await bring({ id: ID, turns }), ['alreadyHere', copy]);
    await history.write(copy, [{ type: 'question', turn: question('later'), after: `${copy}-2` }]);
    assert.deepEqual(await bring({ id: ID, turns }), ['alreadyHere', copy]);
  });

  it('gives ids of their own to those that no file could be named by, and to those written by hand', async () => {
    for (const id of ['../secret', 'UPPER', 'a~b', 'x'.repeat(65), '']) {
      const [outcome, own] = await bring({ ...CONVERSATION, id });
      assert.deepEqual(
        [outcome, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(own)],
        ['imported', true],
      );
      assert.deepEqual(await bring({ ...CONVERSATION, id }), ['alreadyHere', own]);
    }
    const [, own] = await bring({ id: '17', turns: [question('turn-1')] }, true);
    const later = { ...question('turn-1'), at: ASKED + 1 };
    assert.deepEqual(await bring({ id: '17', turns: [later] }, true), ['alreadyHere', own]);
  });

  it('tells where the history cannot be read, and writes nothing', async () => {
    await bring(CONVERSATION);
    history = createHistory(folder.as('three'), { writer: 'three' });
    folder.break(['list', 'read'], { message: 'the disk is gone' });
    const before = folder.count('append');
    await assert.rejects(bring(CONVERSATION), /the disk is gone/);
    assert.equal(folder.count('append'), before);
  });

  it('writes nothing into a conversation of a newer version', async () => {
    await bring(CONVERSATION);
    const newer = encodeRecord({ v: 2, w: 'later', n: 1, at: 1, type: 'pin', pinned: true });
    await folder.as('later').append(ID, newer, true);
    history = createHistory(folder.as('three'), { writer: 'three' });
    assert.deepEqual(await bring(CONVERSATION), ['alreadyHere', ID]);
    const [outcome, copy] = await bring({ id: ID, turns: [...CONVERSATION.turns, question('q2')] });
    assert.deepEqual([outcome, copy === ID], ['copied', false]);
  });

  it('is the same conversation where a question is left out in one of the two alone', async () => {
    const leftOut: PortableConversation = {
      id: ID,
      turns: [{ ...question('q1'), isLeftOut: true }, reply('r1')],
    };
    assert.deepEqual(await bring(leftOut), ['imported', ID]);
    assert.deepEqual(await bring(CONVERSATION), ['alreadyHere', ID]);
    assert.deepEqual(await turnsOf(ID), leftOut.turns, 'What was left out here is sent again');
  });
});
