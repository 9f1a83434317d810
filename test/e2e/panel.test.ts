import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEnd } from './fixture.ts';

const e2e = endToEnd();

test('the panel opens from the activity bar and asks to connect, since nothing is set up', async () => {
  const panel = await e2e.workbench.showPanel();
  await panel.getByRole('button', { name: 'Connect' }).waitFor();
  await e2e.workbench.screenshot('panel-not-connected');
});

test('nothing that the panel loads or does is against its Content Security Policy', () => {
  assert.deepEqual(e2e.workbench.consoleErrors, []);
});
