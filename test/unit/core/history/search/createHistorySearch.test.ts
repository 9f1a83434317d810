import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { summarize } from '../../../../../src/core/history/list/summarize.ts';
import type { StoredConversation } from '../../../../../src/core/history/records/storedConversation.ts';
import { createHistorySearch } from '../../../../../src/core/history/search/createHistorySearch.ts';
import {
  normalizeForSearch,
  searchTerms,
} from '../../../../../src/core/history/search/normalizeForSearch.ts';
import { searchedTexts } from '../../../../../src/core/history/search/searchedTurns.ts';
import { containsBytes } from '../../../../../src/vscode/node/containsBytes.ts';
import { holds } from '../../../../support/property.ts';
import { ManualClock } from '../manualClock.ts';
import { Library, question, stored } from './searchSupport.ts';

const search = ({ files, read, onChanged }: Library, clock = new ManualClock()) =>
  createHistorySearch(files, { clock, read, onChanged });

async function found(library: Library, query: string): Promise<string[]> {
  const { hits } = await search(library).search(query, { limit: 1000 });
  return hits.map(({ conversationId }) => conversationId);
}

describe('a search in all conversations', () => {
  const library = new Library().put(
    stored('durations', ['Why is parseDuration NaN?', 'The **unit** is missing: `parseDuration("5")`.']),
    stored('cafés', ['Wo gibt es ein Café in der Großstraße?', 'Überall.']),
    stored('chinese', ['如何解析持续时间？', '请使用 parseDuration。']),
  );
  library.put({
    ...stored('attached', []),
    turns: [question('attached-0', 'What is it?', { path: 'src/clock.ts', text: 'const tick = 40;' })],
  });

  for (const [query, ids] of [
    ['parseDuration', ['chinese', 'durations']],
    ['PARSEduration unit', ['durations']],
    ['seDur', ['chinese', 'durations']],
    ['missing nan', ['durations']],
    ['missing absent', []],
    ['"unit is missing"', []],
    ['"is missing: `parse"', ['durations']],
    ['cafe', ['cafés']],
    ['GROSSSTRASSE', ['cafés']],
    ['解析', ['chinese']],
    ['clock.ts', ['attached']],
    ['tick', ['attached']],
    ['', []],
    ['" "', []],
  ] as const) {
    test(`finds ${ids.length > 0 ? ids.join(' and ') : 'nothing'} by ${JSON.stringify(query)}`, async () => {
      assert.deepEqual((await found(library, query)).sort(), ids);
    });
  }

  test('returns the turn with the most terms, a snippet of it and the ranges of the matches', async () => {
    const { hits, total, unreadable } = await search(library).search('unit parseduration', { limit: 10 });
    assert.deepEqual(hits, [
      {
        conversationId: 'durations',
        titleRanges: [[7, 20]],
        turnId: 'durations-1',
        snippet: 'The **unit** is missing: `parseDuration("5")`.',
        ranges: [
          [6, 10],
          [26, 39],
        ],
      },
    ]);
    assert.deepEqual([total, unreadable], [1, 0]);
  });

  test('returns matches in titles first, then the others, both latest first', async () => {
    const many = new Library().put(
      stored('old', ['x', 'sought'], { changedAt: 1 }),
      stored('new', ['x', 'sought'], { changedAt: 9 }),
      stored('old title', ['sought'], { changedAt: 2 }),
      stored('own title', ['x'], { changedAt: 3, title: 'Sought' }),
    );
    assert.deepEqual(await found(many, 'sought'), ['own title', 'old title', 'new', 'old']);
    const { hits, total } = await search(many).search('sought', { limit: 1 });
    assert.deepEqual([hits.length, total], [1, 4]);
    assert.deepEqual(
      { ...hits[0], titleRanges: [] },
      {
        conversationId: 'own title',
        titleRanges: [],
        snippet: 'x',
        ranges: [],
      },
    );
  });

  test('does not repeat the title as a snippet', async () => {
    const some = new Library().put(
      stored('elsewhere', ['sought first', 'no', 'and sought again']),
      stored('only title', ['sought first', 'the beginning of the reply']),
    );
    const { hits } = await search(some).search('sought', { limit: 9 });
    const shown = Object.fromEntries(hits.map((hit) => [hit.conversationId, hit]));
    assert.equal(shown['elsewhere']?.snippet, 'and sought again');
    assert.equal(shown['only title']?.snippet, 'the beginning of the reply');
    assert.deepEqual([shown['only title']?.turnId, shown['only title']?.ranges], [undefined, []]);
    assert.deepEqual(shown['only title']?.titleRanges, [[0, 6]]);
  });

  test('searches only the conversations that are wanted', async () => {
    const { hits, total } = await search(library).search('parse', {
      limit: 10,
      isWanted: (id) => id === 'chinese',
    });
    assert.deepEqual([hits.map(({ conversationId }) => conversationId), total], [['chinese'], 1]);
  });

  test('reports the number of unreadable conversations, and finds them once they are readable', async () => {
    const some = new Library().put(stored('one', ['sought']), stored('other', ['sought']));
    some.broken.add('one');
    const clock = new ManualClock();
    const history = search(some, clock);
    assert.equal((await history.search('sought', { limit: 9 })).unreadable, 1);
    some.broken.clear();
    await clock.pass(10_000);
    const { hits, unreadable } = await history.search('sought', { limit: 9 });
    assert.deepEqual([hits.length, unreadable], [2, 0]);
  });

  test('finds what is new also after the clock was set back', async () => {
    const some = new Library().put(stored('one', ['sought']));
    const clock = new ManualClock();
    const history = search(some, clock);
    assert.equal((await history.search('sought', { limit: 9 })).total, 1);
    some.put(stored('other', ['sought']));
    clock.setBy = -3_600_000;
    await clock.pass(1_000);
    assert.equal((await history.search('sought', { limit: 9 })).total, 2);
  });

  test('finds new text, and nothing that was deleted', async () => {
    const some = new Library().put(stored('one', ['before']), stored('other', ['before']));
    const clock = new ManualClock();
    const history = search(some, clock);
    await history.prepare();
    some.put(stored('one', ['x', 'after']));
    some.delete('other');
    await clock.pass(1_000);
    assert.equal((await history.search('before', { limit: 9 })).total, 0);
    const { hits } = await history.search('after', { limit: 9 });
    assert.deepEqual(
      hits.map(({ snippet }) => snippet),
      ['after'],
    );
    some.put(stored('one', ['x', 'and long after']));
    await clock.pass(1_000);
    const later = await history.search('after', { limit: 9 });
    assert.deepEqual(
      later.hits.map(({ snippet }) => snippet),
      ['and long after'],
    );
  });

  test('lists the files again once they have changed, but not at each key press, or at last after 10 s', async () => {
    const some = new Library().put(stored('one', ['sought']));
    const clock = new ManualClock();
    const history = search(some, clock);
    for (const [passed, isChanged, count] of [
      [0, false, 1],
      [3_000, false, 1],
      [0, true, 2],
      [300, true, 2],
      [700, false, 3],
      [9_999, false, 3],
      [1, false, 4],
    ] as const) {
      await clock.pass(passed);
      if (isChanged) {
        some.touch();
      }
      assert.equal((await history.search('s', { limit: 9 })).total, 1);
      assert.equal(some.folder.count('list'), count);
    }
    assert.deepEqual(some.opened, ['one']);
  });

  test('rejects if it is aborted, and the next one uses what was read until then', async () => {
    const some = new Library().put(stored('one', ['sought']), stored('two', ['sought']));
    const abort = new AbortController();
    const history = search(some);
    const aborted = history.search('sought', { limit: 9, signal: abort.signal });
    abort.abort();
    await assert.rejects(aborted, { name: 'AbortError' });
    await history.search('sought', { limit: 0 });
    assert.equal(some.opened.length, 2);
  });

  test('waits for an update of the index that is running, and lists no files again', async () => {
    const some = new Library().put(stored('one', ['sought']));
    const history = search(some);
    const [, { total }] = await Promise.all([history.prepare(), history.search('sought', { limit: 0 })]);
    assert.deepEqual([total, some.folder.count('list')], [1, 1]);
  });

  test("rejects if the files can't be listed, but `prepare` does not", async () => {
    const some = new Library();
    some.folder.break(['list'], { message: 'no such device' });
    await assert.rejects(search(some).search('x', { limit: 1 }), /no such device/);
    await search(some).prepare();
  });
});

