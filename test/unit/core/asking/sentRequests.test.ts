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
import { type Behaviour, recordingPort } from '../history/recordingPort.ts';
import { attachment } from '../support.ts';
import { OPERATIONS } from './conversationOperations.ts';

afterEach(closeWindows);

/** What can be shown for each reply of a conversation, by its id. */
function shown(conversation: Pick<Conversation, 'turns' | 'removed'>): Map<string, readonly string[]> {
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

/** What can be shown of the request that left last for a reply that did not come to its end. */
function lastShown(stored: StoredConversation | undefined): string | undefined {
  return shown(stored ?? { turns: [] })
    .get(stored?.unfinishedReplies[0] ?? '')
    ?.at(-1);
}

const operation: fc.Arbitrary<{ name: string; behaviour: Behaviour; stream: boolean; temperature?: number }> =
  fc.record(
    {
      name: fc.constantFrom(...Object.keys(OPERATIONS), 'askLonger', 'askLonger'),
      behaviour: fc.record({
        fate: fc.constantFrom('answered', 'answered', 'cut', 'broken', 'failed'),
        refusesStreams: fc.boolean(),
        refusesRoles: fc.boolean(),
      }),
      stream: fc.boolean(),
      temperature: fc.constantFrom(0, 0.7),
    },
    { requiredKeys: ['name', 'behaviour', 'stream'] },
  );

describe('what was sent for a reply', () => {
  it('is shown byte by byte as it left, whatever was done with the conversation before and since', async () => {
    await holds(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 14 }), async (operations) => {
        const folder = new MemoryFolder();
        const port = recordingPort();
        const killed: { id: string; folder: MemoryFolder; body: string }[] = [];
        port.onLeaving = (body) => {
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
        for (const [index, { name, behaviour, stream, temperature }] of operations.entries()) {
          Object.assign(port, { behaviour, stream, temperature });
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
        for (const { id, folder: left, body } of killed) {
          assert.equal(lastShown(await onDisk(left, id)), body, 'where the process ends as it leaves');
        }
        const bodies = new Set([...sent.values()].flat());
        const later = openWindow(folder);
        for (const { conversation } of window.conversations.loaded) {
          assert.equal(await later.conversations.show(conversation.id), true);
          const { current } = later.conversations;
          for (const [id, requests] of [...shown(conversation), ...shown(current.conversation)]) {
            // Those before were copied with the reply: what was taken out before is not in the copy.
            const left = sent.get(id) ?? [];
            const copied = requests.slice(0, requests.length - left.length);
            assert.deepEqual(requests.slice(copied.length), left);
            assert.ok(copied.every((request) => bodies.has(request) || request === 'turnsMissing'));
            assert.ok(copied.length === 0 || conversation.id !== original);
          }
        }
      }),
      { runs: 200 },
    );
  });

  it('is nothing where the user stopped it in the moment in which it was to leave', async () => {
    const folder = new MemoryFolder();
    const port = recordingPort();
    const window = openWindow(folder, port.reply);
    const { current } = window.conversations;
    let letGo = (): void => undefined;
    folder.intercept = ({ kind }) =>
      kind === 'append' && folder.durable.at(-1) === true
        ? new Promise((resolve) => {
            letGo = () => resolve(undefined);
          })
        : undefined;
    const asked = current.ask(QUESTION);
    await until(() => folder.durable.at(-1) === true);
    assert.equal(shown(current.conversation).size, 1);
    current.stop();
    folder.heal();
    letGo();
    await asked;
    await window.conversations.flush();
    assert.deepEqual(port.bodies, [[]]);
    assert.equal(asReply(current.conversation.turns.at(-1)).status, 'stopped');
    assert.equal(shown(current.conversation).size, 0);
    assert.equal(shown((await onDisk(folder, current.conversation.id)) ?? { turns: [] }).size, 0);
  });

  it('is shown in a copy as well, and in a fork from any turn', async () => {
    const { window, conversation } = await longConversation();
    const original = shown(conversation);
    const bodies = [...original.values()].flat();
    assert.equal(bodies.length, 8);
    for (const [index, turn] of conversation.turns.entries()) {
      const turns = forkAfter(conversation, turn.id, () => crypto.randomUUID()) ?? [];
      const copied = [...shown({ turns }).values()].flat();
      assert.ok(copied.length > 0 && index < conversation.turns.length);
      assert.deepEqual(copied, bodies.slice(0, copied.length));
    }
    assert.equal(await window.conversations.duplicate(conversation.id), true);
    assert.deepEqual([...shown(window.conversations.current.conversation).values()].flat(), bodies);
  });

  it('is shown in a copy where it only was told by a turn that the copy lacks, and not where that was in it', async () => {
    const { window } = await longConversation();
    const { current } = window.conversations;
    const [, , , , , , question] = current.conversation.turns;
    current.remove(question?.id ?? '');
    await current.ask(QUESTION);
    const bodies = [...shown(current.conversation).values()].flat();
    assert.ok(!bodies.includes('turnsMissing'));
    await window.conversations.duplicate(current.conversation.id);
    const copied = [...shown(window.conversations.current.conversation).values()].flat();
    assert.equal(copied.filter((body) => body === 'turnsMissing').length, 4);
    assert.ok(copied.every((body) => body === 'turnsMissing' || bodies.includes(body)));
    assert.notEqual(copied.at(-1), 'turnsMissing');
  });

  it('has a reply as long as it was then, where that was gone on with and asked about again', async () => {
    const port = recordingPort();
    const window = openWindow(new MemoryFolder(), (request, signal) => port.reply(request, signal));
    const { current } = window.conversations;
    port.behaviour = { ...port.behaviour, fate: 'cut' };
    await current.ask(QUESTION);
    await current.ask(QUESTION);
    const putBack = current.remove(current.conversation.turns.at(-1)?.id ?? '');
    await current.continueReply(current.continuableReply?.id ?? '', QUESTION);
    putBack?.();
    await current.ask(QUESTION);
    const bodies = [...shown(current.conversation).values()].flat();
    assert.deepEqual(bodies.toSorted(), port.bodies.flat().toSorted());
  });

  it('costs as many bytes on disk in a long conversation as in a short one', async () => {
    const { conversation } = await longConversation(40);
    const sizes = conversation.turns.flatMap((turn) =>
      turn.kind === 'assistant' ? [JSON.stringify(turn.requests).length] : [],
    );
    assert.ok(Math.max(...sizes.slice(2)) <= Math.min(...sizes.slice(2)) + 12, `${sizes}`);
  });

  it('is not shown where a text was changed since, or what is noted makes no sense', async () => {
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
      const read = replyStateSchema.parse({ ...last, requests }).requests ?? [];
      assert.deepEqual(
        read.map((one) => rebuildRequest(conversation, one, encode)),
        [{ reason: 'differs' }],
      );
    }
    assert.equal(
      'requests' in replyStateSchema.parse({ model: '', status: 'finished', startedAt: 0 }),
      false,
    );
  });
});

/** So many questions and their replies, each longer than the one before, and sent as they were. */
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
