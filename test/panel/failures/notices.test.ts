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

/** Opens the menu of the notice and chooses an entry, by keyboard. */
async function choose(panel: PanelPage, label: string): Promise<void> {
  const { page } = panel;
  await page.getByRole('button', { name: 'Other Actions…' }).press('Enter');
  const item = page.getByRole('menu', { name: 'Other Actions…' }).getByText(label, { exact: true });
  while (!(await item.evaluate((text) => text.closest('button')?.matches(':focus') === true))) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

test('a notice has one button, for the action that helps, and a menu with all others', async () => {
  const panel = await openFailure({ detail: 'No route.' });
  const notice = panel.page.locator('.notice');
  assert.equal(await notice.locator('button:visible').count(), 2);
  await notice.getByRole('button', { name: 'Wait and Retry', exact: true }).click();
  assert.equal((await panel.posted('turnAction')).action, 'waitAndRetry');
  assert.equal(await panel.page.locator('.notice-detail').isVisible(), false);
  await notice.getByRole('button', { name: 'Other Actions…' }).click();
  assert.deepEqual(await panel.page.locator('.menu:popover-open > *').allTextContents(), [
    'Retry',
    'Select Model',
    'Open Settings',
    '',
    'Show Details',
    'Copy Details',
  ]);
});

test('a notice without another action has no menu, and one without any action only its sentence', async () => {
  for (const actions of [ACTIONS.slice(0, 1), []]) {
    const panel = await openFailure({ actions });
    assert.equal(await panel.page.locator('.notice button').count(), actions.length);
  }
});

test('a notice is one line if there is room, and below its sentence are the actions if there is none', async () => {
  for (const [width, message, isOneLine] of [
    [900, 'The service did not accept the API key (401). Check the key in the dashboard.', true],
    [220, 'Stopped.', true],
    [220, 'The service did not accept the API key (401). Check the key in the dashboard.', false],
  ] as const) {
    const panel = await openFailure(
      { message, actions: [{ action: 'retry', label: 'Continue' }, ...ACTIONS] },
      width,
    );
    const text = await panel.page.locator('.notice-text').boundingBox();
    const button = await panel.page.locator('.notice .text-button').boundingBox();
    assert.ok(text && button);
    const isBeside = button.y < text.y + text.height - 1;
    assert.equal(isBeside, isOneLine, JSON.stringify({ message, width, text, button }));
  }
});

test('a notice is a line without a box: only its icon has the color of its severity', async () => {
  const panel = await openFailure({});
  const look = await panel.page.locator('.notice').evaluate((notice) => {
    const { borderStyle, backgroundColor } = getComputedStyle(notice);
    return { borderStyle, backgroundColor };
  });
  assert.deepEqual(look, { borderStyle: 'none', backgroundColor: 'rgba(0, 0, 0, 0)' });
});

test('three failed turns fill less than a narrow panel', async () => {
  const panel = await open({ width: 220, height: 700 });
  const notice: NoticeView = {
    severity: 'error',
    message: 'The service did not accept the API key (401). Check the key in the dashboard.',
    detail: 'invalid key',
    actions: ACTIONS,
  };
  const turns = ['1', '2', '3'].flatMap((id) => [
    question(`Why ${id}?`),
    reply('', { id, status: 'failed', notice }),
  ]);
  await panel.receive(state({ turns }));
  const { scrollHeight, clientHeight } = await panel.log.evaluate((log) => ({
    scrollHeight: log.scrollHeight,
    clientHeight: log.clientHeight,
  }));
  assert.equal(scrollHeight, clientHeight);
});

test('Show Details shows the service’s own message, says it, and is remembered when the turn is drawn again', async () => {
  const panel = await openFailure({ detail: 'No route.' });
  const detail = panel.page.locator('.notice-detail');
  await choose(panel, 'Show Details');
  assert.equal(await detail.isVisible(), true);
  assert.equal((await panel.announced()).at(-1), 'No route.');
  const notice: NoticeView = { severity: 'error', message: 'Now.', detail: 'Elsewhere.', actions: ACTIONS };
  await panel.receive({ type: 'replyChanged', turn: reply('', { status: 'failed', notice }) });
  assert.equal(await panel.text(detail), 'Elsewhere.');
  assert.equal(await detail.isVisible(), true);
  await choose(panel, 'Show Details');
  assert.equal(await detail.isVisible(), false);
});

test('Show Start of Response shows what was received, line by line, with its hidden characters', async () => {
  const responseStart = '{"response":"Hel\u202e"}\n{"response":"<b>lo</b>"}\n';
  const panel = await openFailure({ responseStart });
  const shown = panel.page.locator('.notice-detail');
  assert.equal(await shown.isVisible(), false);
  await choose(panel, 'Show Start of Response');
  assert.equal(await panel.text(shown), '{"response":"Hel[U+202E]"}\n{"response":"<b>lo</b>"}\n');
  const { height } = (await shown.boundingBox()) ?? { height: 0 };
  const lineHeight = await shown.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  assert.ok(height > 1.5 * lineHeight, `${height} px`);
  assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), 340);
  await choose(panel, 'Show Start of Response');
  assert.equal(await shown.isVisible(), false);
});

test('Copy Details shows for two seconds that it succeeded, or why it failed', async () => {
  const panel = await openFailure({});
  await panel.stopClock();
  const status = panel.page.locator('.notice > .status');
  await choose(panel, 'Copy Details');
  await status.getByText('Copied').waitFor();
  assert.deepEqual(panel.postedOf('turnAction').at(-1), {
    type: 'turnAction',
    requestId: 0,
    conversationId: 'conversation-1',
    turnId: 'reply-1',
    action: 'copyDetails',
  });
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Other Actions…');
  await panel.page.clock.runFor(2000);
  assert.equal(await panel.text(status), '');
  await choose(panel, 'Copy Details');
  await status.getByText('Copied').waitFor();
  panel.respond = () => 'The clipboard is not there.';
  await choose(panel, 'Copy Details');
  await status.getByText('The clipboard is not there.').waitFor();
  await panel.page.clock.runFor(2000);
  assert.equal(await panel.text(status), 'The clipboard is not there.');
});

test('Copy Details times out after 15 seconds, but actions that may wait for the user do not', async () => {
  const panel = await openFailure({});
  await panel.stopClock();
  panel.respond = () => 'silence';
  const noResponse = panel.page.getByText('VS Code did not respond. Try again.');
  await choose(panel, 'Open Settings');
  await panel.page.clock.runFor(60_000);
  assert.equal(await noResponse.count(), 0);
  await choose(panel, 'Copy Details');
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
  await choose(panel, 'Show Details');
  for (const [index, { action, label }] of ACTIONS.entries()) {
    if (index > 0) {
      await panel.page.getByRole('button', { name: 'Other Actions…' }).click();
    }
    const target = panel.page
      .locator('.notice')
      .getByRole(index > 0 ? 'menuitem' : 'button', { name: label, exact: true });
    const box = await target.boundingBox();
    assert.ok(
      box && box.x >= 0 && box.x + box.width <= 200 && box.height >= (index > 0 ? 20 : 24),
      `${label} ${JSON.stringify(box)}`,
    );
    await target.click();
    assert.equal(panel.postedOf('turnAction').at(-1)?.action, action);
  }
  assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), 200);
});

test('hidden characters in a server’s message are shown', async () => {
  const panel = await openFailure({ detail: 'bad \u202ekey\u001b[31m' });
  assert.equal(await panel.text(panel.page.locator('.notice-detail')), 'bad [U+202E]key[U+001B][31m');
});
