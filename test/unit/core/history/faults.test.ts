import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { ConversationChange } from '../../../../src/core/history/records/record.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder, type StoreFault } from '../../../support/memoryHistoryFiles.ts';
import { ended, question, reply, text } from './changes.ts';
import { ManualClock, settled } from './manualClock.ts';

/** How much of the bytes of the append that fails is written all the same. */
const WRITTEN = [0, 1, 40, 1000];

/** What a script has done so far. */
interface Done {
  /** Texts by turn, as they were asked to be written. */
  asked: Map<string, string>;
  /** The same, as of when the store was said to have it all. */
  acknowledged: Map<string, string>;
}

/** Two windows that ask in turn, each after what it read of the other, with titles between. */
async function converse(left: History, right: History, done: Done): Promise<void> {
  let last: string | null = null;
  for (const [name, history] of [
    ['p', left],
    ['q', right],
    ['r', left],
    ['s', right],
  ] as const) {
    await history.open('a').catch(() => undefined);
    const id = `${name}-reply`;
    await write(history, done, [question(name, last)], true);
    await write(history, done, [reply(id, name)]);
    await write(history, done, [text(id, 0, `So says ${name}`)]);
    await write(history, done, [text(id, 9, ', and that is it.'), { type: 'title', title: name }]);
    await write(history, done, [ended(id)], true);
    last = id;
  }
}

async function write(
  history: History,
  done: Done,
  changes: readonly ConversationChange[],
  durable = false,
): Promise<void> {
  for (const change of changes) {
    if (change.type === 'question') {
      done.asked.set(change.turn.id, change.turn.text);
    } else if (change.type === 'text') {
      done.asked.set(change.turn, (done.asked.get(change.turn) ?? '') + change.text);
    }
  }
  const asked = new Map(done.asked);
  await history.write('a', changes, durable);
  if (history.state.isSaving) {
    done.acknowledged = asked;
  }
}

const textsOf = (stored: StoredConversation | undefined): Map<string, string> =>
  new Map((stored?.turns ?? []).map((turn) => [turn.id, turn.text]));

async function read(folder: MemoryFolder): Promise<StoredConversation | undefined> {
  return createHistory(folder.as('new'), { writer: 'new', clock: new ManualClock() }).open('a');
}

interface Run {
  folder: MemoryFolder;
  clock: ManualClock;
  left: History;
  right: History;
  done: Done;
  finished: Promise<void>;
}

function run(at: number, fault: StoreFault): Run {
  const folder = new MemoryFolder();
  folder.failAt(at, fault);
  const clock = new ManualClock();
  const left = createHistory(folder.as('left'), { writer: 'left', clock });
  const right = createHistory(folder.as('right'), { writer: 'right', clock });
  const done: Done = { asked: new Map(), acknowledged: new Map() };
  return { folder, clock, left, right, done, finished: converse(left, right, done) };
}

async function callsOfAll(): Promise<number> {
  const { folder, finished } = run(0, { message: 'never' });
  await finished;
  return folder.calls.length;
}

describe('a conversation of two windows', () => {
  it('is all there, once and in order, whichever call of the store fails', async () => {
    const calls = await callsOfAll();
    assert.ok(calls > 20);
    for (let at = 1; at <= calls; at++) {
      for (const written of WRITTEN) {
        const { folder, clock, left, right, done, finished } = run(at, { message: 'failed', written });
        await finished;
        await clock.pass(60_000);
        assert.deepEqual([left.state, right.state], [{ isSaving: true }, { isSaving: true }]);
        const stored = (await read(folder)) ?? assert.fail();
        const what = `call ${at}, ${written} bytes written`;
        assert.deepEqual([...textsOf(stored)].sort(), [...done.asked].sort(), what);
        assert.equal(stored.turns.length, 8, what);
        assert.deepEqual([stored.damage, stored.unfinishedReplies, stored.title], [undefined, [], 's'], what);
      }
    }
  });

  it('is all there when the store fails from some call on and works again later', async () => {
    const calls = await callsOfAll();
    for (let at = 1; at <= calls; at += 2) {
      const { folder, clock, done, finished } = run(at, { message: 'never' });
      folder.intercept = ({ number, kind }) =>
        number >= at && kind === 'append' ? { message: 'full', written: number % 50 } : undefined;
      await finished;
      folder.heal();
      await clock.pass(60_000);
      const stored = (await read(folder)) ?? assert.fail();
      assert.deepEqual([...textsOf(stored)].sort(), [...done.asked].sort(), `from call ${at} on`);
      assert.deepEqual([stored.damage, stored.unfinishedReplies], [undefined, []]);
    }
  });

  it('has lost nothing that was acknowledged, and has nothing twice, whichever call the windows die at', async () => {
    const calls = await callsOfAll();
    for (let at = 1; at <= calls; at++) {
      for (const written of WRITTEN) {
        const { folder, done, finished } = run(at, { message: 'killed', written, isDeath: true });
        await Promise.race([finished, settled()]);
        const { acknowledged } = done;
        folder.heal();
        const what = `killed at call ${at}, ${written} bytes written`;
        assertHolds(await read(folder), acknowledged, done.asked, what);

        const next = createHistory(folder.as('next'), { writer: 'next', clock: new ManualClock() });
        const before = await next.open('a');
        const last = before?.turns.at(-1)?.id ?? null;
        await next.write('a', [
          question('t', last),
          reply('t-reply', 't'),
          text('t-reply', 0, 'On.'),
          ended('t-reply'),
        ]);
        const after = (await read(folder)) ?? assert.fail();
        assertHolds(
          after,
          acknowledged,
          new Map([...done.asked, ['t', 'what is t?'], ['t-reply', 'On.']]),
          what,
        );
        assert.deepEqual(
          after.turns.slice(-2).map((turn) => turn.text),
          ['what is t?', 'On.'],
          what,
        );
      }
    }
  });
});

/** Holds at least what was acknowledged, and of what was asked for nothing but its beginning. */
function assertHolds(
  stored: StoredConversation | undefined,
  acknowledged: ReadonlyMap<string, string>,
  asked: ReadonlyMap<string, string>,
  what: string,
): void {
  const texts = textsOf(stored);
  assert.equal(texts.size, stored?.turns.length ?? 0, `${what}: none twice`);
  for (const [id, said] of acknowledged) {
    assert.ok(texts.get(id)?.startsWith(said), `${what}: ${id}`);
  }
  for (const [id, said] of texts) {
    assert.ok((asked.get(id) ?? '').startsWith(said), `${what}: ${id} is as it was asked for`);
  }
}
