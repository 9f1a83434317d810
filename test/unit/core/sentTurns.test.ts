import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import { GO_ON } from '../../../src/core/continuation.ts';
import type { Turn } from '../../../src/core/conversation.ts';
import { copies, forkAfter } from '../../../src/core/exchange.ts';
import { sentTurns } from '../../../src/core/sentTurns.ts';
import { tellChanges } from '../../../src/core/turnChanges.ts';
import { type Recorded, record, said } from './support.ts';

const BY = { model: 'assistant-haiku' };

/** A conversation of three questions, the first of them left out. */
async function asked(...later: Parameters<typeof record>): Promise<Recorded> {
  const recorded = record(said('1.'), said('2.'), said('3.'), ...later);
  for (const text of ['One?', 'Two?', 'Three?']) {
    await recorded.session.ask({ text, attachments: [], ...BY });
  }
  recorded.session.leaveOut([question(recorded, 'One?').id], true);
  return recorded;
}

function question({ session }: Recorded, text: string): Turn {
  const found = session.conversation.turns.find((turn) => turn.text === text);
  assert.ok(found !== undefined);
  return found;
}

function lastSent({ requests }: Recorded): (string | undefined)[] {
  return requests.at(-1)?.messages.map(({ content }) => content) ?? [];
}

async function* cut(text: string): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'text', text };
  yield { type: 'cutAtLimit' };
}

describe('leaving out a question', () => {
  it('keeps it and its reply in the conversation, and sends neither of them with the next question', async () => {
    const recorded = await asked();
    await recorded.session.ask({ text: 'Four?', attachments: [], ...BY });
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?', '3.', 'Four?']);
    assert.equal(recorded.session.conversation.turns.length, 8);
    assert.equal(recorded.told.filter((word) => word === 'reset').length, 1);
  });

  it('holds for a retry, a comparison and a continuation too', async () => {
    const recorded = await asked(said('3!'), cut('3?'), said('!'));
    const { session } = recorded;
    const last = (): string => session.conversation.turns.at(-1)?.id ?? '';
    await session.retry(last(), BY);
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?']);
    await session.compare(last(), { model: 'other' });
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?']);
    await session.continueReply(last(), BY);
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?', '3?', GO_ON]);
  });

  it('never holds for the question that is asked', async () => {
    const recorded = await asked(said('3!'));
    const { session } = recorded;
    session.leaveOut(
      session.conversation.turns.map(({ id }) => id),
      true,
    );
    await session.retry(session.conversation.turns.at(-1)?.id ?? '', BY);
    assert.deepEqual(lastSent(recorded), ['Three?']);
  });

  it('ends when it is sent again, and leaves no trace', async () => {
    const recorded = await asked();
    const { session } = recorded;
    const before = structuredClone(session.conversation.turns);
    session.leaveOut([before[2]?.id ?? ''], true);
    session.leaveOut([before[2]?.id ?? ''], false);
    assert.deepEqual(session.conversation.turns, before);
    session.leaveOut([before[0]?.id ?? ''], false);
    await session.ask({ text: 'Four?', attachments: [], ...BY });
    assert.deepEqual(lastSent(recorded), ['One?', '1.', 'Two?', '2.', 'Three?', '3.', 'Four?']);
  });

  it('goes along into a copy', async () => {
    const { session } = await asked();
    const { turns } = session.conversation;
    let ids = 0;
    const newId = (): string => `new${++ids}`;
    for (const copy of [copies(turns, newId), forkAfter({ turns }, turns.at(-1)?.id ?? '', newId) ?? []]) {
      assert.deepEqual(
        sentTurns(copy).map(({ text }) => text),
        ['Two?', '2.', 'Three?', '3.'],
      );
    }
  });

  it('is told to whoever shows the conversation, when another window did it', async () => {
    const { session } = await asked();
    const { turns } = session.conversation;
    const now = turns.map((turn) => (turn.text === 'Two?' ? { ...turn, isLeftOut: true as const } : turn));
    const told: string[] = [];
    const listener = {
      onReset: () => told.push('reset'),
      onTurnAdded: () => told.push('added'),
      onReplyText: () => told.push('text'),
      onReplyChanged: () => told.push('changed'),
    };
    tellChanges(turns, structuredClone(turns), listener);
    assert.deepEqual(told, []);
    tellChanges(turns, now, listener);
    assert.deepEqual(told, ['reset']);
  });

  it('takes all replies of the question with it', () => {
    const turns: Turn[] = [
      { kind: 'user', id: 'q', text: 'q', attachments: [], isLeftOut: true, at: 0 },
      { kind: 'assistant', id: 'r', model: 'm', text: 'r', status: 'finished', startedAt: 0 },
      {
        kind: 'assistant',
        id: 's',
        model: 'm',
        text: 's',
        status: 'finished',
        startedAt: 0,
        alternativeTo: 'r',
      },
      { kind: 'user', id: 'q2', text: 'q2', attachments: [], at: 0 },
    ];
    assert.deepEqual(
      sentTurns(turns).map(({ id }) => id),
      ['q2'],
    );
  });
});
