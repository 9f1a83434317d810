import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazy } from '../../../src/base/lazy.ts';

test('a lazy value is loaded on the first call, once', async () => {
  let loads = 0;
  const load = lazy(async () => ++loads);
  assert.equal(await load.ifLoaded(), undefined);
  assert.equal(loads, 0);
  assert.deepEqual(await Promise.all([load(), load(), load.ifLoaded()]), [1, 1, 1]);
  assert.equal(await load(), 1);
});

test('a failed load rejects for each caller, and the next call tries again', async () => {
  const results = [() => Promise.reject(new Error('no such file')), async () => 'loaded'];
  const load = lazy(() => results.shift()?.() ?? Promise.reject(new Error('loaded too often')));
  const calls = [load(), load()];
  assert.equal(await load.ifLoaded(), undefined);
  for (const call of calls) {
    await assert.rejects(call, /no such file/);
  }
  assert.equal(await load(), 'loaded');
  assert.equal(await load(), 'loaded');
});
