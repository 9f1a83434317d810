import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OpenedHistory, openHistory } from '../../../../src/core/history/openHistory.ts';
import { LazyHistory } from '../../../../src/vscode/history/lazyHistory.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { question } from '../../core/history/changes.ts';

const place = (folder: MemoryFolder, writer: string) => async () => openHistory(folder.as(writer), writer);

test('a search looks through the place that the history is in', async () => {
  const [first, second] = [new MemoryFolder(), new MemoryFolder()];
  let open = place(first, 'one');
  const history = new LazyHistory(() => open());
  const found = async () => (await history.search('sought', { limit: 0 })).total;
  await history.write('talk', [question('a', null, 'sought')]);
  assert.equal(await found(), 1);
  open = place(second, 'two');
  await history.reopen();
  assert.equal(await found(), 0);
  open = place(first, 'three');
  await history.reopen();
  assert.equal(await found(), 1);
  await history.dispose();
});

test('leaving a place writes the caches of list and search, which the next run there reads', async () => {
  const folder = new MemoryFolder();
  const history = new LazyHistory(place(folder, 'one'));
  await history.write('talk', [question('a', null, 'sought')]);
  await history.list();
  await history.prepareSearch();
  await history.dispose();
  const read = folder.count('read');
  const later = new LazyHistory(place(folder, 'two'));
  await later.prepareSearch();
  assert.equal((await later.list()).length, 1);
  assert.equal(folder.count('read'), read);
  await later.dispose();
});

test('where nothing can be opened, a search says so and preparing one does not', async () => {
  const history = new LazyHistory(() => Promise.reject(new Error('no such device')));
  await assert.rejects(history.search('sought', { limit: 1 }), /no such device/);
  await history.prepareSearch();
});

test('a place that opens only when it was left is not told of', async () => {
  const [first, second] = [new MemoryFolder(), new MemoryFolder()];
  let openFirst = (_opened: OpenedHistory): void => undefined;
  let open = () => new Promise<OpenedHistory>((resolve) => (openFirst = resolve));
  const history = new LazyHistory(() => open());
  const slow = history.list();
  open = place(second, 'two');
  const left = history.reopen();
  await history.list();
  const told: string[] = [];
  history.onChanged(({ ids }) => told.push(...ids));
  const late = openHistory(first.as('one'), 'one');
  openFirst(late);
  await Promise.all([slow, left]);
  await late.history.write('there', [question('a', null, 'there')]);
  await history.write('here', [question('a', null, 'here')]);
  assert.deepEqual(told, ['here']);
  await history.dispose();
});
