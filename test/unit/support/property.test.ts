import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { holds } from '../../support/property.ts';

/** Environment variable with which this file runs itself with a failing property. */
const FAILING = 'FAILING_PROPERTY';

function failureWith(variables: Record<string, string>): { seed: string; command: string; found: string } {
  const { NODE_TEST_CONTEXT: _, TEST_LONG: __, PROPERTY_SEED: ___, ...inherited } = process.env;
  const { stdout, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...inherited, ...variables, [FAILING]: '1' },
    encoding: 'utf8',
  });
  assert.equal(status, 1, stdout);
  const [, seed = ''] = /\{ seed: (-?\d+)/.exec(stdout) ?? [];
  const [, command = ''] = /Repeat it with: (.+)/.exec(stdout) ?? [];
  const [, found = ''] = /Counterexample: (.+)/.exec(stdout) ?? [];
  return { seed, command, found };
}

if (process.env[FAILING]) {
  test('a property that fails', async () => {
    await holds(fc.property(fc.tuple(fc.integer(), fc.integer()), ([a, b]) => a + b < 1e6));
  });
} else {
  test('holds: reports the counterexample of a failing property and the command that repeats it', () => {
    const { seed, command, found } = failureWith({ TEST_LONG: '1' });
    assert.match(found, /^\[\[-?\d+,-?\d+\]\]$/);
    assert.equal(
      command,
      `TEST_LONG=1 PROPERTY_SEED=${seed} npm run test:unit -- --only test/unit/support/property.test.ts`,
    );
    assert.equal(failureWith({ TEST_LONG: '1', PROPERTY_SEED: seed }).found, found);
  });
}
