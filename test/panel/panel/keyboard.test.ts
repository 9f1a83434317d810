import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('when the button that was pressed is gone, the keyboard goes on in the composer: a turn tried again', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [WHY, failed()] }));
  await panel.page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await panel.posted('turnAction');
  await panel.tell({ type: 'replyChanged', turn: growing('', { status: 'waiting' }) });
  assert.equal(await focused(panel), 'Message');
  await panel.page.keyboard.press('Shift+Tab');
  assert.notEqual(await focused(panel), 'Message');
});

test('the same where the host shows the whole conversation anew', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [WHY, failed()] }));
  await panel.page.getByRole('button', { name: 'Try Again' }).focus();
  await panel.tell(state({ turns: [WHY, growing('', { id: 'reply-2', status: 'waiting' })] }));
  assert.equal(await focused(panel), 'Message');
});

test('the same for a suggestion and for Connect, which make room for what they lead to', async () => {
  const panel = await open();
  await panel.tell(state({ connection: 'notConnected' }));
  await panel.page.getByRole('button', { name: 'Connect…' }).focus();
  await panel.tell({ type: 'connection', connection: 'connected' });
  assert.equal(await focused(panel), 'Message');
  await panel.page.getByRole('button', { name: 'Explain the selection' }).focus();
  await panel.tell({ type: 'turnAdded', turn: WHY });
  assert.equal(await focused(panel), 'Message');
});

test('the same while an input box of VS Code has the keyboard, but only once the panel has it back', async () => {
  const panel = await open();
  await panel.tell(state({ connection: 'notConnected' }));
  await panel.page.getByRole('button', { name: 'Connect…' }).focus();
  await panel.page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await panel.tell({ type: 'connection', connection: 'connected' });
  assert.notEqual(await focused(panel), 'Message');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  assert.equal(await focused(panel), 'Message');
});

test('a keyboard that lost nothing is left where it is', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [WHY, growing('So')] }));
  await panel.log.focus();
  await panel.tell(
    { type: 'replyChanged', turn: reply('So') },
    { type: 'attachments', attachments: [SELECTION] },
  );
  assert.equal(await focused(panel), 'Conversation');
});

test('the Tab key leads to nothing that cannot be seen', async () => {
  const panel = await open();
  await panel.tell(state());
  const first = panel.page.getByRole('button', { name: 'Explain the selection' });
  await panel.page.keyboard.press('Tab');
  await panel.page.keyboard.press('Tab');
  await panel.page.keyboard.press('Tab');
  await panel.page.keyboard.press('Tab');
  assert.equal(await focused(panel), 'Message', 'three suggestions, then the text');
  await first.focus();
  await panel.tell(state({ turns: [WHY] }));
  await panel.log.focus();
  assert.equal(await focused(panel), 'Conversation');
});

test('Select All in a text field is not told to VS Code, which would do it again over what was typed since', async () => {
  const panel = await open();
  await panel.tell(state());
  await panel.page.evaluate(() => {
    // Where VS Code listens.
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
