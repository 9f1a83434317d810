import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CodeLine, readLines } from '../../../../src/core/code/codeLine.ts';
import { hasElision, isElisionLine } from '../../../../src/core/editing/plan/elision.ts';

function leavesOut(code: readonly string[], asked: readonly string[], languageId: string): boolean {
  return hasElision(readLines(code, languageId), readLines(asked, languageId));
}

const ELIDED = [
  ['typescript', '// ... existing code ...'],
  ['typescript', '// ...'],
  ['typescript', '  // rest unchanged'],
  ['typescript', '// Rest of the function stays the same'],
  ['typescript', '/* … */'],
  ['typescript', '{/* ... other props ... */}'],
  ['typescript', '...'],
  ['typescript', 'foo() { /* ... */ }'],
  ['typescript', 'foo() { // same as before'],
  ['typescript', '// (other methods omitted for brevity)'],
  ['typescript', '// Keep the rest as is'],
  ['typescript', '// ... other imports'],
  ['python', '# ... remaining methods'],
  ['python', '# existing code'],
  ['html', '<!-- ... -->'],
  ['sql', '-- ... same as before'],
  ['css', '/* existing styles */'],
  ['unknown', '# ...'],
] as const;

const COMPLETE = [
  ['typescript', 'call(...args);'],
  ['typescript', '...rest,'],
  ['typescript', '// Keep a copy of the existing file.'],
  [
    'typescript',
    '// Wait for the rest of the stream to arrive before the next one is read, as in the client.',
  ],
  ['typescript', '// Loading...'],
  ['typescript', "log('// ... existing code ...');"],
  ['go', 'func sum(n ...int) int {'],
  ['rust', 'let Point { x, .. } = point;'],
  ['python', 'def stub(self): ...'],
  ['c', 'int printf(const char *format, ...);'],
  ['markdown', '# The rest of the file'],
] as const;

it('finds code that leaves out lines', () => {
  assert.deepEqual(
    ELIDED.filter(([language, line]) => !leavesOut(['a', line, 'b'], [], language)),
    [],
  );
});

it('does not take other code for that', () => {
  assert.deepEqual(
    COMPLETE.filter(([language, line]) => leavesOut(['a', line, 'b'], [], language)),
    [],
  );
});

it('accepts what was there before', () => {
  assert.equal(leavesOut(['// ...'], ['  // ...'], 'typescript'), false);
});

it("takes Python's dots for an elision where a body was", () => {
  const stub = ['def f(self):', '    ...'];
  assert.equal(leavesOut(stub, ['def f(self):', '    return 1'], 'python'), true);
  assert.equal(leavesOut(stub, ['x = 1'], 'python'), false);
});

it('reads long rows of dots at once', () => {
  for (const row of ['.', '…', '...…'].flatMap((dots) => [50, 500, 5000].map((n) => dots.repeat(n)))) {
    const lines = [`${row}x`, `[ ${row}x`, `// x${row}x`, `{ ${row}x`];
    assert.equal(leavesOut(lines, [], 'typescript'), false, `${row.slice(0, 4)} ${row.length}`);
    assert.ok(isElisionLine(new CodeLine(row, 'typescript')), `${row.slice(0, 4)} ${row.length}`);
  }
});
