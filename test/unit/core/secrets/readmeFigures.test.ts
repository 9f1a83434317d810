import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '../../../harness/paths.ts';
import { MISSED, MISTAKEN } from './figures.ts';
import { LOOK_ALIKES } from './lookAlikes.ts';
import { SECRETS } from './secretCases.ts';

test('the README gives the figures of the table of cases', async () => {
  const found = SECRETS.length - MISSED.length;
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  const says = `Of ${SECRETS.length} made-up secrets ${found} are found (${percent(found, SECRETS.length)}), and of ${LOOK_ALIKES.length} look-alikes ${MISTAKEN.length} is taken for one (${percent(MISTAKEN.length, LOOK_ALIKES.length)}).`;
  console.log(says);
  const readme = await readFile(join(REPOSITORY, 'README.md'), 'utf8');
  assert.ok(readme.includes(says), `The README does not say: ${says}`);
});
