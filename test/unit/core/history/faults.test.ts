import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createHistory } from '../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../src/core/history/history.ts';
import type { ConversationChange } from '../../../../src/core/history/records/record.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder, type StoreFault } from '../../../support/memoryHistoryFiles.ts';
import { ended, question, reply, text } from './changes.ts';
import { closeWindows, onDisk, openWindowOn, QUESTION, type Window } from './historyWindows.ts';
import { ManualClock, settled } from './manualClock.ts';

/** Number of bytes that the failing append writes nevertheless. */
const WRITTEN_BYTES = [0, 1, 40, 1000];

/** Progress of a script. */
interface Progress {
  /** Texts passed to `write`, by turn. */
  asked: Map<string, string>;
  /** The same, when the store last had all of it. */
  acknowledged: Map<string, string>;
}

/** Two windows ask in turn, each after reading what the other wrote, and set titles in between. */
async function converse(left: History, right: History, progress: Progress): Promise<void> {
  let last: string | null = null;
  for (const [name, history] of [
    ['p', left],
    ['q', right],
    ['r', left],
    ['s', right],
  ] as const) {
    await history.open('a').catch(() => undefined);
    const id = `${name}-reply`;
    await write(history, progress, [question(name, last)], true);
    await write(history, progress, [reply(id, name)]);
    await write(history, progress, [text(id, 0, `So says ${name}`)]);
    await write(history, progress, [text(id, 9, ', and that is it.'), { type: 'title', title: name }]);
    await write(history, progress, [ended(id)], true);
    last = id;
  }
}

