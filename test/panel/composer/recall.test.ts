import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const ASKED = ['the third', 'the second\nof two lines', 'the first'];

async function openWithPast(recentQuestions = ASKED): Promise<PanelPage> {
  const panel = await open();
  await panel.tell(state({ recentQuestions }));
  await panel.textbox.focus();
  return panel;
}

/** Presses keys one after the other; gives what stands in the box after each. */
async function texts(panel: PanelPage, ...keys: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) {
    await panel.page.keyboard.press(key);
    found.push(await panel.textbox.inputValue());
  }
  return found;
}

test('Up in an empty text brings back one question after the other, Down the way back to what was unsent', async () => {
  const panel = await openWithPast();
  assert.deepEqual(await texts(panel, 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'), [
    'the third',
    'the second\nof two lines',
    'the first',
    'the first',
  ]);
  assert.deepEqual(await texts(panel, 'ArrowDown', 'ArrowDown', 'ArrowDown'), [
    'the second\nof two lines',
    'the third',
    '',
  ]);
  assert.deepEqual(await texts(panel, 'ArrowDown'), ['']);
});

test('white space that stood there comes back', async () => {
  const panel = await openWithPast();
  await panel.textbox.fill(' ');
  assert.deepEqual(await texts(panel, 'ArrowUp', 'ArrowDown'), ['the third', ' ']);
});

test('an unsent text is never taken away: there, and in a recalled one that was changed, Up moves the caret', async () => {
  const panel = await openWithPast();
  await panel.textbox.fill('unsent');
  assert.deepEqual(await texts(panel, 'ArrowUp', 'ArrowUp'), ['unsent', 'unsent']);
  await panel.textbox.fill('');
  await texts(panel, 'ArrowUp');
  await panel.textbox.press('End');
  await panel.textbox.pressSequentially('!');
  assert.deepEqual(await texts(panel, 'ArrowUp', 'ArrowDown', 'ArrowDown'), [
    'the third!',
    'the third!',
    'the third!',
  ]);
});

test('in a recalled text of many lines the keys go through its lines first', async () => {
  const panel = await openWithPast(['newest', 'one\ntwo\nthree', 'oldest']);
  await texts(panel, 'ArrowUp', 'ArrowUp');
  assert.deepEqual(await texts(panel, 'ArrowDown', 'ArrowDown', 'ArrowDown'), [
    'one\ntwo\nthree',
    'one\ntwo\nthree',
    'newest',
  ]);
  await texts(panel, 'ArrowUp');
  await panel.textbox.press('Control+End');
  assert.deepEqual(await texts(panel, 'ArrowUp', 'ArrowUp', 'ArrowUp'), [
    'one\ntwo\nthree',
    'one\ntwo\nthree',
    'oldest',
  ]);
});

test('a long line that is seen as several counts as several', async () => {
  const long = 'word '.repeat(40).trim();
  const panel = await openWithPast([long, 'oldest']);
  await texts(panel, 'ArrowUp');
  await panel.textbox.press('Control+End');
  assert.deepEqual(await texts(panel, 'ArrowUp'), [long]);
  await panel.textbox.press('Control+Home');
  assert.deepEqual(await texts(panel, 'ArrowUp'), ['oldest']);
});

test('with Shift, with something selected or for an input method, the arrow keys are those of the text', async () => {
  const panel = await openWithPast();
  assert.deepEqual(await texts(panel, 'Shift+ArrowUp', 'Control+ArrowUp', 'Alt+ArrowUp'), ['', '', '']);
  await panel.textbox.dispatchEvent('keydown', { key: 'ArrowUp', isComposing: true });
  assert.equal(await panel.textbox.inputValue(), '');
  await texts(panel, 'ArrowUp');
  await panel.textbox.press('Control+A');
  assert.deepEqual(await texts(panel, 'ArrowUp'), ['the third']);
});

test('a question that is asked meanwhile is the first to come back, and the host knows what is shown', async () => {
  const panel = await openWithPast();
  await panel.tell({ type: 'recentQuestions', recentQuestions: ['just asked', ...ASKED] });
  assert.deepEqual(await texts(panel, 'ArrowUp', 'ArrowUp'), ['just asked', 'the third']);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.equal((await panel.posted('draftChanged')).text, 'the third');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text, 'the third');
});
