import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import { prependChecksum, verifyChecksum } from '../../../../../src/core/history/files/historyCache.ts';
import type { ConversationChange } from '../../../../../src/core/history/records/record.ts';
import type { ConversationSummary } from '../../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../../support/property.ts';
import { ManualClock } from '../manualClock.ts';

function asked(id: string, text: string): ConversationChange {
  return { type: 'question', turn: { kind: 'user', id, text, attachments: [], at: 1 }, after: null };
}

/** Writes changes in a window that is opened only for that. */
async function write(
  folder: MemoryFolder,
  id: string,
  changes: readonly ConversationChange[],
  writer = 'one',
): Promise<void> {
  const history = createHistory(folder.as(writer), { writer, clock: new ManualClock() });
  await history.write(id, changes, true);
  await history.dispose();
}

async function folderOf(...ids: readonly string[]): Promise<MemoryFolder> {
  const folder = new MemoryFolder();
  for (const id of ids) {
    await write(folder, id, [{ type: 'begin' }, asked(`${id}-0`, `What is ${id}?`)]);
  }
  return folder;
}

function run(folder: MemoryFolder, clock = new ManualClock()) {
  const history = createHistory(folder.as('reader'), { writer: 'reader', clock });
  return { list: () => history.list(), end: () => history.dispose() };
}

/** The list without any cache. */
function plainList(folder: MemoryFolder): Promise<readonly ConversationSummary[]> {
  return createHistory(folder.copy().as('plain'), { writer: 'plain', clock: new ManualClock() }).list();
}

/** Names of the files that are read during `work`. */
async function readsOf(folder: MemoryFolder, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = folder.calls.length;
  await work();
  return folder.calls
    .slice(before)
    .filter(({ kind }) => kind === 'read')
    .map(({ name }) => name);
}

/** A folder with the cache that an earlier run wrote. */
async function cachedFolder(...ids: readonly string[]): Promise<MemoryFolder> {
  const folder = await folderOf(...ids);
  const earlier = run(folder);
  await earlier.list();
  await earlier.end();
  assert.ok(folder.caches.has('list'));
  return folder;
}

