import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeInShape as encode } from '../../../../src/client/transport/requestShape.ts';
import type { AssistantTurn, Conversation, Turn } from '../../../../src/core/conversation/conversation.ts';
import { forkAfter } from '../../../../src/core/conversation/exchange.ts';
import { withoutSentTo } from '../../../../src/core/conversation/sentTo.ts';
import { replyStateSchema } from '../../../../src/core/history/records/recordSchema.ts';
import { rebuildRequest } from '../../../../src/core/requests/rebuildRequest.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../support/property.ts';
import { closeWindows, onDisk, openWindow, QUESTION, until } from '../history/historyWindows.ts';
import { type Behavior, recordingPort } from '../history/recordingPort.ts';
import { attachment } from '../support.ts';
import { OPERATIONS } from './conversationOperations.ts';

afterEach(closeWindows);

type Turns = Pick<Conversation, 'turns'>;

/** A password, by its name and where no rule finds it, and a letter that no font draws. */
const PASSWORD = 'Xq7vT2mK9pLw4';
const SECRETS = [`password = '${PASSWORD}'`, `pwd: "${PASSWORD}"\u{e0041}`, `Or ${PASSWORD}?`];

/** The rebuilt request of each reply of a conversation, by its id. */
function rebuiltRequests({ turns }: Turns): Map<string, string | undefined> {
  return new Map(
    turns.flatMap((turn) =>
      turn.kind === 'assistant' && turn.requests !== undefined
        ? [[turn.id, rebuildRequest(turns, turn, encode)] as const]
        : [],
    ),
  );
}

const operation: fc.Arbitrary<{
  name: string;
  place: number;
  behavior: Behavior;
  stream: boolean;
  temperature?: number;
}> = fc.record(
  {
    name: fc.constantFrom(
      ...Object.keys(OPERATIONS),
      ...Array(8).fill('askLonger'),
      ...Array(8).fill('mask'),
    ),
    place: fc.nat({ max: 11 }),
    behavior: fc.record({
      fate: fc.constantFrom('answered', 'answered', 'cut', 'broken', 'failed'),
      refusesStreams: fc.boolean(),
      refusesRoles: fc.boolean(),
    }),
    stream: fc.boolean(),
    temperature: fc.constantFrom(0, 0.7),
  },
  { requiredKeys: ['name', 'place', 'behavior', 'stream'] },
);

/** Operations after which earlier requests may not be rebuilt, since they remove or replace turns. */
const REPLACING = ['keep', 'keepFirst', 'removeUnanswered', 'removeFirst', 'removeLast', 'undo'];

