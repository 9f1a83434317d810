import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedPlaces } from '../../../../src/core/attachments/namedPlaces.ts';

const CASES: readonly (readonly [string, ...string[]])[] = [
  ['    at half (/app/src/half.ts:3:10)', '/app/src/half.ts:3'],
  ['    at file:///app/src/half.ts:3:10', '/app/src/half.ts:3'],
  ['    at half (file:///C:/app/half.ts:3:10)', '/C:/app/half.ts:3'],
  ['    at half (C:\\app\\half.ts:3:10)', 'C:/app/half.ts:3'],
  [' ❯ test/half.test.ts:12:7', 'test/half.test.ts:12'],
  ['  File "src/half.py", line 4, in half', 'src/half.py:4'],
  ['src/half.py:4: AssertionError', 'src/half.py:4'],
  ['   at App.Half() in C:\\app\\Half.cs:line 8', 'C:/app/Half.cs:8'],
  ["thread 'half' panicked at src/lib.rs:9:5:", 'src/lib.rs:9'],
  ['    half_test.go:15: got 1, want 2', 'half_test.go:15'],
  ['a.ts:1:2 and b.ts:3, then a.ts:1:9', 'a.ts:1', 'b.ts:3'],
  ['Expected: 12:30:00, received version 1.5 at 10:15'],
  ['http://localhost:3000/half'],
  [`${'a.'.repeat(50_000)}ts:1`],
];

for (const [text, ...places] of CASES) {
  test(`in ${text.slice(0, 60)}`, () => {
    assert.deepEqual(
      namedPlaces(text).map(({ path, line }) => `${path}:${line}`),
      places,
    );
  });
}
