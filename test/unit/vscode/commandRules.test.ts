import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useStubVsCode } from '../../support/useStubVsCode.ts';

useStubVsCode();
const { withArgument } = await import('../../../src/vscode/commandRules.ts');

test('a command takes one string of the object that its menu passes, and no other argument', async () => {
  const taken: unknown[] = [];
  const command = withArgument('turnId', async (turnId) => void taken.push(turnId));
  for (const argument of [undefined, null, { turnId: 't1', other: 1 }]) {
    await command(argument);
  }
  assert.deepEqual(taken.splice(0), [undefined, undefined, 't1']);
  for (const argument of ['t1', 1, [], {}, { turnId: 1 }, { turnId: ['t1'] }]) {
    await command(argument);
  }
  assert.deepEqual(taken, []);
});
