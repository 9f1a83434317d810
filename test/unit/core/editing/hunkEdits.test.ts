import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hunkEdits } from '../../../../src/core/editing/hunkEdits.ts';
import { lineHunks } from '../../../../src/core/editing/lineHunks.ts';
import { applyEdits } from '../../../../src/core/editing/textRange.ts';
import { holds } from '../../../support/property.ts';

/** Few different lines, so that texts have some in common. */
const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { minLength: 1, maxLength: 8 });

test('the edits of all hunks make one text of another', async () => {
  await holds(
    fc.property(lines, lines, (left, right) => {
      const edits = hunkEdits(left, right, lineHunks(left, right));
      assert.equal(applyEdits(left, edits), right.join('\n'));
    }),
    { runs: 2000 },
  );
});
