import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeInShape as encode } from '../../../../src/client/transport/requestShape.ts';
import type { AssistantTurn, Conversation, Turn } from '../../../../src/core/conversation/conversation.ts';
import { forkAfter } from '../../../../src/core/conversation/exchange.ts';
import { replyStateSchema } from '../../../../src/core/history/records/recordSchema.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { rebuildRequest } from '../../../../src/core/requests/rebuildRequest.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../support/property.ts';
import { closeWindows, onDisk, openWindow, QUESTION, until } from '../history/historyWindows.ts';
import { type Behavior, recordingPort } from '../history/recordingPort.ts';
import { attachment } from '../support.ts';
import { OPERATIONS } from './conversationOperations.ts';

afterEach(closeWindows);

/** The rebuilt requests of each reply of a conversation, by its id. */
function rebuiltRequests(
  conversation: Pick<Conversation, 'turns' | 'removed'>,
): Map<string, readonly string[]> {
  const all = [...conversation.turns, ...(conversation.removed ?? [])];
  return new Map(
    all.flatMap((turn) =>
      turn.kind === 'assistant' && turn.requests !== undefined
        ? [
            [
              turn.id,
              turn.requests.map((note) => {
                const rebuilt = rebuildRequest(conversation, note, encode);
                return 'body' in rebuilt ? rebuilt.body : rebuilt.reason;
              }),
            ] as const,
          ]
        : [],
    ),
  );
}

/** The last rebuilt request of the unfinished reply. */
function lastRebuiltRequest(stored: StoredConversation | undefined): string | undefined {
  return rebuiltRequests(stored ?? { turns: [] })
    .get(stored?.unfinishedReplies[0] ?? '')
    ?.at(-1);
}

const operation: fc.Arbitrary<{ name: string; behavior: Behavior; stream: boolean; temperature?: number }> =
  fc.record(
    {
      name: fc.constantFrom(...Object.keys(OPERATIONS), 'askLonger', 'askLonger'),
      behavior: fc.record({
        fate: fc.constantFrom('answered', 'answered', 'cut', 'broken', 'failed'),
        refusesStreams: fc.boolean(),
        refusesRoles: fc.boolean(),
      }),
      stream: fc.boolean(),
      temperature: fc.constantFrom(0, 0.7),
    },
    { requiredKeys: ['name', 'behavior', 'stream'] },
  );

