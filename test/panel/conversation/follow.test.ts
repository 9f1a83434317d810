import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const LONG = 'A paragraph of the reply.\n\n'.repeat(60);

function place(panel: PanelPage): Promise<{ top: number; fromBottom: number }> {
  return panel.log.evaluate((log) => ({
    top: log.scrollTop,
    fromBottom: Math.round(log.scrollHeight - log.clientHeight - log.scrollTop),
  }));
}

async function openLong(): Promise<PanelPage> {
  const panel = await open();
  await panel.tell(state({ turns: [question('Why?'), growing(LONG)] }));
  await panel.frame();
  return panel;
}

async function grow(panel: PanelPage): Promise<void> {
  const paragraphs = panel.log.locator('.markdown p');
  const before = await paragraphs.count();
  await panel.tell({ type: 'replyText', turnId: 'reply-1', text: LONG });
  await paragraphs.nth(before).waitFor({ state: 'attached' });
  await panel.frame();
}

async function wheelUp(panel: PanelPage): Promise<void> {
  const before = (await place(panel)).top;
  await panel.log.hover();
  await panel.page.mouse.wheel(0, -120);
  await panel.page.waitForFunction((top) => (document.querySelector('.log')?.scrollTop ?? top) < top, before);
  await panel.frame();
}

test('a reader at the bottom stays there while the reply grows', async () => {
  const panel = await openLong();
  assert.equal((await place(panel)).fromBottom, 0);
  await grow(panel);
  assert.equal((await place(panel)).fromBottom, 0);
  assert.equal(await panel.page.getByRole('button', { name: 'New Text Below' }).isVisible(), false);
});

test('a reader who scrolls up is left alone, and a button leads to the new text', async () => {
  const panel = await openLong();
  const button = panel.page.getByRole('button', { name: 'New Text Below' });
  await wheelUp(panel);
  const { top } = await place(panel);
  assert.equal(await button.isVisible(), false, 'nothing new yet');
  await grow(panel);
  assert.equal((await place(panel)).top, top);
  await button.click();
  await panel.frame();
  assert.equal((await place(panel)).fromBottom, 0);
  assert.equal(await button.isVisible(), false);
  await grow(panel);
  assert.equal((await place(panel)).fromBottom, 0);
});

test('a reader who leaves the bottom by keyboard is left alone too', async () => {
  const panel = await openLong();
  const before = (await place(panel)).top;
  await panel.log.focus();
  await panel.page.keyboard.press('PageUp');
  await panel.page.waitForFunction((top) => (document.querySelector('.log')?.scrollTop ?? top) < top, before);
  await panel.frame();
  await grow(panel);
  assert.ok((await place(panel)).top < before);
});

test('going back to the bottom resumes following', async () => {
  const panel = await openLong();
  await wheelUp(panel);
  await grow(panel);
  await panel.log.focus();
  await panel.page.keyboard.press('End');
  await panel.page.waitForFunction(() => {
    const log = document.querySelector('.log');
    return log !== null && log.scrollHeight - log.clientHeight - log.scrollTop < 2;
  });
  await panel.frame();
  await grow(panel);
  assert.equal((await place(panel)).fromBottom, 0);
});

test('a reader at the bottom sees the own question as soon as it is sent', async () => {
  const panel = await openLong();
  await panel.tell({ type: 'turnAdded', turn: question('And then?') });
  await panel.frame();
  assert.equal((await place(panel)).fromBottom, 0);
});

test('a reader who has scrolled up keeps the place on sending, and a button leads to the question', async () => {
  const panel = await openLong();
  const button = panel.page.getByRole('button', { name: 'New Text Below' });
  await wheelUp(panel);
  const { top } = await place(panel);
  await panel.tell(
    { type: 'turnAdded', turn: question('And then?') },
    { type: 'turnAdded', turn: growing(LONG, { id: 'reply-2' }) },
  );
  await panel.frame();
  assert.equal((await place(panel)).top, top);
  await button.click();
  await panel.frame();
  const asked = await panel.page.getByText('And then?').boundingBox();
  const log = await panel.log.boundingBox();
  assert.ok(asked && log && asked.y >= log.y && asked.y < log.y + 40, 'the question stands at the top');
  await button.click();
  await panel.frame();
  assert.equal((await place(panel)).fromBottom, 0);
  assert.equal(await button.isVisible(), false);
});

test('sending brings the question into view where the reader wants that', async () => {
  const panel = await openLong();
  await panel.tell({
    type: 'readingSettings',
    readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: true },
  });
  await wheelUp(panel);
  await panel.tell({ type: 'turnAdded', turn: question('And then?') });
  await panel.frame();
  assert.equal((await place(panel)).fromBottom, 0);
});

test('a view that comes back shows the place where the reader was', async () => {
  const panel = await openLong();
  await wheelUp(panel);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  const { top } = await place(panel);
  const savedState = await panel.page.evaluate(() => window.stubState);
  const again = await open({ savedState });
  await again.tell(state({ turns: [question('Why?'), growing(LONG)] }));
  await again.frame();
  assert.equal((await place(again)).top, top);
});

test('a growing composer and a narrower panel keep a reader at the bottom', async () => {
  const panel = await openLong();
  await panel.textbox.fill('line\n'.repeat(9));
  await panel.frame();
  assert.equal((await place(panel)).fromBottom, 0);
  await panel.page.setViewportSize({ width: 220, height: 500 });
  await panel.frame();
  assert.equal((await place(panel)).fromBottom, 0);
});
