import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoredReviews } from '../../../../src/vscode/editing/storedReviews.ts';
import { MemoryFolder } from '../../../support/memoryHistoryFiles.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a stored review is read by its id, and forgotten after 30 days unless it is kept', async () => {
  const folder = new MemoryFolder();
  const files = folder.as('window');
  await files.writeState('c~slot-1-draft', Uint8Array.of(1));
  await files.writeState('c~review-damaged', Uint8Array.of(1));
  const stored = new StoredReviews(async () => files);
  for (const [id, days] of [
    ['old', 31],
    ['kept', 31],
    ['recent', 29],
  ] as const) {
    const at = Date.now() - days * DAY_MS;
    stored.save('c', id, async () => ({ at, uri: `file:///${id}`, base: [1], parts: ['typed', [0, 1]] }));
  }
  stored.removeOld((id) => id === 'kept');
  assert.deepEqual(
    [(await stored.read('kept'))?.conversation, (await stored.read('recent'))?.review.uri],
    ['c', 'file:///recent'],
  );
  assert.deepEqual([...folder.notes.keys()].sort(), [
    'c~review-damaged',
    'c~review-kept',
    'c~review-recent',
    'c~slot-1-draft',
  ]);
  stored.remove('kept');
  assert.equal(await stored.read('kept'), undefined);
});
