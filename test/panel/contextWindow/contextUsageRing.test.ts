import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContextUsageView } from '../../../src/protocol/contextWindow.ts';
import type { PanelPage } from '../panelPage.ts';
import { isExpanded } from '../popups.ts';
import { CONTEXT_USAGE, MANY_FILES, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const FULL_USAGE: ContextUsageView = {
  question: 12,
  attachments: [{ name: 'src/duration.ts', tokens: 1240 }],
  history: 4100,
  total: 5352,
  contextWindow: 200_000,
};

const RING = /^Next request: about /;
const ring = (panel: PanelPage) => panel.page.getByRole('button', { name: RING });
const details = (panel: PanelPage) => panel.page.getByRole('dialog', { name: 'Tokens in the next request' });

async function rows(panel: PanelPage): Promise<string[]> {
  return panel.page.locator('.context-usage-rows > *').allTextContents();
}

test('the context usage ring opens the tokens of the next request by part', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION], contextUsage: FULL_USAGE }));
  assert.equal(await isExpanded(panel.page, RING), false);
  await ring(panel).click();
  await details(panel).waitFor();
  assert.equal(await isExpanded(panel.page, RING), true);
  assert.deepEqual(await rows(panel), ['Question 12', 'duration.ts 1.2K', 'Conversation so far 4.1K']);
  assert.equal(await panel.page.locator('.context-usage-total').innerText(), 'Total\n5.4K of 200K');
  assert.equal(
    await panel.page.locator('.context-usage-note').textContent(),
    'Estimated. The service may count differently.',
  );
  await panel.page.mouse.click(5, 5);
  await details(panel).waitFor({ state: 'hidden' });
});

test('Enter on the ring opens the details and moves the focus into them, and Escape returns it', async () => {
  const panel = await open();
  await panel.receive(state({ contextUsage: FULL_USAGE }));
  await ring(panel).press('Enter');
  await details(panel).waitFor();
  const isIn = () =>
    panel.page.evaluate(() => document.activeElement?.closest('[role="dialog"]')?.matches(':popover-open'));
  assert.equal(await isIn(), true);
  await panel.page.keyboard.press('Escape');
  await details(panel).waitFor({ state: 'hidden' });
  assert.equal(await panel.page.evaluate(() => document.activeElement?.className), 'context-usage-button');
});

test('Show Request sends the current draft to the host first, and closes the details', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.fill('Why?');
  await ring(panel).press('Enter');
  await panel.page.getByRole('button', { name: 'Show Request' }).click();
  await panel.posted('showRequest');
  assert.equal((await panel.posted('draftChanged')).text, 'Why?');
  const order = panel.postedMessages.map(({ type }) => type);
  assert.ok(order.indexOf('draftChanged') < order.indexOf('showRequest'), order.join());
  await details(panel).waitFor({ state: 'hidden' });
});

test('the open context usage details are updated and keep the focus', async () => {
  const panel = await open();
  await panel.receive(state());
  await ring(panel).press('Enter');
  await details(panel).waitFor();
  const focusedBefore = await panel.page.evaluateHandle(() => document.activeElement);
  await panel.receive({ type: 'contextUsage', contextUsage: FULL_USAGE });
  assert.equal((await rows(panel)).length, 3);
  assert.equal(
    await panel.page.evaluate((element) => element === document.activeElement, focusedBefore),
    true,
  );
});

test('the ring shows an exceeded context window, and no share if the context window is unknown', async () => {
  const panel = await open({ width: 800 });
  const share = () => panel.page.locator('.ring-used').getAttribute('stroke-dasharray');
  await panel.receive(state({ contextUsage: { ...CONTEXT_USAGE, total: 100_000 } }));
  assert.match((await share()) ?? '', /^18\.8/);
  await panel.receive({ type: 'contextUsage', contextUsage: { ...CONTEXT_USAGE, total: 300_000 } });
  assert.match((await share()) ?? '', /^37\.6/);
  assert.equal(await panel.page.locator('.context-usage.is-over').count(), 1);
  const { contextWindow: _, ...alone } = CONTEXT_USAGE;
  await panel.receive({ type: 'contextUsage', contextUsage: alone });
  await panel.page.getByRole('button', { name: 'Next request: about 4.1K tokens' }).waitFor();
  assert.match((await share()) ?? '', /^0 /);
  assert.equal(await panel.page.locator('.context-usage.is-over').count(), 0);
  await panel.receive({ type: 'contextUsage', contextUsage: { ...alone, history: 0, total: 0 } });
  assert.equal(await ring(panel).count(), 0);
});

test('file names in the context usage details are shown as text with hidden characters marked', async () => {
  const panel = await open();
  const name = 'src/<img src=x>\u202eevil.ts';
  await panel.receive(state({ contextUsage: { ...FULL_USAGE, attachments: [{ name, tokens: 5 }] } }));
  await ring(panel).click();
  await details(panel).waitFor();
  assert.equal(await panel.page.locator('.context-usage-details img').count(), 0);
  assert.match((await rows(panel))[1] ?? '', /U\+202E|202E/i);
});

test('many parts of the context usage scroll by whole lines above the total', async () => {
  const attachments = MANY_FILES.map(({ path }) => ({ name: path, tokens: 7000 }));
  for (const height of [700, 420]) {
    const panel = await open({ height });
    await panel.receive(state({ contextUsage: { ...FULL_USAGE, attachments } }));
    await ring(panel).click();
    const { seen, all, line } = await panel.page.locator('.context-usage-rows').evaluate((list) => ({
      seen: list.clientHeight,
      all: list.scrollHeight,
      line: Number.parseFloat(getComputedStyle(list).lineHeight),
    }));
    assert.ok(seen < all && seen > 2 * line, `${seen} of ${all}`);
    // clientHeight is a whole number of pixels, the line height is not.
    assert.ok(Math.abs(seen - Math.round(seen / line) * line) <= 0.5, `${seen} / ${line}`);
  }
});
