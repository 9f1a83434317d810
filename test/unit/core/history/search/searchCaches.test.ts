import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ReadStored, stampFiles } from '../../../../../src/core/history/files/historyCache.ts';
import type { HistoryFile } from '../../../../../src/core/history/files/historyFiles.ts';
import { createHistorySearch } from '../../../../../src/core/history/search/createHistorySearch.ts';
import type { HistorySearch } from '../../../../../src/core/history/search/historySearch.ts';
import { holds } from '../../../../support/property.ts';
import { ManualClock } from '../manualClock.ts';
import { Library, stored } from './searchSupport.ts';

function library(): Library {
  return new Library().put(
    stored('one', ['What is sought?', 'First — 字.']),
    stored('two', ['Another', 'also sought']),
    stored('three', ['Nothing of it', 'at all']),
  );
}

function file(name: string, size: number): HistoryFile {
  return { name, conversation: 'one', writer: 'w', size, changedAt: 1 };
}

function searchOf(
  { files, read, onChanged }: Pick<Library, 'files' | 'read' | 'onChanged'>,
  clock = new ManualClock(),
): HistorySearch {
  return createHistorySearch(files, { clock, read, onChanged });
}

const EXPECTED_IDS = ['one', 'two'];

/** The hits of a new run. */
async function foundIds(library: Library): Promise<string[]> {
  library.opened = [];
  const search = searchOf(library);
  const { hits } = await search.search('sought', { limit: 9 });
  return hits.map(({ conversationId }) => conversationId);
}

/** A library with the caches that an earlier run wrote. */
async function cached(): Promise<Library> {
  const some = library();
  const search = searchOf(some);
  await search.prepare();
  await search.dispose();
  assert.ok(some.folder.caches.size > 0);
  return some;
}

describe('the search caches', () => {
  test('let the next run read no conversation', async () => {
    const some = await cached();
    assert.deepEqual(await foundIds(some), EXPECTED_IDS);
    assert.deepEqual(some.opened, []);
  });

  test('are updated by reading only the conversation that changed', async () => {
    const some = await cached();
    const clock = new ManualClock();
    const search = searchOf(some, clock);
    await search.prepare();
    await clock.pass(1_000);
    some.put(stored('three', ['Now sought as well']));
    some.opened = [];
    await search.search('absent', { limit: 9 });
    assert.deepEqual(some.opened, ['three']);
    const reads = some.folder.count('readCache');
    const { total } = await search.search('sought', { limit: 0 });
    assert.deepEqual([total, some.opened, some.folder.count('readCache')], [3, ['three'], reads]);
    const writes = some.folder.count('writeCache');
    await search.dispose();
    assert.equal(some.folder.count('writeCache'), writes + 1);
    assert.deepEqual(await foundIds(some), ['one', 'three', 'two']);
    assert.deepEqual(some.opened, []);
  });

  test('are written, and released from memory, some time after the last search', async () => {
    const some = library();
    const clock = new ManualClock();
    const search = searchOf(some, clock);
    await search.search('sought', { limit: 0 });
    await clock.pass(4_000);
    some.put(stored('two', ['Another', 'still sought']));
    await search.search('sought', { limit: 0 });
    await clock.pass(4_000);
    assert.equal(some.folder.count('writeCache'), 0);
    await clock.pass(2_000);
    assert.ok(some.folder.count('writeCache') > 0);
    const reads = some.folder.count('readCache');
    await search.search('sought', { limit: 0 });
    assert.equal(some.folder.count('readCache'), reads);
    await clock.pass(600_000);
    some.opened = [];
    assert.equal((await search.search('sought', { limit: 0 })).total, 2);
    assert.equal(some.folder.count('readCache'), 2 * reads);
    assert.deepEqual(some.opened, []);
  });

  test('are built in time slices, between which other tasks run', async () => {
    const some = new Library();
    for (let index = 0; index < 60; index += 1) {
      some.put(stored(`c${index}`, ['text']));
    }
    let now = 0;
    let longestSlice = 0;
    let sliceStart = 0;
    const clock = {
      now: () => now,
      monotonic: () => now,
      schedule: (_ms: number, run: () => void) => {
        longestSlice = Math.max(longestSlice, now - sliceStart);
        sliceStart = now;
        setTimeout(run, 0);
        return () => undefined;
      },
    };
    const read: ReadStored = (...of) => {
      now += 2;
      return some.read(...of);
    };
    await createHistorySearch(some.files, { clock, read }).prepare();
    assert.equal(some.opened.length, 60);
    assert.ok(longestSlice <= 16, `${longestSlice} ms`);
  });
});

test('a search finds the same as one without caches, after any changes, restarts and damage of caches', async () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.oneof(
    fc.record({
      do: fc.constant('put' as const),
      id,
      text: fc.constantFrom('sought', 'other', 'sought, other'),
    }),
    fc.record({ do: fc.constant('delete' as const), id }),
    fc.record({ do: fc.constant('damage' as const), at: fc.nat(), byte: fc.nat({ max: 255 }) }),
    fc.record({ do: fc.constantFrom('restart' as const, 'rest' as const) }),
  );
  await holds(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const some = new Library();
      const clock = new ManualClock();
      let search = searchOf(some, clock);
      for (const step of steps) {
        switch (step.do) {
          case 'put':
            some.put(stored(step.id, [step.text]));
            break;
          case 'delete':
            some.delete(step.id);
            break;
          case 'damage':
            await search.dispose();
            for (const bytes of some.folder.caches.values()) {
              bytes[step.at % bytes.length] = step.byte;
            }
            search = searchOf(some, clock);
            break;
          case 'restart':
            await search.dispose();
            search = searchOf(some, clock);
            break;
          case 'rest':
            await clock.pass(300_000);
        }
        await clock.pass(1_000);
        const without = searchOf({ ...some, files: { ...some.files, readCache: async () => undefined } });
        const [cached, plain] = await Promise.all(
          [search, without].map((one) => one.search('sought', { limit: 9 })),
        );
        assert.deepEqual(cached, plain);
      }
    }),
    { runs: 100 },
  );
});

describe('the stamp of a conversation', () => {
  const stamp = (...files: ReturnType<typeof file>[]) => stampFiles(files).get('one')?.stamp;

  test('is the same in any order of its files', () => {
    assert.equal(stamp(file('a', 1), file('b', 2)), stamp(file('b', 2), file('a', 1)));
  });

  test('changes when a file grows, appears, disappears or has another name', () => {
    const stamps = [
      stamp(file('a', 1), file('b', 2)),
      stamp(file('a', 1), file('b', 3)),
      stamp(file('a', 2), file('b', 1)),
      stamp(file('a', 1), file('b', 2), file('c', 0)),
      stamp(file('a', 1)),
      stamp(file('a', 1), file('c', 2)),
    ];
    assert.equal(new Set(stamps).size, stamps.length);
  });
});
