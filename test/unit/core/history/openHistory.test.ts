import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHistory } from '../../../../src/core/history/openHistory.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { exchange } from './changes.ts';
import { ManualClock } from './manualClock.ts';

test('a written conversation is listed and found, and a later run reads no file again for either', async () => {
  const folder = new MemoryFolder();
  const first = openHistory(folder.as('first'), 'first');
  await first.history.write('talk', exchange('sought', null, 'some ', 'answer'), true);
  assert.equal((await first.history.list()).length, 1);
  const { hits } = await first.search.search('"some answer"', { limit: 1 });
  assert.deepEqual(
    hits.map(({ conversationId, turnId, snippet }) => [conversationId, turnId, snippet]),
    [['talk', 'sought-reply', 'some answer']],
  );
  await first.dispose();
  const read = folder.count('read');
  const later = openHistory(folder.as('later'), 'later');
  assert.equal((await later.history.list()).length, 1);
  assert.equal((await later.search.search('answer', { limit: 0 })).total, 1);
  assert.equal(folder.count('read'), read);
  await later.dispose();
});

test('a conversation that is only in memory is listed and found, a second after a change too', async () => {
  const clock = new ManualClock();
  const { history, search, dispose } = openHistory(undefined, 'window', clock);
  await history.write('talk', exchange('sought', null, 'answer'), true);
  assert.equal((await history.list()).length, 1);
  assert.equal((await search.search('answer', { limit: 1 })).total, 1);
  await history.write('talk', [{ type: 'title', title: 'Renamed' }], true);
  await clock.pass(1000);
  assert.equal((await search.search('renamed', { limit: 1 })).total, 1);
  await dispose();
});
