import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const LONG = 'A paragraph of the reply.\n\n'.repeat(60);

function scrollPosition(panel: PanelPage): Promise<{ top: number; fromBottom: number }> {
  return panel.log.evaluate((log) => ({
    top: log.scrollTop,
    fromBottom: Math.round(log.scrollHeight - log.clientHeight - log.scrollTop),
  }));
}

async function openLong(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing(LONG)] }));
  await panel.untilDrawn();
  return panel;
}

function toEnd(panel: PanelPage): Locator {
  return panel.page.locator('.scroll-to-end');
}

async function grow(panel: PanelPage): Promise<void> {
  const paragraphs = panel.log.locator('.markdown p');
  const before = await paragraphs.count();
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: LONG });
  await paragraphs.nth(before).waitFor({ state: 'attached' });
  await panel.untilDrawn();
}

async function wheelUp(panel: PanelPage): Promise<void> {
  const before = (await scrollPosition(panel)).top;
  await panel.log.hover();
  await panel.page.mouse.wheel(0, -120);
  await panel.page.waitForFunction((top) => (document.querySelector('.log')?.scrollTop ?? top) < top, before);
  await panel.untilDrawn();
}

test('auto scroll keeps the conversation at its bottom while the reply grows', async () => {
  const panel = await openLong();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
  await grow(panel);
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
  assert.equal(await toEnd(panel).isVisible(), false);
});

test('scrolling up stops auto scroll and shows a button to the end, which says when there is new text', async () => {
  const panel = await openLong();
  const button = toEnd(panel);
  await wheelUp(panel);
  const { top } = await scrollPosition(panel);
  assert.equal(await button.getAttribute('aria-label'), 'Scroll to End');
  await grow(panel);
  assert.equal(await button.getAttribute('aria-label'), 'New Text Below');
  assert.equal(await button.innerText(), 'New Text Below');
  assert.equal((await scrollPosition(panel)).top, top);
  await button.click();
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
  assert.equal(await button.isVisible(), false);
  await grow(panel);
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
});

test('the button to the end is there without new text, also for the keyboard, which then has the conversation', async () => {
  for (const width of [170, 340]) {
    const panel = await open({ width });
    await panel.receive(state({ turns: [question('Why?'), reply(LONG)] }));
    await panel.untilDrawn();
    await wheelUp(panel);
    const button = toEnd(panel);
    const box = await button.boundingBox();
    assert.ok(box && box.width === box.height && box.x + box.width <= width, JSON.stringify(box));
    await panel.textbox.focus();
    for (
      let presses = 0;
      presses < 5 && !(await button.evaluate((part) => part.matches(':focus')));
      presses += 1
    ) {
      await panel.page.keyboard.press('Shift+Tab');
    }
    await panel.page.keyboard.press('Enter');
    await panel.untilDrawn();
    assert.equal((await scrollPosition(panel)).fromBottom, 0);
    assert.equal(await button.isVisible(), false);
    assert.equal(await panel.log.evaluate((log) => log.matches(':focus')), true);
  }
});

test('the button to the end disappears when a higher panel shows the end', async () => {
  const panel = await open({ height: 400 });
  await panel.receive(
    state({ turns: [question('Why?'), reply('A paragraph of the reply.\n\n'.repeat(12))] }),
  );
  await panel.untilDrawn();
  await wheelUp(panel);
  assert.equal(await toEnd(panel).isVisible(), true);
  await panel.page.setViewportSize({ width: 340, height: 1200 });
  await toEnd(panel).waitFor({ state: 'hidden' });
});

test('scrolling up by keyboard stops auto scroll too', async () => {
  const panel = await openLong();
  const before = (await scrollPosition(panel)).top;
  await panel.log.focus();
  await panel.page.keyboard.press('PageUp');
  await panel.page.waitForFunction((top) => (document.querySelector('.log')?.scrollTop ?? top) < top, before);
  await panel.untilDrawn();
  await grow(panel);
  assert.ok((await scrollPosition(panel)).top < before);
});

test('scrolling back to the bottom resumes auto scroll', async () => {
  const panel = await openLong();
  await wheelUp(panel);
  await grow(panel);
  await panel.log.focus();
  await panel.page.keyboard.press('End');
  await panel.page.waitForFunction(() => {
    const log = document.querySelector('.log');
    return log !== null && log.scrollHeight - log.clientHeight - log.scrollTop < 2;
  });
  await panel.untilDrawn();
  await grow(panel);
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
});

test('a sent question is scrolled into view if the conversation is at its bottom', async () => {
  const panel = await openLong();
  await panel.receive({ type: 'turnAdded', turn: question('And then?') });
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
});

test('sending keeps the scroll position if the setting says so, and New Text Below leads to the question', async () => {
  const panel = await openLong();
  await panel.receive({
    type: 'readingSettings',
    readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: false },
  });
  const button = toEnd(panel);
  await wheelUp(panel);
  const { top } = await scrollPosition(panel);
  await panel.receive(
    { type: 'turnAdded', turn: question('And then?') },
    { type: 'turnAdded', turn: growing(LONG, { id: 'reply-2' }) },
  );
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).top, top);
  await button.click();
  await panel.untilDrawn();
  const asked = await panel.page.getByText('And then?').boundingBox();
  const log = await panel.log.boundingBox();
  assert.ok(asked && log && asked.y >= log.y && asked.y < log.y + 40, 'the question is at the top');
  await button.click();
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
  assert.equal(await button.isVisible(), false);
});

test('sending scrolls to the question by default', async () => {
  const panel = await openLong();
  await wheelUp(panel);
  await panel.receive({ type: 'turnAdded', turn: question('And then?') });
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
});

test('a queued question that is sent by itself scrolls only if the conversation is at its bottom', async () => {
  const panel = await open();
  const queuedQuestion = { id: 'q', text: 'And then?', attachments: [] };
  await panel.receive(state({ turns: [question('Why?'), reply(LONG)], queuedQuestion }));
  await panel.untilDrawn();
  await panel.receive({ type: 'turnAdded', turn: question('One?') });
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
  await wheelUp(panel);
  const { top } = await scrollPosition(panel);
  await panel.receive({ type: 'turnAdded', turn: question('Two?') });
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).top, top);
  // The user sends it.
  await panel.receive({ type: 'queuedQuestion', queuedQuestion: { ...queuedQuestion, reason: 'Not sent.' } });
  await panel.receive({ type: 'turnAdded', turn: question('Three?') });
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
});

test('auto scroll keeps the bottom in view when the composer grows or the panel narrows', async () => {
  const panel = await openLong();
  await panel.textbox.fill('line\n'.repeat(9));
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
  await panel.page.setViewportSize({ width: 220, height: 500 });
  await panel.untilDrawn();
  assert.equal((await scrollPosition(panel)).fromBottom, 0);
});