describe('the requests of a reply', () => {
  it('are rebuilt byte for byte after any operations on the conversation', async () => {
    await holds(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 14 }), async (operations) => {
        const folder = new MemoryFolder();
        const port = recordingPort();
        const killed: { id: string; folder: MemoryFolder; body: string }[] = [];
        port.onSend = (body) => {
          const { id } = window.conversations.current.conversation;
          killed.push({ id, folder: folder.copy(), body });
        };
        const sent = new Map<string, string[]>();
        const window = openWindow(folder, async function* (request, signal) {
          const id = window.conversations.current.conversation.turns.at(-1)?.id ?? '';
          try {
            yield* port.reply(request, signal);
          } finally {
            sent.set(id, [...(sent.get(id) ?? []), ...(port.bodies.at(-1) ?? [])]);
          }
        });
        const undo: (() => void)[] = [];
        const original = window.conversations.current.conversation.id;
        for (const [index, { name, behavior, stream, temperature }] of operations.entries()) {
          Object.assign(port, { behavior, stream, temperature });
          if (name === 'askLonger') {
            const text = `Why ${index}?`;
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
          assert.equal(
            lastRebuiltRequest(await onDisk(sentBodies, id)),
            body,
            'if the process ends as the request is sent',
          );
        }
        const bodies = new Set([...sent.values()].flat());
        const later = openWindow(folder);
        for (const { conversation } of window.conversations.loaded) {
          assert.equal(await later.conversations.show(conversation.id), true);
          const { current } = later.conversations;
          for (const [id, requests] of [
            ...rebuiltRequests(conversation),
            ...rebuiltRequests(current.conversation),
          ]) {
            // Earlier ones were copied with the reply; turns removed before that are not in the copy.
            const sentBodies = sent.get(id) ?? [];
            const copied = requests.slice(0, requests.length - sentBodies.length);
            assert.deepEqual(requests.slice(copied.length), sentBodies);
            assert.ok(copied.every((request) => bodies.has(request) || request === 'turnsMissing'));
            assert.ok(copied.length === 0 || conversation.id !== original);
          }
        }
      }),
      { runs: 200 },
    );
  });

  it('are not recorded if the user stopped right before the request was sent', async () => {
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

  it('are rebuilt in a copy and in a fork from any turn', async () => {
    const { window, conversation } = await longConversation();
    const original = rebuiltRequests(conversation);
    const bodies = [...original.values()].flat();
    assert.equal(bodies.length, 8);
    for (const [index, turn] of conversation.turns.entries()) {
      const turns = forkAfter(conversation, turn.id, () => crypto.randomUUID()) ?? [];
      const copied = [...rebuiltRequests({ turns }).values()].flat();
      assert.ok(copied.length > 0 && index < conversation.turns.length);
      assert.deepEqual(copied, bodies.slice(0, copied.length));
    }
    assert.equal(await window.conversations.duplicate(conversation.id), true);
    assert.deepEqual([...rebuiltRequests(window.conversations.current.conversation).values()].flat(), bodies);
  });

  it('are rebuilt in a copy that lacks a turn only used for encoding them, but not if it lacks a turn that they contained', async () => {
    const { window } = await longConversation();
    const { current } = window.conversations;
    const [, , , , , , question] = current.conversation.turns;
    current.remove(question?.id ?? '');
    await current.ask(QUESTION);
    const bodies = [...rebuiltRequests(current.conversation).values()].flat();
    assert.ok(!bodies.includes('turnsMissing'));
    await window.conversations.duplicate(current.conversation.id);
    const copied = [...rebuiltRequests(window.conversations.current.conversation).values()].flat();
    assert.equal(copied.filter((body) => body === 'turnsMissing').length, 4);
    assert.ok(copied.every((body) => body === 'turnsMissing' || bodies.includes(body)));
    assert.notEqual(copied.at(-1), 'turnsMissing');
  });

  it('contain a reply with the text it had when they were sent, even if it was continued since', async () => {
    const port = recordingPort();
    const window = openWindow(new MemoryFolder(), (request, signal) => port.reply(request, signal));
    const { current } = window.conversations;
    port.behavior = { ...port.behavior, fate: 'cut' };
    await current.ask(QUESTION);
    await current.ask(QUESTION);
    const restore = current.remove(current.conversation.turns.at(-1)?.id ?? '');
    await current.continueReply(current.continuableReply?.id ?? '', QUESTION);
    restore?.();
    await current.ask(QUESTION);
    const bodies = [...rebuiltRequests(current.conversation).values()].flat();
    assert.deepEqual(bodies.toSorted(), port.bodies.flat().toSorted());
  });

  it('take as many bytes on disk in a long conversation as in a short one', async () => {
    const { conversation } = await longConversation(40);
    const sizes = conversation.turns.flatMap((turn) =>
      turn.kind === 'assistant' ? [JSON.stringify(turn.requests).length] : [],
    );
    assert.ok(Math.max(...sizes.slice(2)) <= Math.min(...sizes.slice(2)) + 12, `${sizes}`);
  });

  it('are not rebuilt if a text was changed since or the note is invalid', async () => {
    const { conversation } = await longConversation();
    const { turns } = conversation;
    const last = turns.at(-1);
    const note = last?.kind === 'assistant' ? last.requests?.[0] : undefined;
    assert.ok(note !== undefined);
    const changed = turns.map((turn, index) => (index === 0 ? { ...turn, text: 'Why not?' } : turn));
    assert.deepEqual(rebuildRequest({ turns: changed }, note, encode), { reason: 'differs' });
    const self = { ...note, base: 'self' };
    const circle = [...turns, { ...asReply(last), id: 'self', requests: [self] }];
    assert.deepEqual(rebuildRequest({ turns: circle }, self, encode), { reason: 'turnsMissing' });
    for (const requests of [17, [17], [{ ...note, crc32: 'x' }]]) {
      const parsed = replyStateSchema.parse({ ...last, requests }).requests ?? [];
      assert.deepEqual(
        parsed.map((one) => rebuildRequest(conversation, one, encode)),
        [{ reason: 'differs' }],
      );
    }
    assert.equal(
      'requests' in replyStateSchema.parse({ model: '', status: 'finished', startedAt: 0 }),
      false,
    );
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