async function write(
  history: History,
  progress: Progress,
  changes: readonly ConversationChange[],
  durable = false,
): Promise<void> {
  for (const change of changes) {
    if (change.type === 'question') {
      progress.asked.set(change.turn.id, change.turn.text);
    } else if (change.type === 'text') {
      progress.asked.set(change.turn, (progress.asked.get(change.turn) ?? '') + change.text);
    }
  }
  const asked = new Map(progress.asked);
  await history.write('a', changes, durable);
  if (history.state.isSaving) {
    progress.acknowledged = asked;
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
  progress: Progress;
  finished: Promise<void>;
}

function run(at: number, fault: StoreFault): Run {
  const folder = new MemoryFolder();
  folder.failAt(at, fault);
  const clock = new ManualClock();
  const left = createHistory(folder.as('left'), { writer: 'left', clock });
  const right = createHistory(folder.as('right'), { writer: 'right', clock });
  const progress: Progress = { asked: new Map(), acknowledged: new Map() };
  return { folder, clock, left, right, progress, finished: converse(left, right, progress) };
}

async function countCalls(): Promise<number> {
  const { folder, finished } = run(0, { message: 'never' });
  await finished;
  return folder.calls.length;
}

describe('a conversation shared by two windows', () => {
  it('contains every turn once, in order, whichever call of the store fails', async () => {
    const calls = await countCalls();
    assert.ok(calls > 20);
    for (let at = 1; at <= calls; at++) {
      for (const written of WRITTEN_BYTES) {
        const { folder, clock, left, right, progress, finished } = run(at, { message: 'failed', written });
        await finished;
        await clock.pass(60_000);
        assert.deepEqual([left.state, right.state], [{ isSaving: true }, { isSaving: true }]);
        const stored = (await read(folder)) ?? assert.fail();
        const what = `call ${at}, ${written} bytes written`;
        assert.deepEqual([...textsOf(stored)].sort(), [...progress.asked].sort(), what);
        assert.equal(stored.turns.length, 8, what);
        assert.deepEqual([stored.damage, stored.unfinishedReplies, stored.title], [undefined, [], 's'], what);
      }
    }
  });

  it('contains every turn if the store fails from any call on and recovers later', async () => {
    const calls = await countCalls();
    for (let at = 1; at <= calls; at += 2) {
      const { folder, clock, progress, finished } = run(at, { message: 'never' });
      folder.intercept = ({ number, kind }) =>
        number >= at && kind === 'append' ? { message: 'full', written: number % 50 } : undefined;
      await finished;
      folder.heal();
      await clock.pass(60_000);
      const stored = (await read(folder)) ?? assert.fail();
      assert.deepEqual([...textsOf(stored)].sort(), [...progress.asked].sort(), `from call ${at} on`);
      assert.deepEqual([stored.damage, stored.unfinishedReplies], [undefined, []]);
    }
  });

  it('loses nothing acknowledged and duplicates nothing, whichever call the windows are killed at', async () => {
    const calls = await countCalls();
    for (let at = 1; at <= calls; at++) {
      for (const written of WRITTEN_BYTES) {
        const { folder, progress, finished } = run(at, { message: 'killed', written, isDeath: true });
        await Promise.race([finished, settled()]);
        const { acknowledged } = progress;
        folder.heal();
        const what = `killed at call ${at}, ${written} bytes written`;
        assertContains(await read(folder), acknowledged, progress.asked, what);

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
        assertContains(
          after,
          acknowledged,
          new Map([...progress.asked, ['t', 'what is t?'], ['t-reply', 'On.']]),
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

/** What a person does: asks, switches, deletes and restores, and changes properties. */
const ACTIONS: readonly ((window: Window, ids: string[], undo: (() => void)[]) => unknown)[] = [
  ({ conversations }) => conversations.current.ask(QUESTION),
  ({ conversations }, ids) => ids.push(conversations.current.conversation.id),
  ({ conversations }) => conversations.startNew(),
  ({ conversations }) => conversations.current.ask(QUESTION),
  ({ conversations }, ids) => ids.push(conversations.current.conversation.id),
  ({ conversations }, [id = '']) => conversations.show(id),
  ({ conversations }) => conversations.current.ask(QUESTION),
  ({ conversations }, [id = '']) => conversations.rename(id, 'Named'),
  ({ conversations: { current } }) => current.remove(current.conversation.turns[0]?.id ?? ''),
  ({ conversations }, [, id = ''], undo) => undo.push(conversations.remove(id)),
  (_window, _ids, undo) => undo.pop()?.(),
  ({ conversations }, [, id = '']) => conversations.remove(id),
  ({ conversations }) => conversations.current.ask(QUESTION),
];

const UNDO_AT = 10;

describe('a window', () => {
  afterEach(closeWindows);

  /** Runs the actions while one call fails. @returns number of calls */
  async function act(failing: number, written: number): Promise<number> {
    const folder = new MemoryFolder();
    const clock = new ManualClock();
    let calls = 0;
    /** Whether something is written, but not synced. */
    let isUnsynced = false;
    folder.intercept = ({ writer, kind, size }) => {
      if (writer !== 'one' || ++calls !== failing) {
        return undefined;
      }
      isUnsynced = kind === 'append' && size === 0;
      return { message: 'failed', written };
    };
    const history = createHistory(folder.as('one'), { writer: 'one', clock });
    const window = openWindowOn(history);
    const [ids, undo]: [string[], (() => void)[]] = [[], []];
    let trashed: string | undefined;
    /** Whether all that the window has is on disk, as another window reads it. */
    const isSaved = async (): Promise<boolean> => {
      const shown = window.conversations.loaded.map(({ conversation }) => conversation);
      const saved = await Promise.all(
        shown.map(async ({ id, turns, title }) => {
          const found = await onDisk(folder, id);
          return isDeepStrictEqual([found?.turns, found?.title, found?.damage], [turns, title, undefined]);
        }),
      );
      const isTrashed = async (id: string): Promise<boolean> =>
        (await onDisk(folder, id))?.trashedAt !== undefined;
      const areInTrash = await Promise.all(ids.map(async (id) => (await isTrashed(id)) === (id === trashed)));
      return [...saved, ...areInTrash].every(Boolean);
    };
    for (const [index, action] of ACTIONS.entries()) {
      await action(window, ids, undo);
      trashed = index > UNDO_AT || index === UNDO_AT - 1 ? ids[1] : undefined;
      await window.conversations.flush();
      await settled();
      // What is undone before it is on disk makes no difference there.
      if (history.state.isSaving || index < UNDO_AT) {
        const isOnDisk: boolean = (await isSaved()) && !isUnsynced;
        assert.equal(isOnDisk, history.state.isSaving, `action ${index}, call ${failing}`);
      }
    }
    await clock.pass(60_000);
    assert.deepEqual([history.state, await isSaved()], [{ isSaving: true }, true], `call ${failing}`);
    await history.dispose();
    return calls;
  }

  it('loses and duplicates nothing, and says that it is not saving exactly while it is not, whichever call fails', async () => {
    const calls = await act(0, 0);
    assert.ok(calls > 15, String(calls));
    for (let failing = 1; failing <= calls; failing++) {
      for (const written of [0, 40]) {
        await act(failing, written);
      }
    }
  });
});

/** Contains at least what was acknowledged, and otherwise only prefixes of what was written. */
function assertContains(
  stored: StoredConversation | undefined,
  acknowledged: ReadonlyMap<string, string>,
  asked: ReadonlyMap<string, string>,
  what: string,
): void {
  const texts = textsOf(stored);
  assert.equal(texts.size, stored?.turns.length ?? 0, `${what}: no duplicates`);
  for (const [id, said] of acknowledged) {
    assert.ok(texts.get(id)?.startsWith(said), `${what}: ${id}`);
  }
  for (const [id, said] of texts) {
    assert.ok((asked.get(id) ?? '').startsWith(said), `${what}: ${id} is a prefix of what was written`);
  }
}
