import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { type Counts, NO_TESTS } from '../../harness/counts.ts';
import { filesWithSecondTry, withSecondTry } from '../../harness/secondTry.ts';

const asked = process.env['TEST_TRIES'];
const GOOD: Counts = { ...NO_TESTS, passed: 3 };
const BAD: Counts = { ...NO_TESTS, passed: 1, failed: 2 };

beforeEach(() => {
  process.env['TEST_TRIES'] = '2';
  // What is said of a second try would be taken for one of these tests.
  mock.method(console, 'log', () => undefined);
});

afterEach(() => {
  mock.restoreAll();
  process.env['TEST_TRIES'] = asked ?? '';
});

/** A run that comes out as told, try for try. */
function runs(...outcomes: Counts[]): () => Promise<Counts> {
  return async () => outcomes.shift() ?? assert.fail('There was one try more');
}

test('what failed and does no more is passed, and told apart', async () => {
  assert.deepEqual(await withSecondTry(runs(BAD, GOOD)), { ...GOOD, atSecondTry: 2 });
});

test('what fails again has failed, and so has what tests nothing the second time', async () => {
  assert.deepEqual(await withSecondTry(runs(BAD, NO_TESTS)), BAD);
  assert.deepEqual(await withSecondTry(runs(BAD, BAD)), BAD);
});

test('there is no second try of what went well, of what failed widely, or where nobody asked for one', async () => {
  assert.deepEqual(await withSecondTry(runs(GOOD)), GOOD);
  const wide = { ...NO_TESTS, passed: 100, failed: 5 };
  assert.deepEqual(await withSecondTry(runs(wide)), wide);
  process.env['TEST_TRIES'] = '';
  assert.deepEqual(await withSecondTry(runs(BAD)), BAD);
});

test('of many files, those alone that failed are run again', async () => {
  const tried: (readonly string[])[] = [];
  const counts = await filesWithSecondTry(['a', 'b', 'c'], async (files) => {
    tried.push(files);
    return new Map(files.map((file) => [file, file === 'b' && tried.length === 1 ? BAD : GOOD]));
  });
  assert.deepEqual(tried, [['a', 'b', 'c'], ['b']]);
  assert.deepEqual(counts, { ...NO_TESTS, passed: 9, atSecondTry: 2 });
});
