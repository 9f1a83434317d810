import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, closingLine, NO_TESTS, parseClosingLine, succeeded } from '../../harness/counts.ts';
import { HostOutput } from '../../harness/hostOutput.ts';

test('a closing line is read back as it was written', () => {
  for (const counts of [
    { ...NO_TESTS, passed: 12 },
    { ...NO_TESTS, failed: 3, skipped: 2 },
    { ...NO_TESTS, passed: 3, atSecondTry: 2 },
    { passed: 3, failed: 1, skipped: 2, atSecondTry: 1 },
  ]) {
    assert.deepEqual(parseClosingLine(closingLine('vscode 1.104 node', counts)), counts);
  }
});

test('other lines are no closing lines', () => {
  for (const line of ['12 passed, 0 failed', '✔ a test: 3 passed', 'unit: 12 passed, 0 failed, so what']) {
    assert.equal(parseClosingLine(line), undefined);
  }
});

test('a run without tests did not succeed, and neither did one with a failure', () => {
  assert.equal(succeeded(NO_TESTS), false);
  assert.equal(succeeded({ passed: 5, failed: 1 }), false);
  assert.equal(succeeded(add({ ...NO_TESTS, passed: 5 }, NO_TESTS)), true);
});

test('an extension host that ends early or badly counts as a failure, whatever it reported', () => {
  const silent = new HostOutput();
  silent.accept('something else');
  assert.deepEqual(silent.result(true), { ...NO_TESTS, failed: 1 });
  assert.deepEqual(silent.others, ['something else']);

  const reporting = new HostOutput();
  reporting.accept('[Extension Host] [tests] {"passed":2,"failed":0,"skipped":1}');
  assert.deepEqual(reporting.result(true), { ...NO_TESTS, passed: 2, skipped: 1 });
  assert.deepEqual(reporting.result(false), { ...NO_TESTS, passed: 2, failed: 1, skipped: 1 });
});
