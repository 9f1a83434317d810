import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { CONTINUE_PROMPT } from '../../../../src/core/asking/continuation.ts';
import { eventsBetween } from '../../../../src/core/asking/conversationEvent.ts';
import type { Turn } from '../../../../src/core/conversation/conversation.ts';
import { copyWithNewIds, forkAfter } from '../../../../src/core/conversation/exchange.ts';
import { sentTurns } from '../../../../src/core/conversation/sentTurns.ts';
import {
  changesBetween,
  NOTHING_RECORDED,
  updateRecorded,
} from '../../../../src/core/history/records/changesBetween.ts';
import { changeSchema } from '../../../../src/core/history/records/recordSchema.ts';
import { committed } from '../../../support/committed.ts';
import { type Recorded, record, said } from '../support.ts';

const REPLY_OPTIONS = committed({ model: 'assistant-haiku' });

/** A conversation with three questions, the first of which is left out. */
async function withFirstLeftOut(...later: Parameters<typeof record>): Promise<Recorded> {
  const recorded = record(said('1.'), said('2.'), said('3.'), ...later);
  for (const text of ['One?', 'Two?', 'Three?']) {
    await recorded.session.ask({ text, attachments: [], ...REPLY_OPTIONS });
  }
  recorded.session.setLeftOut([question(recorded, 'One?').id], true);
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

describe('a question that is left out', () => {
  it('stays in the conversation with its reply, and neither is sent with the next question', async () => {
    const recorded = await withFirstLeftOut();
    await recorded.session.ask({ text: 'Four?', attachments: [], ...REPLY_OPTIONS });
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?', '3.', 'Four?']);
    assert.equal(recorded.session.conversation.turns.length, 8);
    assert.equal(recorded.events.filter((word) => word === 'turns changed').length, 1);
  });

  it('is not sent with a retry, a comparison or a continuation either', async () => {
    const recorded = await withFirstLeftOut(said('3!'), cut('3?'), said('!'));
    const { session } = recorded;
    const last = (): string => session.conversation.turns.at(-1)?.id ?? '';
    await session.retry(last(), REPLY_OPTIONS);
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?']);
    await session.compare(last(), committed({ model: 'other' }));
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?']);
    await session.continueReply(last(), REPLY_OPTIONS);
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'Three?', '3?', CONTINUE_PROMPT]);
  });

  it('is sent if it is the last one', async () => {
    const recorded = await withFirstLeftOut(said('3!'));
    const { session } = recorded;
    session.setLeftOut(
      session.conversation.turns.map(({ id }) => id),
      true,
    );
    await session.retry(session.conversation.turns.at(-1)?.id ?? '', REPLY_OPTIONS);
    assert.deepEqual(lastSent(recorded), ['Three?']);
  });

  it('is sent once it is included again, without any other change', async () => {
    const recorded = await withFirstLeftOut();
    const { session } = recorded;
    const before = structuredClone(session.conversation.turns);
    session.setLeftOut([before[2]?.id ?? ''], true);
    session.setLeftOut([before[2]?.id ?? ''], false);
    assert.deepEqual(session.conversation.turns, before);
    session.setLeftOut([before[0]?.id ?? ''], false);
    await session.ask({ text: 'Four?', attachments: [], ...REPLY_OPTIONS });
    assert.deepEqual(lastSent(recorded), ['One?', '1.', 'Two?', '2.', 'Three?', '3.', 'Four?']);
  });

  it('stays left out in a copy', async () => {
    const { session } = await withFirstLeftOut();
    const { turns } = session.conversation;
    let ids = 0;
    const newId = (): string => `new${++ids}`;
    for (const copy of [
      copyWithNewIds(turns, newId),
      forkAfter({ turns }, turns.at(-1)?.id ?? '', newId) ?? [],
    ]) {
      assert.deepEqual(
        sentTurns(copy).map(({ text }) => text),
        ['Two?', '2.', 'Three?', '3.'],
      );
    }
  });

  it('fires a reset in other windows', async () => {
    const { session } = await withFirstLeftOut();
    const { turns } = session.conversation;
    const now = turns.map((turn) => (turn.text === 'Two?' ? { ...turn, isLeftOut: true as const } : turn));
    assert.deepEqual(eventsBetween(turns, structuredClone(turns)), []);
    assert.deepEqual(eventsBetween(turns, now), [{ type: 'turnsChanged' }]);
  });

  it('is left out with all its replies', () => {
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

const WITHOUT_REPLY_TEXT: Record<string, () => AsyncGenerator<ReplyEvent, void, undefined>> = {
  rejected: async function* () {
    yield { type: 'failed', failure: { kind: 'invalidRequest', status: 422 } };
  },
  'sent to an unreachable service': async function* () {
    yield { type: 'failed', failure: { kind: 'unreachable' } };
  },
  'stopped before its reply started': async function* () {
    yield { type: 'stopped' };
  },
  'answered with an empty reply': async function* () {
    yield { type: 'finished' };
  },
  'answered with white space, as a history may have it': () => said('\n', '\n\u3000'),
  'stopped after white space': async function* () {
    yield { type: 'text', text: ' \n' };
    yield { type: 'stopped' };
  },
  'answered with a picture below an empty line': async function* () {
    yield { type: 'text', text: '\n' };
    yield { type: 'leftOut', what: 'image' };
    yield { type: 'finished' };
  },
};

describe('a question whose replies have no text', () => {
  for (const [name, reply] of Object.entries(WITHOUT_REPLY_TEXT)) {
    it(`stays in the conversation and is not sent with later ones: ${name}`, async () => {
      const recorded = record(said('1.'), reply(), said('3.'), said('4.'));
      for (const text of ['One?', 'Two?', 'Three?', 'Four?']) {
        await recorded.session.ask({ text, attachments: [], ...REPLY_OPTIONS });
      }
      assert.deepEqual(lastSent(recorded), ['One?', '1.', 'Three?', '3.', 'Four?']);
      assert.equal(recorded.session.conversation.turns.length, 8);
    });
  }

  async function afterRejected(...later: Parameters<typeof record>): Promise<Recorded> {
    const recorded = record(WITHOUT_REPLY_TEXT['rejected']?.() ?? said(''), said('2.'), ...later);
    for (const text of ['One?', 'Two?']) {
      await recorded.session.ask({ text, attachments: [], ...REPLY_OPTIONS });
    }
    return recorded;
  }

  for (const [name, reply] of Object.entries(WITHOUT_REPLY_TEXT)) {
    it(`has no reply to continue or copy, and a retry replaces it: ${name}`, async () => {
      const { session } = record(reply(), said('1.'));
      await session.ask({ text: 'One?', attachments: [], ...REPLY_OPTIONS });
      assert.equal(session.continuableReply, undefined);
      assert.equal(session.lastReply, undefined);
      await session.retry(session.conversation.turns.at(-1)?.id ?? '', REPLY_OPTIONS);
      assert.deepEqual(
        session.conversation.turns.map(({ text }) => text),
        ['One?', '1.'],
      );
    });
  }

  it('is sent in one message with the next if the user wants it, also after a reload', async () => {
    const recorded = await afterRejected(said('3.'));
    const { session } = recorded;
    session.setLeftOut([question(recorded, 'One?').id], false);
    const changes = changesBetween(NOTHING_RECORDED, structuredClone(session.conversation));
    assert.ok(changes.every((change) => changeSchema.safeParse(change).success));
    await session.ask({ text: 'Three?', attachments: [], ...REPLY_OPTIONS });
    assert.deepEqual(lastSent(recorded), ['One?\n\nTwo?', '2.', 'Three?']);
  });

  it('can be asked again after others, moves to the end, and is sent once it has a reply', async () => {
    const recorded = await afterRejected(said('1.'), said('3.'));
    const { session } = recorded;
    await session.retry(question(recorded, 'One?').id, REPLY_OPTIONS);
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'One?']);
    await session.ask({ text: 'Three?', attachments: [], ...REPLY_OPTIONS });
    assert.deepEqual(lastSent(recorded), ['Two?', '2.', 'One?', '1.', 'Three?']);
    assert.equal(new Set(session.conversation.turns.map(({ id }) => id)).size, 6);
  });

  it('is moved in the history too', async () => {
    const recorded = await afterRejected(said('1.'));
    const { session } = recorded;
    const before = updateRecorded(structuredClone(session.conversation), NOTHING_RECORDED);
    await session.retry(question(recorded, 'One?').id, REPLY_OPTIONS);
    const changes = changesBetween(before, session.conversation);
    assert.deepEqual(
      changes.map(({ type }) => type),
      ['remove', 'question', 'reply', 'text'],
    );
  });

  it('can be removed for editing at any position', async () => {
    const recorded = await afterRejected();
    const { session } = recorded;
    assert.equal(session.removeUnanswered(question(recorded, 'One?').id)?.text, 'One?');
    assert.deepEqual(
      session.conversation.turns.map(({ text }) => text),
      ['Two?', '2.'],
    );
  });

  it('is neither moved nor removed if a reply has text', async () => {
    const recorded = await afterRejected();
    const { session } = recorded;
    assert.equal(session.removeUnanswered(question(recorded, 'Two?').id), undefined);
    const before = [...session.conversation.turns];
    await session.retry(question(recorded, 'Two?').id, REPLY_OPTIONS);
    assert.deepEqual(session.conversation.turns, before);
  });

  it('is sent with the compared reply that has text, also once it is kept', async () => {
    const recorded = record(
      said('1.'),
      WITHOUT_REPLY_TEXT['rejected']?.() ?? said(''),
      said('second'),
      said('3.'),
    );
    const { session } = recorded;
    await session.ask({ text: 'One?', attachments: [], ...REPLY_OPTIONS });
    await session.ask({ text: 'Two?', attachments: [], ...REPLY_OPTIONS });
    await session.compare(session.conversation.turns.at(-1)?.id ?? '', committed({ model: 'other' }));
    const sent = (): string[] =>
      sentTurns([
        ...session.conversation.turns,
        { kind: 'user', id: 'next', text: 'Next?', attachments: [], at: 0 },
      ]).map(({ text }) => text);
    assert.deepEqual(sent(), ['One?', '1.', 'Two?', 'second', 'Next?']);
    session.keepReply(session.conversation.turns.at(-1)?.id ?? '');
    assert.deepEqual(sent(), ['One?', '1.', 'Two?', 'second', 'Next?']);
  });
});
