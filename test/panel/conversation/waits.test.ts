import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantTurnView } from '../../../src/protocol/conversation.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const NOW = 1_000_000;
const MESSAGE = 'This machine has asked 60 times in a minute; next in {0}.';

/** A panel with a fixed clock, in which a reply is waited for. */
async function openWaiting(more: Partial<AssistantTurnView> = {}, width = 340): Promise<PanelPage> {
  const panel = await open({ width });
  await panel.stopClock(NOW);
  await panel.tell(state({ turns: [question('Why?'), waiting(more)] }));
  return panel;
}

function waiting(more: Partial<AssistantTurnView> = {}): AssistantTurnView {
  return growing('', { status: 'waiting', ...more });
}

function held(seconds: number): AssistantTurnView {
  return waiting({ wait: { message: MESSAGE, remainingMs: seconds * 1000 } });
}

function meta(panel: PanelPage): Promise<string> {
  return panel.text(panel.page.locator('.meta'));
}

test('a request that is held back counts down where the waiting stood, once a second', async () => {
  const panel = await openWaiting();
  assert.equal(await meta(panel), 'Waiting… 0 s');
  await panel.tell({ type: 'replyChanged', turn: held(93) });
  assert.match(await meta(panel), /next in 1 min 33 s\./);
  await panel.page.clock.runFor(3000);
  assert.match(await meta(panel), /next in 90 s\./);
  const changes = await panel.page.evaluate(() => {
    const seen: (string | null)[] = [];
    const line = document.querySelector('.meta');
    if (line) {
      new MutationObserver(() => seen.push(line.textContent)).observe(line, { childList: true });
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

test('when the countdown is over the reply is waited for as before', async () => {
  const panel = await openWaiting();
  await panel.tell({ type: 'replyChanged', turn: held(2) });
  assert.equal(await panel.page.locator('.meta .icon-clockface').count(), 1);
  await panel.page.clock.runFor(3000);
  assert.equal(await meta(panel), 'Waiting… 3 s');
  assert.equal(await panel.page.locator('.meta .icon').count(), 0);
  await panel.tell({ type: 'replyChanged', turn: waiting() });
  await panel.page.clock.runFor(13_000);
  assert.equal(await meta(panel), 'Still waiting… 16 s');
});

test('the wait is said once, politely; its digits are not', async () => {
  const panel = await openWaiting();
  const before = (await panel.announced()).length;
  await panel.tell({ type: 'replyChanged', turn: held(30) });
  await panel.page.clock.runFor(2000);
  await panel.tell({ type: 'replyChanged', turn: held(40) });
  await panel.page.clock.runFor(2000);
  const text = 'This machine has asked 60 times in a minute; next in 30 s.';
  assert.deepEqual((await panel.announced()).slice(before), [text]);
  assert.equal(await panel.page.locator('.meta').getAttribute('aria-live'), 'off');
  await panel.tell({ type: 'replyChanged', turn: growing('So') });
  assert.equal((await panel.announced()).at(-1), 'Assistant is writing');
});

test('a request that is held back can be stopped', async () => {
  const panel = await openWaiting();
  await panel.tell({ type: 'replyChanged', turn: held(30) });
  await panel.page.getByRole('button', { name: 'Stop' }).click();
  await panel.posted('stop');
});

test('nothing moves when a wait comes and goes', async () => {
  const panel = await openWaiting({}, 800);
  const place = () => panel.page.locator('.reply-foot').boundingBox();
  const before = await place();
  await panel.tell({ type: 'replyChanged', turn: held(30) });
  assert.deepEqual(await place(), before);
  await panel.page.clock.runFor(31_000);
  assert.deepEqual(await place(), before);
});

test('a pause in the text is told until the next text', async () => {
  const panel = await openWaiting();
  await panel.tell({ type: 'replyChanged', turn: growing('So') });
  await panel.page.clock.runFor(9000);
  await panel.tell({ type: 'replyText', turnId: 'reply-1', text: ' it' });
  await panel.page.clock.runFor(9000);
  assert.equal(await meta(panel), 'Writing… 18 s');
  await panel.page.clock.runFor(3000);
  assert.equal(await meta(panel), 'Writing… 21 s, idle for 12 s');
  await panel.tell({
    type: 'replyChanged',
    turn: growing('So it', { runningForMs: 21_000, model: 'assistant-haiku' }),
  });
  assert.equal(await meta(panel), 'Writing… 21 s, idle for 12 s');
  await panel.tell({ type: 'replyText', turnId: 'reply-1', text: ' is' });
  await panel.page.clock.runFor(1000);
  assert.equal(await meta(panel), 'Writing… 22 s');
});

test('the times are those that the host tells, whatever its clock shows', async () => {
  const hours = 3_600_000;
  for (const startedAt of [NOW - 6 * hours, NOW + 6 * hours]) {
    const panel = await openWaiting({ startedAt, runningForMs: 40_000 });
    assert.equal(await meta(panel), 'Still waiting… 40 s');
    await panel.tell({ type: 'replyChanged', turn: { ...held(30), startedAt } });
    assert.match(await meta(panel), /next in 30 s\./);
  }
});

test('a clock of the panel that is set meanwhile changes no count', async () => {
  const panel = await openWaiting();
  await panel.page.clock.runFor(2000);
  await panel.page.clock.setSystemTime(NOW + 3_600_000);
  await panel.page.clock.runFor(1000);
  assert.equal(await meta(panel), 'Waiting… 3 s');
  await panel.tell({ type: 'replyChanged', turn: held(30) });
  await panel.page.clock.setSystemTime(NOW - 3_600_000);
  await panel.page.clock.runFor(1000);
  assert.match(await meta(panel), /next in 29 s\./);
});

test('what is told once more goes on counting', async () => {
  const panel = await openWaiting();
  const again = (turn: AssistantTurnView) => panel.tell(state({ turns: [question('Why?'), turn] }));
  await panel.page.clock.runFor(3000);
  await again(waiting());
  assert.equal(await meta(panel), 'Waiting… 3 s');
  await again(waiting({ runningForMs: 2900 }));
  assert.equal(await meta(panel), 'Waiting… 3 s');
  await again(held(30));
  await panel.page.clock.runFor(5000);
  await again(held(30));
  assert.match(await meta(panel), /next in 25 s\./);
  await again(held(20));
  assert.match(await meta(panel), /next in 20 s\./);
});