describe('the request of a reply', () => {
  it('is rebuilt byte for byte or not at all, after any operations on the conversation', async () => {
    await holds(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 14 }), async (operations) => {
        const folder = new MemoryFolder();
        const port = recordingPort();
        const killed: { id: string; folder: MemoryFolder; body: string }[] = [];
        port.onSend = (body) => {
          const { id } = window.conversations.current.conversation;
          killed.push({ id, folder: folder.copy(), body });
        };
        const sent = new Map<string, string>();
        const window = openWindow(folder, async function* (request, signal) {
          const id = window.conversations.current.conversation.turns.at(-1)?.id ?? '';
          try {
            yield* port.reply(request, signal);
          } finally {
            sent.set(id, port.bodies.at(-1)?.at(-1) ?? '');
          }
        });
        const undo: (() => void)[] = [];
        for (const [index, { name, place, behavior, stream, temperature }] of operations.entries()) {
          const secret = SECRETS[place % SECRETS.length] ?? '';
          Object.assign(port, { behavior, stream, temperature, remark: secret });
          if (name === 'mask') {
            const { current } = window.conversations;
            const { turns } = current.conversation;
            current.mask(new Map([[turns[place % turns.length]?.id ?? '', []]]));
          } else if (name === 'askLonger') {
            const text = `Why ${index}? ${secret}`;
            await window.conversations.current.ask({
              ...QUESTION,
              text,
              attachments: [attachment()],
              maxTokens: 9,
            });
          } else {
            await OPERATIONS[name]?.(window, undo);
          }
          await window.conversations.flush();
        }
        for (const { id, folder: sentBodies, body } of killed) {
          const stored = await onDisk(sentBodies, id);
          assert.equal(
            rebuiltRequests(stored ?? { turns: [] }).get(stored?.unfinishedReplies[0] ?? ''),
            body,
            'if the process ends as the request is sent',
          );
        }
        const bodies = new Set(port.bodies.flat());
        const isCertain = operations.every(({ name }) => !REPLACING.includes(name));
        const later = openWindow(folder);
        for (const { conversation } of window.conversations.loaded) {
          assert.equal(await later.conversations.show(conversation.id), true);
          const { current } = later.conversations;
          for (const [id, body] of [
            ...rebuiltRequests(conversation),
            ...rebuiltRequests(current.conversation),
          ]) {
            assert.ok(body === undefined ? !isCertain : bodies.has(body), `${body}`);
            assert.equal(body, body && (sent.get(id) ?? body));
          }
        }
      }),
      { runs: 200 },
    );
  });

  it('is not recorded if the user stopped right before the request was sent', async () => {
    const folder = new MemoryFolder();
    const port = recordingPort();
    const window = openWindow(folder, port.reply);
    const { current } = window.conversations;
    let releaseWrite = (): void => undefined;
    folder.intercept = ({ kind }) =>
      kind === 'append' && folder.durable.at(-1) === true
        ? new Promise((resolve) => {
            releaseWrite = () => resolve(undefined);
          })
        : undefined;
    const asking = current.ask(QUESTION);
    await until(() => folder.durable.at(-1) === true);
    assert.equal(rebuiltRequests(current.conversation).size, 1);
    current.stop();
    folder.heal();
    releaseWrite();
    await asking;
    await window.conversations.flush();
    assert.deepEqual(port.bodies, [[]]);
    assert.equal(asReply(current.conversation.turns.at(-1)).status, 'stopped');
    assert.equal(rebuiltRequests(current.conversation).size, 0);
    assert.equal(rebuiltRequests((await onDisk(folder, current.conversation.id)) ?? { turns: [] }).size, 0);
  });

  it('is rebuilt in a copy and in a fork from any turn', async () => {
    const { window, conversation } = await longConversation();
    const bodies = [...rebuiltRequests(conversation).values()];
    assert.equal(bodies.length, 8);
    for (const { id } of conversation.turns) {
      const turns = forkAfter(conversation, id, () => crypto.randomUUID()) ?? [];
      const copied = [...rebuiltRequests({ turns }).values()];
      assert.ok(copied.length > 0);
      assert.deepEqual(copied, bodies.slice(0, copied.length));
    }
    assert.equal(await window.conversations.duplicate(conversation.id, 'copy'), true);
    assert.deepEqual([...rebuiltRequests(window.conversations.current.conversation).values()], bodies);
  });

  it('is rebuilt after a retry, and after exchanges were left out again and again', async () => {
    const { window, conversation } = await longConversation();
    const { current } = window.conversations;
    await current.retry(conversation.turns.at(-1)?.id ?? '', QUESTION);
    for (const index of [0, 3, 1, 2]) {
      current.setLeftOut([conversation.turns[2 * index]?.id ?? ''], true);
      await current.ask(QUESTION);
    }
    current.setLeftOut([conversation.turns[0]?.id ?? ''], false);
    const bodies = [...rebuiltRequests(current.conversation).values()];
    const questions = bodies.map((body) => JSON.parse(body ?? '').messages.length);
    assert.deepEqual(questions, [1, 3, 5, 7, 9, 11, 13, 15, 15, 15, 15, 15, 15]);
    assert.deepEqual(asReply(current.conversation.turns.at(-1)).requests?.[0]?.leftOut, [0, 4]);
  });

  it('is rebuilt if a question that failed before was asked again, but not if it contained a removed turn', async () => {
    const port = recordingPort();
    const window = openWindow(new MemoryFolder(), (request, signal) => port.reply(request, signal));
    const { current } = window.conversations;
    await current.ask(QUESTION);
    port.behavior = { ...port.behavior, fate: 'failed' };
    await current.ask({ ...QUESTION, text: 'Refused?' });
    const [, , refused] = current.conversation.turns;
    port.behavior = { ...port.behavior, fate: 'answered' };
    await current.ask(QUESTION);
    const last = asReply(current.conversation.turns.at(-1));
    assert.deepEqual(last.requests?.[0]?.leftOut, [1, 2]);
    await current.retry(refused?.id ?? '', QUESTION);
    assert.equal(rebuiltRequests(current.conversation).get(last.id), port.bodies[2]?.[0]);
    current.remove(current.conversation.turns[0]?.id ?? '');
    assert.equal(rebuiltRequests(current.conversation).get(last.id), undefined);
  });

  it('contains the reply to continue with the text it had then', async () => {
    const port = recordingPort();
    const window = openWindow(new MemoryFolder(), (request, signal) => port.reply(request, signal));
    const { current } = window.conversations;
    port.behavior = { ...port.behavior, fate: 'cut' };
    await current.ask(QUESTION);
    await current.continueReply(current.continuableReply?.id ?? '', QUESTION);
    assert.deepEqual([...rebuiltRequests(current.conversation).values()], port.bodies[1]);
  });

  it('is rebuilt if it was made between two times that turns were masked, also in copies and from a file', async () => {
    const port = recordingPort();
    const folder = new MemoryFolder();
    const window = openWindow(folder, (request, signal) => port.reply(request, signal));
    const { current } = window.conversations;
    const idOf = (index: number): string => current.conversation.turns[index]?.id ?? '';
    const mask = (...indexes: number[]) => current.mask(new Map(indexes.map((index) => [idOf(index), []])));
    const leaveOut = (index: number) => current.setLeftOut([idOf(index)], true);
    const ask = (text = '') => current.ask({ ...QUESTION, text });
    port.remark = SECRETS[0] ?? '';
    await ask(SECRETS[2]);
    mask(0, 1);
    port.remark = '';
    await current.retry(current.lastReply?.id ?? '', QUESTION);
    leaveOut(0);
    await ask(SECRETS[1]);
    await ask(SECRETS[2]);
    mask(3, 5);
    leaveOut(3);
    port.behavior = { ...port.behavior, fate: 'cut' };
    await ask(SECRETS[2]);
    await current.continueReply(current.continuableReply?.id ?? '', QUESTION);
    const sent = port.bodies.map((bodies) => bodies.at(-1));
    assert.equal(new Set(sent).size, 6);
    mask(...current.conversation.turns.keys());
    const expected = [...sent.slice(0, 4), sent[5]];
    assert.deepEqual([...rebuiltRequests(current.conversation).values()], expected);
    await window.conversations.flush();
    const stored = (await onDisk(folder, current.conversation.id)) ?? assert.fail();
    assert.deepEqual([...rebuiltRequests(stored).values()], expected);
    const imported = stored.turns.map((turn) => withoutSentTo(turn));
    assert.deepEqual([...rebuiltRequests({ turns: imported }).values()], expected);
    // Also without the reply that was retried, which had what was replaced in its question.
    const fork = forkAfter(stored, stored.turns.at(-1)?.id ?? '', () => crypto.randomUUID()) ?? [];
    assert.deepEqual([...rebuiltRequests({ turns: fork }).values()], expected.slice(1));
    // Of what earlier versions sent, only what was made before the first time, or after the last.
    port.remark = '';
    await ask(SECRETS[1]);
    mask(9);
    await ask('Why?');
    const old = current.conversation.turns.map((turn) => {
      if (turn.kind === 'user') {
        return turn;
      }
      const { masked: _, ...note } = turn.requests?.at(-1) ?? assert.fail();
      return { ...turn, requests: [note] };
    });
    const rebuilt = [...rebuiltRequests({ turns: old }).values()];
    assert.deepEqual(
      [rebuilt[0], rebuilt[4], rebuilt.at(-1)],
      [sent[0], undefined, port.bodies.at(-1)?.at(-1)],
    );
  });

  it('takes as many bytes on disk in a long conversation as in a short one', async () => {
    const { conversation } = await longConversation(40);
    const sizes = conversation.turns.flatMap((turn) =>
      turn.kind === 'assistant' ? [JSON.stringify(turn.requests).length] : [],
    );
    assert.ok(Math.max(...sizes) <= Math.min(...sizes) + 12, `${sizes}`);
  });

  it('is not rebuilt if a text was changed since or the note is invalid', async () => {
    const { conversation } = await longConversation();
    const { turns } = conversation;
    const last = asReply(turns.at(-1));
    const changed = turns.map((turn, index) => (index === 0 ? { ...turn, text: 'Who 0?' } : turn));
    assert.equal(rebuildRequest(changed, last, encode), undefined);
    for (const requests of [17, [17], [{ ...last.requests?.[0], crc32: 'x' }]]) {
      const parsed = { ...last, ...replyStateSchema.parse({ ...last, requests }) };
      assert.equal(rebuildRequest(turns, parsed, encode), undefined);
      assert.equal(parsed.requests?.length, 1);
    }
    assert.equal(
      'requests' in replyStateSchema.parse({ model: '', status: 'finished', startedAt: 0 }),
      false,
    );
  });

  it('is rebuilt from a note of an earlier version, which listed the turns', async () => {
    const { conversation } = await longConversation(2);
    const last = asReply(conversation.turns.at(-1));
    const { baselineTokens: _, ...note } = last.requests?.[0] ?? assert.fail();
    const old = { ...note, base: 'a', turns: [{ from: 0, to: 1 }, { id: 'a', length: 8 }, { id: 'q' }] };
    const parsed = replyStateSchema.parse({ ...last, requests: [old] });
    assert.deepEqual(parsed.requests, [note]);
    assert.ok(rebuildRequest(conversation.turns, { ...last, ...parsed }, encode));
  });
});

/** This many questions and replies, each longer than the one before, sent as they were. */
async function longConversation(
  exchanges = 8,
): Promise<{ window: ReturnType<typeof openWindow>; conversation: Conversation }> {
  const port = recordingPort();
  const window = openWindow(new MemoryFolder(), (request, signal) => port.reply(request, signal));
  for (let index = 0; index < exchanges; index++) {
    await window.conversations.current.ask({ ...QUESTION, text: `Why ${index}?` });
  }
  return { window, conversation: window.conversations.current.conversation };
}

function asReply(turn: Turn | undefined): AssistantTurn {
  assert.ok(turn?.kind === 'assistant');
  return turn;
}
