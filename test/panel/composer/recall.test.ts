import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const RECENT_QUESTIONS = ['the third', 'the second\nof two lines', 'the first'];

async function openWithRecent(recentQuestions = RECENT_QUESTIONS): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ recentQuestions }));
  await panel.textbox.focus();
  return panel;
}

/** Presses keys one by one. Returns the content of the text box after each. */
async function textsAfter(panel: PanelPage, ...keys: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) {
    await panel.page.keyboard.press(key);
    found.push(await panel.textbox.inputValue());
  }
  return found;
}

test('Up in the empty text box recalls earlier questions one by one, and Down returns to the unsent text', async () => {
  const panel = await openWithRecent();
  assert.deepEqual(await textsAfter(panel, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'), [
    'the third',
    'the second\nof two lines',
    'the first',
    'the first',
  ]);
  assert.deepEqual(await textsAfter(panel, 'ArrowDown', 'ArrowDown', 'ArrowDown'), [
    'the second\nof two lines',
    'the third',
    '',
  ]);
  assert.deepEqual(await textsAfter(panel, 'ArrowDown'), ['']);
});

test('Down after a recall restores unsent white space', async () => {
  const panel = await openWithRecent();
  await panel.textbox.fill(' ');
  assert.deepEqual(await textsAfter(panel, 'ArrowUp', 'ArrowDown'), ['the third', ' ']);
});

test('Up never replaces unsent text or an edited recalled question, in which it moves the caret', async () => {
  const panel = await openWithRecent();
  await panel.textbox.fill('unsent');
  assert.deepEqual(await textsAfter(panel, 'ArrowUp', 'ArrowUp'), ['unsent', 'unsent']);
  await panel.textbox.fill('');
  await textsAfter(panel, 'ArrowUp');
  await panel.textbox.press('End');
  await panel.textbox.pressSequentially('!');
  assert.deepEqual(await textsAfter(panel, 'ArrowUp', 'ArrowDown', 'ArrowDown'), [
    'the third!',
    'the third!',
    'the third!',
  ]);
});

test('Up and Down move through the lines of a recalled question first', async () => {
  const panel = await openWithRecent(['newest', 'one\ntwo\nthree', 'oldest']);
  await textsAfter(panel, 'ArrowUp', 'ArrowUp');
  assert.deepEqual(await textsAfter(panel, 'ArrowDown', 'ArrowDown', 'ArrowDown'), [
    'one\ntwo\nthree',
    'one\ntwo\nthree',
    'newest',
  ]);
  await textsAfter(panel, 'ArrowUp');
  await panel.textbox.press('Control+End');
  assert.deepEqual(await textsAfter(panel, 'ArrowUp', 'ArrowUp', 'ArrowUp'), [
    'one\ntwo\nthree',
    'one\ntwo\nthree',
    'oldest',
  ]);
});

test('a wrapped line of a recalled question counts as several lines', async () => {
  const long = 'word '.repeat(40).trim();
  const panel = await openWithRecent([long, 'oldest']);
  await textsAfter(panel, 'ArrowUp');
  await panel.textbox.press('Control+End');
  assert.deepEqual(await textsAfter(panel, 'ArrowUp'), [long]);
  await panel.textbox.press('Control+Home');
  assert.deepEqual(await textsAfter(panel, 'ArrowUp'), ['oldest']);
});

test('Up recalls nothing with a modifier key, with a selection or during IME composition', async () => {
  const panel = await openWithRecent();
  assert.deepEqual(await textsAfter(panel, 'Shift+ArrowUp', 'Control+ArrowUp', 'Alt+ArrowUp'), ['', '', '']);
  await panel.textbox.dispatchEvent('keydown', { key: 'ArrowUp', isComposing: true });
  assert.equal(await panel.textbox.inputValue(), '');
  await textsAfter(panel, 'ArrowUp');
  await panel.textbox.press('Control+A');
  assert.deepEqual(await textsAfter(panel, 'ArrowUp'), ['the third']);
});

test('a question that was just asked is recalled first, and a recalled question is sent to the host as the draft', async () => {
  const panel = await openWithRecent();
  // Otherwise the text box could be sent between the two keys.
  await panel.stopClock();
  await panel.receive({ type: 'recentQuestions', recentQuestions: ['just asked', ...RECENT_QUESTIONS] });
  assert.deepEqual(await textsAfter(panel, 'ArrowUp', 'ArrowUp'), ['just asked', 'the third']);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.equal((await panel.posted('draftChanged', 2)).text, 'the third');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, 'the third');
});
