import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHistory } from '../../../../src/core/history/openHistory.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';
import { exchange } from './changes.ts';

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

test('a conversation that is only in memory is listed and found', async () => {
  const { history, search, dispose } = openHistory(undefined, 'window');
  await history.write('talk', exchange('sought', null, 'answer'), true);
  assert.equal((await history.list()).length, 1);
  assert.equal((await search.search('answer', { limit: 1 })).total, 1);
  await dispose();
});

for (const isInMemory of [true, false]) {
  const where = isInMemory ? 'in memory and on disk' : 'on disk';
  test(`nothing of a deleted conversation is left in caches ${where}, and everything of others`, async () => {
    const folder = new MemoryFolder();
    const longAgo = Date.now() - 31 * 24 * 60 * 60 * 1000;
    const remainingText = () =>
      [...folder.caches.values(), ...[...folder.files.values()].map(({ bytes }) => bytes)]
        .map((bytes) => new TextDecoder().decode(bytes))
        .join();
    const first = openHistory(folder.as('first'), 'first');
    await first.history.write('gone', exchange('a', null, 'a secret'), true, longAgo);
    await first.history.write('gone', [{ type: 'trash', trashed: true }], true, longAgo + 1);
    await first.history.write('kept', exchange('b', null, 'sought'), true);
    await first.history.list();
    await first.search.prepare();
    await first.dispose();
    const later = openHistory(folder.as('later'), 'later');
    if (isInMemory) {
      await later.search.search('secret', { limit: 1 });
    }
    assert.match(remainingText(), /secret[\s\S]*secret/);
    await later.history.emptyTrash();
    await later.dispose();
    assert.doesNotMatch(remainingText(), /secret|gone/);
    assert.match(remainingText(), /sought[\s\S]*sought/);
  });
}
