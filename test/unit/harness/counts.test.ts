import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, closingLine, NO_TESTS, parseClosingLine, succeeded } from '../../harness/counts.ts';
import { HostOutput } from '../../harness/vscode/hostOutput.ts';

test('parseClosingLine: parses what closingLine returns', () => {
  for (const counts of [
    { passed: 12, failed: 0, skipped: 0 },
    { passed: 0, failed: 3, skipped: 2 },
  ]) {
    assert.deepEqual(parseClosingLine(closingLine('vscode 1.104 node', counts)), counts);
  }
});

test('parseClosingLine: returns undefined for other lines', () => {
  for (const line of ['12 passed, 0 failed', '✔ a test: 3 passed', 'unit: 12 passed, 0 failed, so what']) {
    assert.equal(parseClosingLine(line), undefined);
  }
});

test('succeeded: is false without passed tests and with failed ones', () => {
  assert.equal(succeeded(NO_TESTS), false);
  assert.equal(succeeded({ passed: 5, failed: 1, skipped: 0 }), false);
  assert.equal(succeeded(add({ passed: 5, failed: 0, skipped: 0 }, NO_TESTS)), true);
});

test('HostOutput: counts a host that exits early or with an error as a failure', () => {
  const silent = new HostOutput();
  silent.accept('something else');
  assert.deepEqual(silent.result(true), { passed: 0, failed: 1, skipped: 0 });
  assert.deepEqual(silent.others, ['something else']);

  const reporting = new HostOutput();
  reporting.accept('[Extension Host] [tests] {"passed":2,"failed":0,"skipped":1}');
  assert.deepEqual(reporting.result(true), { passed: 2, failed: 0, skipped: 1 });
  assert.deepEqual(reporting.result(false), { passed: 2, failed: 1, skipped: 1 });
});
