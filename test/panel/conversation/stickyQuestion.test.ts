import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const LONG = 'A paragraph of the reply with [a link](https://example.org).\n\n'.repeat(40);
const FIRST = question('Why?', { attachments: [SELECTION] });
const SECOND = question('And `then`?');
const TURNS = [FIRST, reply(LONG), SECOND, reply(LONG, { id: 'reply-2' })];

function sticky(panel: PanelPage): Locator {
  return panel.page.locator('.sticky-question');
}

async function scrollTo(panel: PanelPage, top: number): Promise<void> {
  await panel.log.evaluate((log, to) => log.scrollTo(0, to), top);
  await panel.untilDrawn();
}

/** Scrolls until the top of the second question is at this distance from the top. */
async function scrollToSecond(panel: PanelPage, distance: number): Promise<void> {
  const top = await panel.log.evaluate((log) => {
    const [, second] = log.querySelectorAll('.turn-user');
    return log.scrollTop + (second?.getBoundingClientRect().top ?? 0) - log.getBoundingClientRect().top;
  });
  await scrollTo(panel, top - distance);
}

async function openLong(options: Parameters<typeof open>[0] = {}): Promise<PanelPage> {
  const panel = await open(options);
  await panel.receive(state({ turns: TURNS }));
  await panel.untilDrawn();
  return panel;
}

test('the question of the reply that is being read stays on top', async () => {
  const panel = await openLong();
  const shown = sticky(panel);
  assert.equal(await shown.innerText(), 'And then?');
  assert.equal(await shown.locator('code').innerText(), 'then');
  await scrollTo(panel, 600);
  assert.equal(await shown.innerText(), 'Why?');
  await scrollTo(panel, 0);
  assert.equal(await shown.isVisible(), false, 'the question itself is visible');
  await panel.receive({ type: 'turnAdded', turn: question('Last?') });
  await panel.receive({ type: 'turnAdded', turn: growing(LONG, { id: 'reply-3' }) });
  await panel.untilDrawn();
  assert.equal(await shown.innerText(), 'Last?');
});

test('the question on top is aligned with the turns, and the next one pushes it out of view', async () => {
  const panel = await openLong();
  await scrollTo(panel, 600);
  const edges = (part: Locator) =>
    part.evaluate((card) => {
      const { top, right, bottom } = card.getBoundingClientRect();
      return { top, right, bottom };
    });
  const card = sticky(panel).locator('.sticky-card');
  const resting = await edges(card);
  assert.equal(resting.right, (await edges(panel.log.locator('.question').first())).right);
  await scrollToSecond(panel, 20);
  const pushed = await edges(card);
  assert.ok(pushed.top < resting.top);
  assert.ok(pushed.bottom <= (await edges(panel.log.locator('.question').last())).top);
  await scrollToSecond(panel, 0);
  assert.equal(await sticky(panel).isVisible(), false);
});

test('a long question has three lines on top, and one without text the names of its attachments', async () => {
  const panel = await open();
  const long = question(`${'many words '.repeat(60)}\u202e`);
  const bare = question('', { attachments: [SELECTION] });
  await panel.receive(state({ turns: [long, reply(LONG), bare, reply(LONG, { id: 'reply-2' })] }));
  await panel.untilDrawn();
  assert.match(await sticky(panel).innerText(), /^duration\.ts/);
  await scrollTo(panel, 900);
  const lines = await sticky(panel)
    .locator('.sticky-text')
    .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
  assert.equal(Math.round(lines * 10) / 10, 3);
  assert.equal(await sticky(panel).locator('.hidden-mark').count(), 1);
});

for (const theme of ['dark-newest', 'high-contrast'] as const) {
  test(`nothing shows through the question on top, which is filled or has a border: ${theme}`, async () => {
    const panel = await openLong({ theme });
    await scrollTo(panel, 607);
    const box = await sticky(panel).boundingBox();
    assert.ok(box);
    // The color of each pixel left of the card is that of the panel.
    const clip = { x: box.x, y: box.y, width: 100, height: box.height };
    const before = await panel.page.screenshot({ clip });
    await scrollTo(panel, 613);
    assert.ok((await panel.page.screenshot({ clip })).equals(before), 'text shows through');
    const style = await sticky(panel)
      .locator('.sticky-card')
      .evaluate((card) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(card);
        return { backgroundColor, borderTopColor };
      });
    const none = 'rgba(0, 0, 0, 0)';
    assert.notEqual(theme === 'high-contrast' ? style.borderTopColor : style.backgroundColor, none);
    assert.equal(theme === 'high-contrast' ? style.backgroundColor : style.borderTopColor, none);
  });
}

test('a click on the question on top scrolls to the question, and the wheel scrolls on it', async () => {
  const panel = await openLong();
  await scrollTo(panel, 600);
  const box = await sticky(panel).boundingBox();
  assert.ok(box);
  await panel.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await panel.page.mouse.wheel(0, -100);
  await panel.page.waitForFunction(() => document.querySelector('.log')?.scrollTop === 500);
  await sticky(panel).locator('.sticky-card').click();
  await panel.untilDrawn();
  assert.equal(await sticky(panel).isVisible(), false);
  const first = await panel.log.locator('.question').first().boundingBox();
  const log = await panel.log.boundingBox();
  assert.ok(first && log && first.y >= log.y && first.y < log.y + 40);
});

test('the question on top covers nothing that gets the focus or that Find scrolls to', async () => {
  const panel = await openLong();
  await scrollTo(panel, 600);
  const isFree = async () =>
    panel.page.evaluate(() => {
      const top = document.querySelector('.sticky-question')?.getBoundingClientRect().bottom ?? 0;
      return (document.activeElement?.getBoundingClientRect().top ?? 0) >= top;
    });
  await panel.page.locator('.markdown a').nth(30).focus();
  for (let count = 0; count < 29; count += 1) {
    await panel.page.keyboard.press('Shift+Tab');
    await panel.untilDrawn();
    assert.ok(await isFree());
  }
  await scrollTo(panel, 600);
  await panel.receive({ type: 'find' });
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('paragraph');
  assert.equal(await sticky(panel).isVisible(), false, 'Find is at its place');
});

test('Page Down leaves out no line because of the question on top', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('many words '.repeat(60)), reply(LONG)] }));
  await panel.untilDrawn();
  await scrollTo(panel, 600);
  await panel.log.focus();
  const last = await panel.log.evaluate((log) => {
    const { bottom } = log.getBoundingClientRect();
    const lines = [...log.querySelectorAll('p')];
    return lines.findLastIndex((line) => line.getBoundingClientRect().bottom <= bottom);
  });
  await panel.page.keyboard.press('PageDown');
  await panel.page.waitForFunction(() => (document.querySelector('.log')?.scrollTop ?? 0) > 700);
  await panel.untilDrawn();
  const free = await panel.log.evaluate((log, index) => {
    const covered = document.querySelector('.sticky-question')?.getBoundingClientRect().bottom ?? 0;
    return (log.querySelectorAll('p')[index + 1]?.getBoundingClientRect().top ?? 0) - covered;
  }, last);
  assert.ok(free >= 0, String(free));
});

test('there is no question on top in a low panel, nor is it read by screen readers', async () => {
  const panel = await openLong({ height: 230 });
  await scrollTo(panel, 600);
  assert.equal(await sticky(panel).evaluate((part) => part.getBoundingClientRect().bottom <= 0), true);
  assert.equal(await panel.log.evaluate((log) => getComputedStyle(log).clipPath), 'none');
  assert.equal(await sticky(panel).getAttribute('aria-hidden'), 'true');
});
