import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONNECTION_VIEWS } from '../connection/connectionSamples.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const WHY = question('Why?');

function focused(panel: PanelPage): Promise<string | null | undefined> {
  return panel.page.evaluate(() => document.activeElement?.ariaLabel);
}

function failed() {
  return reply('', {
    status: 'failed',
    notice: { severity: 'error', message: 'No answer.', actions: [{ action: 'retry', label: 'Try Again' }] },
  });
}

test('the focus moves to the composer when Retry removes its own button', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [WHY, failed()] }));
  await panel.page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await panel.posted('turnAction');
  await panel.receive({ type: 'replyChanged', turn: growing('', { status: 'waiting' }) });
  assert.equal(await focused(panel), 'Message');
  await panel.page.keyboard.press('Shift+Tab');
  assert.notEqual(await focused(panel), 'Message');
});

test('the focus moves to the composer when a new state removes the focused button', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [WHY, failed()] }));
  await panel.page.getByRole('button', { name: 'Try Again' }).focus();
  await panel.receive(state({ turns: [WHY, growing('', { id: 'reply-2', status: 'waiting' })] }));
  assert.equal(await focused(panel), 'Message');
});

test('the focus moves to the composer when Connect… or a suggested question disappears', async () => {
  const panel = await open();
  await panel.receive(state({ connection: CONNECTION_VIEWS.notSetUp }));
  await panel.page.getByRole('button', { name: 'Connect…' }).focus();
  await panel.receive({ type: 'connection', connection: CONNECTION_VIEWS.ready });
  assert.equal(await focused(panel), 'Message');
  await panel.page.getByRole('button', { name: 'Explain the selection' }).focus();
  await panel.receive({ type: 'turnAdded', turn: WHY });
  assert.equal(await focused(panel), 'Message');
});

test('the focus moves to the composer when a timer or a frame removes the focused element', async () => {
  const panel = await open();
  await panel.stopClock();
  const wait = { message: 'Sending in {0}.', remainingMs: 2000 };
  await panel.receive(state({ turns: [WHY, growing('', { status: 'waiting', wait })] }));
  await panel.page.getByRole('button', { name: 'Cancel' }).focus();
  await panel.page.clock.runFor(3000);
  await panel.page.getByText('Waiting…').waitFor();
  assert.equal(await focused(panel), 'Message');
  for (const lose of [
    (element: Element) => requestAnimationFrame(() => element.remove()),
    (element: Element) => requestAnimationFrame(() => element.parentElement?.setAttribute('hidden', '')),
  ]) {
    const button = panel.page.getByRole('button', { name: /^Next request|^Add Context/ }).first();
    await button.focus();
    await button.evaluate(lose);
    await panel.page.clock.runFor(100);
    assert.equal(await focused(panel), 'Message');
    await panel.page.evaluate(() => document.querySelector('.composer-row')?.removeAttribute('hidden'));
  }
});

test('the focus moves to the composer only once the panel has it back from an input box of VS Code', async () => {
  const panel = await open();
  await panel.receive(state({ connection: CONNECTION_VIEWS.notSetUp }));
  await panel.page.getByRole('button', { name: 'Connect…' }).focus();
  await panel.page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await panel.receive({ type: 'connection', connection: CONNECTION_VIEWS.ready });
  assert.notEqual(await focused(panel), 'Message');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  assert.equal(await focused(panel), 'Message');
});

test('after an input box of VS Code, the focus is in the text again if a button was clicked, else on the button', async () => {
  const panel = await open();
  await panel.receive(state());
  const composer = panel.page.getByRole('textbox', { name: 'Message' });
  const button = panel.page.getByRole('button', { name: 'Add Context' });
  await composer.fill('Draft');
  await composer.press('ArrowLeft');
  for (const [press, expected] of [
    [() => button.click(), 'Message'],
    [() => button.press('Enter'), 'Add Context'],
  ] as const) {
    await press();
    await panel.page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      window.dispatchEvent(new Event('focus'));
    });
    assert.match((await focused(panel)) ?? '', new RegExp(`^${expected}`));
  }
  assert.equal(await composer.evaluate((text: HTMLTextAreaElement) => text.selectionStart), 4);
});