describe('generated conversations', () => {
  const words = [
    'one',
    'onetwo',
    'Two',
    'thrée',
    'ﬁve',
    '한글',
    '字',
    'a-b',
    'ONE',
    '\n',
    '```',
    '"',
    'ss',
    'ß',
  ];
  const text = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((all) => all.join(' '));
  const conversations = fc.array(fc.tuple(fc.array(text, { maxLength: 5 }), fc.nat({ max: 9 })), {
    maxLength: 8,
  });
  const query = fc
    .array(
      fc.oneof(fc.constantFrom(...words, 'o', 'two 字', 'ne t'), fc.constantFrom('"one two"', '"字 a"')),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((all) => all.join(' '));

  /** The expected results, found in the simplest way. */
  function naive(all: readonly StoredConversation[], query: string): string[] {
    const terms = searchTerms(query);
    const has = (conversation: StoredConversation) =>
      terms.every((term) =>
        [summarize(conversation).title, ...conversation.turns.flatMap(searchedTexts)].some((part) =>
          normalizeForSearch(part).includes(term),
        ),
      );
    return terms.length === 0 ? [] : all.filter(has).map(({ id }) => id);
  }

  test('are found exactly if a naive search finds them, with ranges that match', async () => {
    await holds(
      fc.asyncProperty(conversations, query, query, fc.boolean(), async (all, before, query, isInNode) => {
        const library = new Library();
        const put = all.map(([texts, changedAt], index) => stored(`c${index}`, texts, { changedAt }));
        library.put(...put);
        const history = createHistorySearch(library.files, {
          clock: new ManualClock(),
          read: library.read,
          containsBytes: isInNode ? containsBytes : undefined,
        });
        // The next search may be narrower.
        await history.search(before, { limit: 100 });
        const { hits, total } = await history.search(query, { limit: 100 });
        const expected = naive(put, query);
        assert.deepEqual(hits.map(({ conversationId }) => conversationId).sort(), expected);
        assert.equal(total, expected.length);
        const terms = searchTerms(query);
        for (const { conversationId, titleRanges, turnId, snippet, ranges } of hits) {
          const { title } = summarize(put.find(({ id }) => id === conversationId) ?? assert.fail());
          assert.ok(turnId === undefined ? titleRanges.length > 0 : ranges.length > 0);
          for (const [text, where] of [
            [title, titleRanges],
            [snippet, ranges],
          ] as const) {
            for (const [start, end] of where) {
              const piece = normalizeForSearch(text.slice(start, end));
              assert.ok(
                terms.some((term) => piece.includes(term)),
                `${piece} in ${text}`,
              );
            }
          }
        }
      }),
      { runs: 300 },
    );
  });
});
