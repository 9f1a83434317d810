import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NoticeView } from '../../../src/protocol/conversation.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const ACTIONS: NoticeView['actions'] = [
  { action: 'waitAndRetry', label: 'Wait and Retry' },
  { action: 'retry', label: 'Retry' },
  { action: 'selectModel', label: 'Select Model' },
  { action: 'openSettings', label: 'Open Settings' },
  { action: 'copyDetails', label: 'Copy Details' },
];

const HOST = `${'a-very-long-name-of-a-host.'.repeat(8)}example.org:8443`;

async function openFailure(overrides: Partial<NoticeView>, width = 340): Promise<PanelPage> {
  const panel = await open({ width });
  const notice = {
    severity: 'error' as const,
    message: `${HOST} cannot be reached.`,
    actions: ACTIONS,
    ...overrides,
  };
  await panel.receive(state({ turns: [question('Why?'), growing('', { status: 'waiting' })] }), {
    type: 'replyChanged',
    turn: reply('', { status: 'failed', notice }),
  });
  return panel;
}

test('the first action of a notice is the primary button, and Copy Details is a quiet one', async () => {
  const panel = await openFailure({});
  const buttons = await panel.page
    .locator('.notice button')
    .evaluateAll((all) =>
      all.map((button) => [button.textContent, button.className.replace('text-button ', '')]),
    );
  assert.deepEqual(buttons, [
    ['Wait and Retry', 'primary'],
    ['Retry', 'secondary'],
    ['Select Model', 'secondary'],
    ['Open Settings', 'secondary'],
    ['Copy Details', 'quiet'],
  ]);
});

test('Copy Details shows for two seconds that it succeeded, or why it failed', async () => {
  const panel = await openFailure({});
  await panel.stopClock();
  const details = panel.page.locator('.notice .quiet');
  await details.click();
  await panel.page.locator('.quiet', { hasText: 'Copied' }).waitFor();
  assert.deepEqual(panel.postedOf('turnAction').at(-1), {
    type: 'turnAction',
    requestId: 0,
    conversationId: 'conversation-1',
    turnId: 'reply-1',
    action: 'copyDetails',
  });
  await panel.page.clock.runFor(2000);
  assert.equal(await panel.text(details), 'Copy Details');
  panel.respond = () => 'The clipboard is not there.';
  await details.click();
  await panel.page.locator('.notice').getByText('The clipboard is not there.').waitFor();
  assert.equal(await panel.text(details), 'Copy Details');
});

test('Copy Details times out after 15 seconds, but actions that may wait for the user do not', async () => {
  const panel = await openFailure({});
  await panel.stopClock();
  panel.respond = () => 'silence';
  const noResponse = panel.page.getByText('VS Code did not respond. Try again.');
  await panel.page.getByRole('button', { name: 'Open Settings' }).click();
  await panel.page.clock.runFor(60_000);
  assert.equal(await noResponse.count(), 0);
  await panel.page.locator('.notice .quiet').click();
  await panel.page.clock.runFor(15_000);
  await noResponse.waitFor();
});

for (const severity of ['error', 'warning', 'info'] as const) {
  test(`a notice has the icon and the style of its severity, and is announced: ${severity}`, async () => {
    const panel = await openFailure({ severity });
    assert.equal(await panel.page.locator(`.notice-${severity} .icon-${severity}`).count(), 1);
    assert.equal((await panel.announced()).length, 1);
  });
}

test('five actions of a notice can all be used in a narrow panel with long names and details', async () => {
  const panel = await openFailure({ detail: `getaddrinfo ENOTFOUND ${HOST}` }, 200);
  for (const { action, label } of ACTIONS) {
    const button = panel.page.locator('.notice').getByRole('button', { name: label, exact: true });
    const box = await button.boundingBox();
    assert.ok(
      box && box.x >= 0 && box.x + box.width <= 200 && box.height >= 24,
      `${label} ${JSON.stringify(box)}`,
    );
    await button.click();
    assert.equal(panel.postedOf('turnAction').at(-1)?.action, action);
  }
});

test('hidden characters in a server’s message are shown', async () => {
  const panel = await openFailure({ detail: 'bad \u202ekey\u001b[31m' });
  assert.equal(await panel.text(panel.page.locator('.notice-detail')), 'bad [U+202E]key[U+001B][31m');
});
