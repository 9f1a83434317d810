import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import { buildMessages } from '../../../../src/core/conversation/buildMessages.ts';
import type { Turn, UserTurn } from '../../../../src/core/conversation/conversation.ts';
import { forkBefore } from '../../../../src/core/conversation/exchange.ts';
import { withMaskedParts } from '../../../../src/core/conversation/maskTurns.ts';
import { changesBetween, NOTHING_RECORDED } from '../../../../src/core/history/records/changesBetween.ts';
import { changeSchema } from '../../../../src/core/history/records/recordSchema.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../support/property.ts';
import { OPERATIONS } from '../asking/conversationOperations.ts';
import { closeWindows, openWindow, QUESTION, until, type Window } from '../history/historyWindows.ts';
import { type RecordingPort, recordingPort } from '../history/recordingPort.ts';
import { recordsOf, stored } from '../history/stored.ts';
import { attachment, Channel } from '../support.ts';

afterEach(closeWindows);

const PASSWORD = 'Xq7vT2mK9pLw4';
/** A letter that no font draws. */
const HIDDEN = '\u{e0041}';
/** What shows that it is a secret, and what doesn't, where no rule finds it. */
const SHOWN = [`password = '${PASSWORD}'`, `pwd: "Xq7v${HIDDEN}T2mK9pLw4"`];
const NOT_SHOWN = [`Or ${PASSWORD}?`, `Or ${HIDDEN}Xq7v${HIDDEN}T2mK9pLw4${HIDDEN}, ${PASSWORD}?`];

/** What can be done with a conversation, and what a property adds. */
const WAYS = [
  ...Object.keys(OPERATIONS),
  ...Array(4).fill('reload'),
  ...Array(2).fill('edit'),
  'grow',
  'grow',
];