test('the focus stays on an element that still exists', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [WHY, growing('So')] }));
  await panel.log.focus();
  await panel.receive(
    { type: 'replyChanged', turn: reply('So') },
    { type: 'attachments', attachments: [SELECTION] },
  );
  assert.equal(await focused(panel), 'Conversation');
});

test('Tab never reaches hidden elements', async () => {
  const panel = await open();
  await panel.receive(state());
  const first = panel.page.getByRole('button', { name: 'Explain the selection' });
  await first.focus();
  await panel.page.keyboard.press('Tab');
  await panel.page.keyboard.press('Tab');
  await panel.page.keyboard.press('Tab');
  assert.equal(await focused(panel), 'Message', 'three suggestions, then the text');
  await first.focus();
  await panel.receive(state({ turns: [WHY] }));
  await panel.log.focus();
  assert.equal(await focused(panel), 'Conversation');
});

test('Select All in a text field does not reach VS Code, which would select again over text typed meanwhile', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.page.evaluate(() => {
    // VS Code listens for keys on the window.
    window.addEventListener('keydown', ({ key }) => document.body.setAttribute('data-heard', key));
  });
  const composer = panel.page.getByRole('textbox', { name: 'Message' });
  await composer.fill('Why?');
  await panel.page.keyboard.press('ControlOrMeta+a');
  await panel.page.keyboard.type('How');
  assert.equal(await composer.inputValue(), 'How');
  assert.equal(await panel.page.locator('body').getAttribute('data-heard'), 'w');
  await panel.page.keyboard.press('ControlOrMeta+a');
  assert.notEqual(await panel.page.locator('body').getAttribute('data-heard'), 'a');
  await panel.log.focus();
  await panel.page.keyboard.press('ControlOrMeta+a');
  assert.equal(await panel.page.locator('body').getAttribute('data-heard'), 'a');
});

test('a double click, a held key and a click while the first is under way press a button once', async () => {
  const panel = await open();
  panel.respond = () => 'Not now.';
  await panel.receive(state({ turns: [WHY, failed()] }));
  const retry = panel.page.getByRole('button', { name: 'Try Again' });
  await retry.dblclick();
  await panel.posted('turnAction');
  await panel.page.getByText('Not now.').waitFor();
  await retry.focus();
  await panel.page.keyboard.down('Enter');
  for (let repeat = 0; repeat < 3; repeat++) {
    await panel.page.keyboard.down('Enter');
  }
  await panel.page.keyboard.up('Enter');
  await panel.posted('turnAction', 2);
  panel.respond = () => 'silence';
  await retry.click({ clickCount: 1 });
  await retry.press('Enter');
  await panel.untilDrawn();
  assert.equal(panel.postedOf('turnAction').length, 3);
});

test('Enter that is held in the text box sends once', async () => {
  const panel = await open();
  panel.respond = () => 'Not now.';
  await panel.receive(state());
  await panel.textbox.fill('Why?');
  await panel.page.keyboard.down('Enter');
  await panel.page.getByText('Not now.').waitFor();
  await panel.page.keyboard.down('Enter');
  await panel.page.keyboard.up('Enter');
  assert.equal(panel.postedOf('sendMessage').length, 1);
  assert.equal(await panel.textbox.inputValue(), 'Why?');
});

test('shortcuts work with keyboard layouts of other alphabets, and follow Latin ones', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.textbox.fill('one two');
  const press = (key: string, code: string) =>
    panel.textbox.dispatchEvent('keydown', { key, code, ctrlKey: true, bubbles: true, cancelable: true });
  const selected = () =>
    panel.textbox.evaluate((box: HTMLTextAreaElement) => box.selectionEnd - box.selectionStart);
  await press('ф', 'KeyA');
  assert.equal(await selected(), 7);
  await panel.textbox.press('End');
  // The key at the place of A types Q on a French keyboard.
  await press('q', 'KeyA');
  assert.equal(await selected(), 0);
  await press('a', 'KeyQ');
  assert.equal(await selected(), 7);
});
