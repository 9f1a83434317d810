import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { AssistantTurn, Turn, UserTurn } from '../../../../../src/core/conversation/conversation.ts';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import { SYSTEM_CLOCK, TimeSlicer } from '../../../../../src/core/history/files/historyClock.ts';
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

/** The turns as they are stored: sent nowhere, whatever the file says. */
function imported(turns: readonly Turn[]): Turn[] {
  return turns.map((turn) => ({ ...turn, sentTo: [] }));
}

const CONVERSATION: PortableConversation = { id: ID, turns: [question('q1'), reply('r1')] };

describe('an imported conversation', () => {
  let folder: MemoryFolder;
  let history: History;

  beforeEach(() => {
    folder = new MemoryFolder();
    history = createHistory(folder.as('one'), { writer: 'one' });
  });

  async function importOne(conversation: PortableConversation): Promise<[outcome: string, id: string]> {
    const { outcome, id } = await importConversation(history, conversation, {
      redact: (text) => text.replaceAll('secret', '•••'),
      slicer: new TimeSlicer(SYSTEM_CLOCK),
    });
    return [outcome, id];
  }

  async function turnsOf(id: string): Promise<unknown> {
    return (await createHistory(folder.as('two'), { writer: 'two' }).open(id))?.turns;
  }

  it('is the same, whatever it contains', async () => {
    await holds(
      fc.asyncProperty(anyConversation, async (conversation) => {
        fc.pre(conversation.turns.length > 0);
        const store = new MemoryFolder();
        await importConversation(createHistory(store.as('one'), { writer: 'one' }), conversation, {
          redact: (text) => text,
          slicer: new TimeSlicer(SYSTEM_CLOCK),
        });
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
            turns: imported(conversation.turns),
          },
        );
      }),
      { runs: 50 },
    );
  });

  it('is written durably, with its original times', async () => {
    assert.deepEqual(await importOne(CONVERSATION), ['imported', ID]);
    assert.deepEqual(new Set(folder.durable), new Set([true]));
    const stored = await history.open(ID);
    assert.equal(stored?.createdAt, ASKED);
    assert.ok(stored.changedAt >= ASKED + 2000 && stored.changedAt < ASKED + 3000);
  });

  it('is not more recent than later changes, even if its times are in the future', async () => {
    await importOne({ id: ID, turns: [{ ...question('q1'), at: 8e15 }] });
    assert.ok(((await history.open(ID))?.changedAt ?? 8e15) < 7e15);
  });

  it('is not written if it is already here, even if it was continued', async () => {
    await importOne({ id: ID, turns: [...CONVERSATION.turns, question('q2')] });
    const before = folder.count('append');
    assert.deepEqual(await importOne(CONVERSATION), ['alreadyHere', ID]);
    assert.deepEqual(
      await importOne({
        id: ID,
        turns: [question('q1'), reply('r1', { text: 'It', status: 'interrupted' })],
      }),
      ['alreadyHere', ID],
    );
    assert.equal(folder.count('append'), before);
  });

  it('is not written if it differs only by the masked key', async () => {
    await importOne({ id: ID, turns: [question('q1', 'Is secret it?')] });
    assert.deepEqual(await importOne({ id: ID, turns: [question('q1', 'Is ••• it?')] }), ['alreadyHere', ID]);
  });

  it('adds missing turns at their position', async () => {
    await importOne(CONVERSATION);
    const turns = [question('q1'), reply('r1'), reply('r2', { alternativeTo: 'r1' }), question('q2')];
    assert.deepEqual(await importOne({ id: ID, turns }), ['merged', ID]);
    assert.deepEqual(await turnsOf(ID), imported(turns));
    assert.deepEqual(await importOne({ id: ID, turns }), ['alreadyHere', ID]);
  });

  it('has been sent nowhere and is not masked, whatever the file says', async () => {
    const turns = [
      { ...question('q1'), sentTo: ['one'], isMasked: true } as const,
      reply('r1', { sentTo: ['one'] }),
    ];
    await importOne({ id: ID, turns });
    assert.deepEqual(await turnsOf(ID), imported([question('q1'), reply('r1')]));
    // What was sent since is the same turn.
    await history.write(ID, [{ type: 'sent', turns: ['q1'], to: 'two' }]);
    assert.deepEqual(await importOne({ id: ID, turns }), ['alreadyHere', ID]);
  });

  it('restores removed turns, and a conversation in the trash', async () => {
    await importOne(CONVERSATION);
    await history.write(ID, [
      { type: 'sent', turns: ['r1'], to: 'one' },
      { type: 'remove', turns: ['r1'] },
      { type: 'trash', trashed: true },
    ]);
    assert.deepEqual(await importOne(CONVERSATION), ['merged', ID]);
    assert.deepEqual(await turnsOf(ID), imported(CONVERSATION.turns));
    assert.equal((await history.open(ID))?.trashedAt, undefined);
    assert.deepEqual(await importOne(CONVERSATION), ['alreadyHere', ID]);
  });

  it('does not change existing turns: if one differs, it becomes a copy, and only once', async () => {
    await importOne(CONVERSATION);
    const turns = [question('q1', 'Edited'), reply('r1'), reply('r2', { alternativeTo: 'r1' })];
    const [outcome, copy] = await importOne({ id: ID, turns });
    assert.equal(outcome, 'copied');
    assert.deepEqual(await turnsOf(ID), imported(CONVERSATION.turns));
    assert.deepEqual(
      await turnsOf(copy),
      imported([
        question(`${copy}-0`, 'Edited'),
        reply(`${copy}-1`, { text: 'It is r1.' }),
        reply(`${copy}-2`, { text: 'It is r2.', alternativeTo: `${copy}-1` }),
      ]),
    );
    assert.deepEqual(await importOne({ id: ID, turns }), ['alreadyHere', copy]);
    await history.write(copy, [{ type: 'question', turn: question('later'), after: `${copy}-2` }]);
    assert.deepEqual(await importOne({ id: ID, turns }), ['alreadyHere', copy]);
  });

  it("gets a new id if its id can't be part of a file name", async () => {
    for (const id of ['../secret', 'UPPER', 'a~b', 'x'.repeat(65), '']) {
      const [outcome, own] = await importOne({ ...CONVERSATION, id });
      assert.deepEqual(
        [outcome, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(own)],
        ['imported', true],
      );
      assert.deepEqual(await importOne({ ...CONVERSATION, id }), ['alreadyHere', own]);
    }
  });

  it("rejects if the history can't be read, and writes nothing", async () => {
    await importOne(CONVERSATION);
    history = createHistory(folder.as('three'), { writer: 'three' });
    folder.break(['list', 'read'], { message: 'the disk is gone' });
    const before = folder.count('append');
    await assert.rejects(importOne(CONVERSATION), /the disk is gone/);
    assert.equal(folder.count('append'), before);
  });

  it('is not written to a conversation of a newer version', async () => {
    await importOne(CONVERSATION);
    const newer = encodeRecord({ v: 2, w: 'later', n: 1, at: 1, type: 'pin', pinned: true });
    await folder.as('later').append(ID, newer, true);
    history = createHistory(folder.as('three'), { writer: 'three' });
    assert.deepEqual(await importOne(CONVERSATION), ['alreadyHere', ID]);
    const [outcome, copy] = await importOne({ id: ID, turns: [...CONVERSATION.turns, question('q2')] });
    assert.deepEqual([outcome, copy === ID], ['copied', false]);
  });

  it('is the same conversation if a question is left out in only one of the two', async () => {
    const leftOut: PortableConversation = {
      id: ID,
      turns: [{ ...question('q1'), isLeftOut: true }, reply('r1')],
    };
    assert.deepEqual(await importOne(leftOut), ['imported', ID]);
    assert.deepEqual(await importOne(CONVERSATION), ['alreadyHere', ID]);
    assert.deepEqual(
      await turnsOf(ID),
      imported(leftOut.turns),
      'a question that was left out here is sent again',
    );
  });
});
