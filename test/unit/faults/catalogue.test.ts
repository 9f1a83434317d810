import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS } from '../../faults/catalogue.ts';
import { OUTCOMES } from '../client/serviceFaults.ts';

/** Faults without an outcome, because only the user can end them. serviceFaults.test.ts has a test for each. */
const ENDLESS = ['F67.keepAlives'];

test('every fault of the catalogue has an expected outcome in the client or is endless', () => {
  assert.deepEqual([...Object.keys(OUTCOMES), ...ENDLESS].sort(), Object.keys(FAULTS).sort());
});
