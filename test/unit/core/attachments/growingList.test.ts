import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowingList } from '../../../../src/core/attachments/growingList.ts';

test('a growing list has the best items first, keeps what it has, and is cut at its end', () => {
  const list = new GrowingList<string>(4);
  list.add([
    { item: 'c', score: 3 },
    { item: 'b', score: 5 },
  ]);
  list.append(4);
  assert.deepEqual(list.items, ['b']);
  list.add([
    { item: 'better', score: 9 },
    { item: 'd', score: 3 },
  ]);
  list.append(3);
  assert.deepEqual(list.items, ['b', 'better', 'c', 'd']);
  assert.equal(list.isCut, false);
  list.add([{ item: 'e', score: 8 }]);
  list.append(0);
  assert.deepEqual(list.items, ['b', 'better', 'c', 'd']);
  assert.equal(list.isCut, true);
});
