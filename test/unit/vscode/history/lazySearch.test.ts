import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OpenedHistory, openHistory } from '../../../../src/core/history/openHistory.ts';
import { LazyHistory } from '../../../../src/vscode/history/lazyHistory.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { question } from '../../core/history/changes.ts';

const openIn = (folder: MemoryFolder, writer: string) => async () => openHistory(folder.as(writer), writer);

test('a search uses the current folder of the history', async () => {
  const [first, second] = [new MemoryFolder(), new MemoryFolder()];
  let open = openIn(first, 'one');
  const history = new LazyHistory(() => open());
  const found = async () => (await history.search('sought', { limit: 0 })).total;
  await history.write('talk', [question('a', null, 'sought')]);
  assert.equal(await found(), 1);
  open = openIn(second, 'two');
  await history.reopen();
  assert.equal(await found(), 0);
  open = openIn(first, 'three');
  await history.reopen();
  assert.equal(await found(), 1);
  await history.dispose();
});

test('if nothing can be opened, a search rejects and preparing it does not', async () => {
  const history = new LazyHistory(() => Promise.reject(new Error('no such device')));
  await assert.rejects(history.search('sought', { limit: 1 }), /no such device/);
  await history.prepareSearch();
  await history.dispose();
});

test('changes in a folder that opens only after it was left are not reported', async () => {
  const [first, second] = [new MemoryFolder(), new MemoryFolder()];
  let openFirst = (_opened: OpenedHistory): void => undefined;
  let open = () => new Promise<OpenedHistory>((resolve) => (openFirst = resolve));
  const history = new LazyHistory(() => open());
  const slow = history.list();
  open = openIn(second, 'two');
  const reopened = history.reopen();
  await history.list();
  const reportedIds: string[] = [];
  history.onChanged(({ ids }) => reportedIds.push(...ids));
  const late = openHistory(first.as('one'), 'one');
  openFirst(late);
  await Promise.all([slow, reopened]);
  await late.history.write('there', [question('a', null, 'there')]);
  await history.write('here', [question('a', null, 'here')]);
  assert.deepEqual(reportedIds, ['here']);
  await history.dispose();
});
