import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SerialQueue } from '../../../src/base/serialQueue.ts';

test('a serial queue runs one job at a time, in order, and returns the result of each', async () => {
  const queue = new SerialQueue();
  const steps: string[] = [];
  const jobs = ['a', 'b', 'c'].map((name, index) =>
    queue.add(async () => {
      steps.push(`${name} begins`);
      // The first takes longest.
      for (let remaining = 3 - index; remaining > 0; remaining--) {
        await Promise.resolve();
      }
      steps.push(`${name} ends`);
      return name;
    }),
  );
  assert.deepEqual(await Promise.all(jobs), ['a', 'b', 'c']);
  assert.deepEqual(
    steps,
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('a failed job rejects only its own promise, and the jobs after it run', async () => {
  const queue = new SerialQueue();
  const failed = queue.add(() => Promise.reject(new Error('no space')));
  const after = queue.add(async () => 'done');
  await assert.rejects(failed, /no space/);
  assert.equal(await after, 'done');
});
