import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS } from '../../faults/catalogue.ts';
import { OUTCOMES } from '../client/serviceFaults.ts';

/** Faults without an outcome, since only the user ends them; serviceFaults.test.ts has a test of its own for each. */
const ENDLESS = ['F67.keepAlives'];

test('the client is asked about every fault of the catalogue', () => {
  assert.deepEqual([...Object.keys(OUTCOMES), ...ENDLESS].sort(), Object.keys(FAULTS).sort());
});