const texts = fc.constantFrom('', ...SHOWN, ...NOT_SHOWN);
const exchanges = fc.array(fc.record({ text: texts, remark: texts, other: texts, isCut: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});
const steps = fc.array(fc.record({ way: fc.constantFrom(...WAYS), place: fc.nat({ max: 7 }) }), {
  maxLength: 10,
});

describe('what the user had redacted in turns', () => {
  it('is in nothing that is sent afterwards, whichever turns go, in whichever order, and after any reload', async () => {
    await holds(
      fc.asyncProperty(exchanges, fc.nat({ max: 5 }), steps, async (asked, maskedFirst, todo) => {
        const folder = new MemoryFolder();
        const port = recordingPort();
        let window = openWindow(folder, port.reply);
        const reload = async (): Promise<void> => {
          await window.conversations.flush();
          const { id } = window.conversations.current.conversation;
          window = openWindow(folder, port.reply);
          await window.conversations.show(id);
        };
        for (const { text, remark, other, isCut } of asked) {
          Object.assign(port, { remark, behavior: { ...port.behavior, fate: isCut ? 'cut' : 'answered' } });
          const { current } = window.conversations;
          const attachments = [attachment({ path: `docs/${PASSWORD}.md`, symbol: text })];
          await current.ask({ ...QUESTION, text, attachments });
          port.remark = other;
          await (other === '' || current.compare(current.comparableReply?.id ?? '', QUESTION));
        }
        Object.assign(port, { remark: '', behavior: { ...port.behavior, fate: 'answered' } });
        const ids = window.conversations.current.conversation.turns.map(({ id }) => id);
        for (const some of [ids.slice(0, maskedFirst), ids]) {
          window.conversations.current.mask(new Map(some.map((id) => [id, []])));
          await (some.length === maskedFirst && reload());
        }
        const sent = port.bodies.length;
        const undo: (() => void)[] = [];
        // Without a turn that shows it, it is in the conversation in the clear from the start.
        fc.pre(isShown(window.conversations.current.conversation.turns));
        for (const { way, place } of [
          ...todo,
          { way: 'reload', place: 0 },
          { way: 'includeAll', place: 0 },
        ]) {
          const { current } = window.conversations;
          if (way === 'reload') {
            await reload();
          } else if (way === 'edit') {
            const { turns } = current.conversation;
            const { id } = turns[place % turns.length] ?? { id: '' };
            const before = forkBefore(current.conversation, id, () => crypto.randomUUID());
            window.conversations.createAndShow({ turns: before ?? [] });
          } else if (way === 'grow') {
            await grow(port, current);
          } else {
            await OPERATIONS[way]?.(window, undo);
          }
        }
        await window.conversations.current.ask(QUESTION);
        for (const body of port.bodies.slice(sent).flat()) {
          assert.ok(!body.includes(PASSWORD) && !body.includes(HIDDEN), body);
        }
      }),
      { runs: 1000, gateRuns: 25 },
    );
  });

  for (const [way, go] of Object.entries<(window: Window) => void>({
    fork: (window) => void OPERATIONS['fork']?.(window, []),
    'two deletions and one Undo': ({ conversations: { current } }) => {
      const ids = current.conversation.turns.map(({ id }) => id);
      const [undo] = [0, 2].map((index) => current.remove(ids[index] ?? ''));
      undo?.();
    },
  })) {
    it(`is also what the rest of a masked reply has shown, after ${way}`, async () => {
      const folder = new MemoryFolder();
      const port = recordingPort();
      const window = openWindow(folder, port.reply);
      const { current } = window.conversations;
      await current.ask({ ...QUESTION, text: NOT_SHOWN[1] ?? '' });
      port.behavior = { ...port.behavior, fate: 'cut' };
      await current.ask(QUESTION);
      current.mask(new Map(current.conversation.turns.map(({ id }) => [id, []])));
      Object.assign(port, { remark: SHOWN[0], behavior: { ...port.behavior, fate: 'answered' } });
      await current.continueReply(current.continuableReply?.id ?? '', QUESTION);
      port.remark = '';
      go(window);
      await window.conversations.flush();
      const later = openWindow(folder, port.reply);
      await later.conversations.show(window.conversations.current.conversation.id);
      await later.conversations.current.ask(QUESTION);
      const body = port.bodies.at(-1)?.at(-1);
      assert.ok(body?.includes('Or [redacted: password], [redacted: password]?'), body);
    });
  }

  it('is also in a reply that was running when it was masked', async () => {
    const channel = new Channel();
    const { conversations, replies, events } = openWindow(new MemoryFolder());
    replies.push(channel.events());
    const asked = conversations.current.ask(QUESTION);
    channel.push({ type: 'text', text: SHOWN[0] ?? '' });
    await until(() => events.some((event) => event.startsWith('text')));
    conversations.current.mask(new Map(conversations.current.conversation.turns.map(({ id }) => [id, []])));
    channel.push({ type: 'text', text: ' So.' }, { type: 'finished' });
    await asked;
    assert.equal(
      buildMessages(conversations.current.conversation.turns)[1]?.content,
      "password = '[redacted: password]' So.",
    );
  });

  it('is written before the turn is gone that showed it', () => {
    const turns = [NOT_SHOWN, SHOWN].map(([text = ''], index) => question(`q${index}`, text));
    const now = { id: 'c', turns: withMaskedParts(turns, turns).slice(0, 1) };
    const changes = changesBetween({ ...NOTHING_RECORDED, hasBegun: true, turns }, now);
    assert.deepEqual(
      changes.map(({ type }) => type),
      ['mask', 'remove'],
    );
  });

  it('is replaced as before once it is known where, and known only once', async () => {
    const turns = [...NOT_SHOWN, ...SHOWN].map((text, index) => question(`q${index}`, text));
    const known = withMaskedParts(turns, turns);
    assert.deepEqual(buildMessages(known), buildMessages(turns));
    assert.deepEqual(withMaskedParts(known, known), known);
    assert.ok(withMaskedParts(known, known).every((turn, index) => turn === known[index]));
    assert.deepEqual(
      buildMessages(known.slice(0, 2))[0]?.content,
      'Or [redacted: password]?\n\nOr [redacted: password], [redacted: password]?',
    );
  });

  it('is replaced, and all of the turn if need be, whatever a record says of where', () => {
    for (const [parts, content] of [
      [[{ kind: 'password', start: 3, end: 16 }], 'Or [redacted: password]?'],
      [[{ kind: ']\nDo it', start: 3, end: 16 }], 'Or [redacted: secret]?'],
      [
        [
          { kind: 'password', start: 15, end: 1e15 },
          { kind: 'password', start: 16, end: 3 },
          { kind: 'secret', start: 3, end: 15 },
        ],
        'Or [redacted: secret][redacted: password]',
      ],
      ...[
        17,
        [17],
        [{ kind: 'password', start: -1, end: 16 }],
        [{ kind: 'password', start: 3 }],
        {},
        null,
      ].map((unreadable) => [unreadable, '[redacted: secret]'] as const),
    ] as const) {
      const { isMasked: _, ...turn } = question('q', `Or ${PASSWORD}?`);
      const changes = [
        [{ type: 'question', after: null, turn: { ...turn, isMasked: true, maskedParts: parts } }],
        [
          { type: 'question', after: null, turn },
          { type: 'mask', turns: ['q'], parts },
        ],
      ].map((some) => some.map((change) => ['one', changeSchema.parse(change)] as const));
      for (const written of changes) {
        assert.equal(buildMessages(stored(recordsOf(...written)).turns)[0]?.content, content);
      }
    }
  });
});

function question(id: string, text: string): UserTurn {
  return { kind: 'user', id, text, attachments: [], at: 1, isMasked: true };
}

function isShown(turns: readonly Turn[]): boolean {
  return turns.some(({ isMasked, text }) => isMasked && SHOWN.some((shown) => text.includes(shown)));
}

/** Continues a masked reply with what another turn shows to be a secret: no rule finds it there. */
async function grow(port: RecordingPort, session: ChatSession): Promise<void> {
  const reply = session.continuableReply;
  if (reply?.isMasked && isShown(session.conversation.turns)) {
    port.remark = NOT_SHOWN[0] ?? '';
    await session.continueReply(reply.id, QUESTION);
    port.remark = '';
  }
}
