import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SerialQueue } from '../../../src/base/serialQueue.ts';

test('a queue runs one job at a time, in order, and gives what each resolves with', async () => {
  const queue = new SerialQueue();
  const told: string[] = [];
  const jobs = ['a', 'b', 'c'].map((name, index) =>
    queue.add(async () => {
      told.push(`${name} begins`);
      // The first takes longest.
      for (let left = 3 - index; left > 0; left--) {
        await Promise.resolve();
      }
      told.push(`${name} ends`);
      return name;
    }),
  );
  assert.deepEqual(await Promise.all(jobs), ['a', 'b', 'c']);
  assert.deepEqual(
    told,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('a job that fails does so for whoever added it, and those after it run', async () => {
  const queue = new SerialQueue();
  const failed = queue.add(() => Promise.reject(new Error('no space')));
  const after = queue.add(async () => 'done');
  await assert.rejects(failed, /no space/);
  assert.equal(await after, 'done');
});
