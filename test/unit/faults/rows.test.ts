import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FAULTS } from '../../faults/catalogue.ts';
import { REPOSITORY } from '../../harness/paths.ts';
import { OUTCOMES } from '../client/serviceFaults.ts';
import { COMMON_ROWS } from './commonRows.ts';
import type { Proof } from './row.ts';
import { ROWS } from './rows.ts';

const LAST = 88;

describe('the faults', () => {
  test('are all there, once and in order', (t) => {
    const expected = Array.from({ length: LAST }, (_, index) => `F${String(index + 1).padStart(2, '0')}`);
    assert.deepEqual(
      ROWS.map(({ id }) => id),
      expected,
    );
    assert.equal(new Set(ROWS.map(({ fault }) => fault)).size, LAST);
    const shown = ROWS.filter(({ proof }) => proof.length > 0);
    const inPart = shown.filter(({ gap }) => gap !== undefined);
    t.diagnostic(
      `${shown.length} of ${LAST} faults have tests; what those of ${inPart.length} do not show follows`,
    );
  });

  for (const { id, fault, proof, gap } of [...COMMON_ROWS, ...ROWS]) {
    test(`${id} ${fault} (tests: ${proof.length})`, (t) => {
      assert.ok(proof.length > 0 || gap !== undefined, 'There is neither a test nor a reason');
      assert.notEqual(gap?.trim(), '');
      for (const each of proof) {
        assertExists(each);
      }
      if (gap !== undefined) {
        t.diagnostic(`${id}: ${gap}`);
      }
    });
  }

  test('of the local service are all asked of the client, and counted in their rows', () => {
    const alone = ['F67.keepAlives'];
    assert.deepEqual([...Object.keys(OUTCOMES), ...alone].sort(), Object.keys(FAULTS).sort());
    const counted = new Set(ROWS.flatMap(({ proof }) => proof.flatMap(({ cases = [] }) => cases)));
    assert.deepEqual(
      Object.keys(FAULTS).filter((id) => !counted.has(id)),
      [],
    );
  });
});

/** That a test of this name is declared in that file, and that what it is said to try stands there too. */
function assertExists({ file, test: name, cases = [] }: Proof): void {
  const path = join(REPOSITORY, file);
  assert.ok(existsSync(path), `There is no ${file}`);
  const source = readFileSync(path, 'utf8');
  const words = name.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const declared = new RegExp(`\\b(?:test|it)\\(\\s*(['\`])${words.join('\\$\\{.*?\\}')}\\1`).test(source);
  assert.ok(declared, `There is no test in ${file} with the name: ${name}`);
  for (const word of cases) {
    assert.ok(source.includes(word) || word in OUTCOMES, `There is nothing in ${file} about: ${word}`);
  }
}
