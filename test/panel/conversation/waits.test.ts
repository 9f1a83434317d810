import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantTurnView } from '../../../src/protocol/conversation.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const NOW = 1_000_000;
const MESSAGE = 'The limit of 60 requests per minute is reached. Sending in {0}.';

/** Opens a panel with a stopped clock and a waiting reply. */
async function openWaiting(more: Partial<AssistantTurnView> = {}, width = 340): Promise<PanelPage> {
  const panel = await open({ width });
  await panel.stopClock(NOW);
  await panel.receive(state({ turns: [question('Why?'), waiting(more)] }));
  return panel;
}

function waiting(more: Partial<AssistantTurnView> = {}): AssistantTurnView {
  return growing('', { status: 'waiting', ...more });
}

function delayed(seconds: number): AssistantTurnView {
  return waiting({ wait: { message: MESSAGE, remainingMs: seconds * 1000 } });
}

function meta(panel: PanelPage): Promise<string> {
  return panel.text(panel.page.locator('.meta'));
}

test('a delayed request shows a countdown in place of the waiting time, updated once a second', async () => {
  const panel = await openWaiting();
  assert.equal(await meta(panel), 'Waiting… 0 s');
  await panel.receive({ type: 'replyChanged', turn: delayed(93) });
  assert.match(await meta(panel), /Sending in 1 min 33 s\./);
  await panel.page.clock.runFor(3000);
  assert.match(await meta(panel), /Sending in 90 s\./);
  const changes = await panel.page.evaluate(() => {
    const seen: (string | null)[] = [];
    const line = document.querySelector('.meta');
    if (line) {
      const changes = new MutationObserver(() => seen.push(line.textContent));
      changes.observe(line, { childList: true, subtree: true });
    }
    return Object.assign(window, { seen }).seen;
  });
  assert.deepEqual(changes, []);
  await panel.page.clock.runFor(5000);
  const seen: string[] = await panel.page.evaluate(() => Reflect.get(window, 'seen'));
  assert.deepEqual(
    seen.map((text) => /in (\d+) s/.exec(text)?.[1]),
    ['89', '88', '87', '86', '85'],
  );
});

test('the waiting time is shown again when the countdown is over', async () => {
  const panel = await openWaiting();
  await panel.receive({ type: 'replyChanged', turn: delayed(2) });
  assert.equal(await panel.page.locator('.meta .icon-clockface').count(), 1);
  await panel.page.clock.runFor(3000);
  assert.equal(await meta(panel), 'Waiting… 3 s');
  assert.equal(await panel.page.locator('.meta .icon').count(), 0);
  await panel.receive({ type: 'replyChanged', turn: waiting() });
  await panel.page.clock.runFor(13_000);
  assert.equal(await meta(panel), 'Still waiting… 16 s');
});

test('a wait is announced once, politely, and its countdown is not', async () => {
  const panel = await openWaiting();
  const before = (await panel.announced()).length;
  await panel.receive({ type: 'replyChanged', turn: delayed(30) });
  await panel.page.clock.runFor(2000);
  await panel.receive({ type: 'replyChanged', turn: delayed(40) });
  await panel.page.clock.runFor(2000);
  const text = 'The limit of 60 requests per minute is reached. Sending in 30 s.';
  assert.deepEqual((await panel.announced()).slice(before), [text]);
  assert.equal(await panel.page.locator('.meta').getAttribute('aria-live'), 'off');
  await panel.receive({ type: 'replyChanged', turn: growing('So') });
  assert.equal((await panel.announced()).at(-1), 'Assistant is writing');
});

test('a wait is a notice with Cancel, which keeps the keyboard while the time runs, and stops', async () => {
  for (const width of [170, 340]) {
    const panel = await openWaiting({}, width);
    const cancel = panel.page.locator('.notice').getByRole('button', { name: 'Cancel' });
    await panel.receive({ type: 'replyChanged', turn: delayed(30) });
    await cancel.focus();
    await panel.page.clock.runFor(2000);
    await panel.receive({ type: 'replyChanged', turn: delayed(28) });
    await panel.page.clock.runFor(1000);
    assert.match(await panel.text(panel.page.locator('.notice')), /Sending in 27 s\./);
    assert.ok(await cancel.evaluate((button) => button.matches(':focus')));
    await panel.page.keyboard.press('Enter');
    await panel.posted('stop');
  }
});

test('a wait in another window has no Cancel: only that window can stop it', async () => {
  const panel = await openWaiting();
  await panel.receive({ type: 'replyChanged', turn: { ...delayed(30), isInOtherWindow: true } });
  await panel.page.locator('.notice').waitFor();
  assert.equal(await panel.page.getByRole('button', { name: 'Cancel' }).count(), 0);
});

test('a stalled reply shows its idle time until the next text', async () => {
  const panel = await openWaiting();
  await panel.receive({ type: 'replyChanged', turn: growing('So') });
  await panel.page.clock.runFor(9000);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: ' it' });
  await panel.page.clock.runFor(9000);
  assert.equal(await meta(panel), 'Writing… 18 s');
  await panel.page.clock.runFor(3000);
  assert.equal(await meta(panel), 'Writing… 21 s, idle for 12 s');
  await panel.receive({
    type: 'replyChanged',
    turn: growing('So it', { elapsedMs: 21_000, model: 'assistant-haiku' }),
  });
  assert.equal(await meta(panel), 'Writing… 21 s, idle for 12 s');
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: ' is' });
  await panel.page.clock.runFor(1000);
  assert.equal(await meta(panel), 'Writing… 22 s');
});

test('the shown times come from the host’s durations, not from its clock', async () => {
  const hours = 3_600_000;
  for (const startedAt of [NOW - 6 * hours, NOW + 6 * hours]) {
    const panel = await openWaiting({ startedAt, elapsedMs: 40_000 });
    assert.equal(await meta(panel), 'Still waiting… 40 s');
    await panel.receive({ type: 'replyChanged', turn: { ...delayed(30), startedAt } });
    assert.match(await meta(panel), /Sending in 30 s\./);
  }
});

test('setting the system clock changes neither the elapsed time nor the countdown', async () => {
  const panel = await openWaiting();
  await panel.page.clock.runFor(2000);
  await panel.page.clock.setSystemTime(NOW + 3_600_000);
  await panel.page.clock.runFor(1000);
  assert.equal(await meta(panel), 'Waiting… 3 s');
  await panel.receive({ type: 'replyChanged', turn: delayed(30) });
  await panel.page.clock.setSystemTime(NOW - 3_600_000);
  await panel.page.clock.runFor(1000);
  assert.match(await meta(panel), /Sending in 29 s\./);
});

test('a repeated state continues the elapsed time and the countdown', async () => {
  const panel = await openWaiting();
  const again = (turn: AssistantTurnView) => panel.receive(state({ turns: [question('Why?'), turn] }));
  await panel.page.clock.runFor(3000);
  await again(waiting());
  assert.equal(await meta(panel), 'Waiting… 3 s');
  await again(waiting({ elapsedMs: 2900 }));
  assert.equal(await meta(panel), 'Waiting… 3 s');
  await again(delayed(30));
  await panel.page.clock.runFor(5000);
  await again(delayed(30));
  assert.match(await meta(panel), /Sending in 25 s\./);
  await again(delayed(20));
  assert.match(await meta(panel), /Sending in 20 s\./);
});