describe('the list of conversations', () => {
  test('reads no file if an earlier run wrote the cache', async () => {
    const folder = await cachedFolder('a', 'b', 'c');
    const later = run(folder);
    assert.deepEqual(await readsOf(folder, later.list), []);
    assert.deepEqual(await later.list(), await plainList(folder));
  });

  test('reads only the files of the conversation that changed', async () => {
    const folder = await cachedFolder('a', 'b', 'c');
    const later = run(folder);
    await later.list();
    await write(folder, 'b', [{ type: 'title', title: 'Mine' }], 'two');
    assert.deepEqual(await readsOf(folder, later.list), ['b~one.jsonl', 'b~two.jsonl']);
    assert.deepEqual(await readsOf(folder, later.list), []);
    assert.deepEqual((await later.list()).map(({ title }) => title).sort(), [
      'Mine',
      'What is a?',
      'What is c?',
    ]);
    await later.end();
    assert.deepEqual(await readsOf(folder, run(folder).list), []);
  });

  test('reads each file once for concurrent requests', async () => {
    const folder = await folderOf('a', 'b');
    const { list } = run(folder);
    const reads = await readsOf(folder, () => Promise.all([list(), list()]));
    assert.deepEqual(reads.toSorted(), ['a~one.jsonl', 'b~one.jsonl']);
  });

  test('writes the cache some time after the last change, and only after a change', async () => {
    const folder = await folderOf('a');
    const clock = new ManualClock();
    const { list, end } = run(folder, clock);
    await list();
    await clock.pass(4_000);
    await write(folder, 'a', [{ type: 'pin', pinned: true }], 'two');
    await list();
    await clock.pass(4_000);
    assert.equal(folder.count('writeCache'), 0);
    await clock.pass(2_000);
    assert.equal(folder.count('writeCache'), 1);
    await list();
    await end();
    assert.equal(folder.count('writeCache'), 1);
  });

  test("shows the cached row of a conversation that can't be read, and reads it again later", async () => {
    const folder = await cachedFolder('a', 'b');
    await write(folder, 'b', [{ type: 'pin', pinned: true }], 'two');
    const { list, end } = run(folder);
    folder.break(['read'], { message: 'input/output error' });
    const broken = await list();
    assert.equal(broken.length, 2);
    const of = (all: readonly ConversationSummary[]) => all.find(({ id }) => id === 'b');
    assert.equal(of(broken)?.title, 'What is b?');
    assert.equal(of(broken)?.pinned, false);
    assert.equal(of(broken)?.damagedTurns, 0);
    await end();
    folder.heal();
    const healed = await run(folder).list();
    assert.equal(of(healed)?.pinned, true);
    assert.equal(of(healed)?.damagedTurns, undefined);
  });

  test('is complete if the cache can be neither read nor written', async () => {
    const folder = await cachedFolder('a', 'b');
    folder.break(['readCache', 'writeCache']);
    const { list, end } = run(folder);
    assert.deepEqual(await list(), await plainList(folder));
    await end();
  });

  test('is the same if the cache is missing, truncated or changed at any byte', async () => {
    const folder = await cachedFolder('a', 'b');
    const expected = await plainList(folder);
    const intact = folder.caches.get('list') ?? new Uint8Array();
    for (let at = 0; at < intact.length; at += 1) {
      const changed = intact.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      for (const bytes of [changed, intact.slice(0, at)]) {
        folder.caches.set('list', bytes);
        assert.deepEqual(await run(folder).list(), expected, `at ${at}`);
      }
    }
    folder.caches.delete('list');
    assert.deepEqual(await run(folder).list(), expected);
  });

  interface Cache {
    version: number;
    entries: { id: string; stamp: string; value: ConversationSummary }[];
  }
  const wrong = ({ version, entries }: Cache): Cache => ({
    version,
    entries: entries.map((one) => ({ ...one, value: { ...one.value, title: 'Made up' } })),
  });
  for (const [what, toContent] of [
    ['of a later version', (cache: Cache) => ({ ...wrong(cache), version: cache.version + 1 })],
    ['of an earlier version', (cache: Cache) => ({ ...wrong(cache), version: cache.version - 1 })],
    [
      'of other files',
      (cache: Cache) => ({
        ...cache,
        entries: wrong(cache).entries.map((one) => ({ ...one, stamp: '1-a-b' })),
      }),
    ],
    [
      'of conversations that do not exist',
      (cache: Cache) => ({ ...cache, entries: cache.entries.map((one) => ({ ...one, id: '__proto__' })) }),
    ],
    [
      'with values of other types',
      (cache: Cache) => ({
        ...cache,
        entries: cache.entries.map((one) => ({ ...one, value: { ...one.value, title: 4 } })),
      }),
    ],
    ['that is not an object', () => 'list'],
  ] as const) {
    test(`ignores a cache ${what}`, async () => {
      const folder = await cachedFolder('a', 'b');
      const cached = verifyChecksum(folder.caches.get('list') ?? new Uint8Array());
      const content = toContent(JSON.parse(new TextDecoder().decode(cached)));
      folder.caches.set('list', prependChecksum(new TextEncoder().encode(JSON.stringify(content))));
      const { list, end } = run(folder);
      assert.deepEqual(await list(), await plainList(folder));
      await end();
      assert.deepEqual(await readsOf(folder, run(folder).list), []);
    });
  }

  test('is the same as without a cache after any changes', async () => {
    const id = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ do: fc.constant('ask' as const), id, text: fc.string() }),
      fc.record({
        do: fc.constantFrom('pin' as const, 'trash' as const, 'title' as const, 'remove' as const),
        id,
      }),
      fc.constant({ do: 'restart' as const, id: '' }),
      fc.constant({ do: 'list' as const, id: '' }),
    );
    await holds(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const folder = new MemoryFolder();
        let reader = run(folder);
        for (const [index, { id, ...step }] of steps.entries()) {
          const now = String(index);
          if (step.do === 'restart') {
            await reader.end();
            reader = run(folder);
          } else if (step.do === 'list') {
            await reader.list();
          } else if (step.do === 'remove') {
            folder.files.clear();
          } else {
            const change: ConversationChange =
              step.do === 'ask'
                ? asked(now, 'text' in step ? step.text : '')
                : step.do === 'pin'
                  ? { type: 'pin', pinned: true }
                  : step.do === 'trash'
                    ? { type: 'trash', trashed: true }
                    : { type: 'title', title: now };
            await write(folder, id, [change], `w${index}`);
          }
          assert.deepEqual(await reader.list(), await plainList(folder));
        }
        await reader.end();
      }),
      { runs: 60 },
    );
  });
});
