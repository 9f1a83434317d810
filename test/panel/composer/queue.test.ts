import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelState } from '../../../src/protocol/toPanel.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, QUEUED, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const RUNNING = [question('Why?'), growing('So')];
const HELD = { ...QUEUED, reason: 'Not sent because the reply failed.' };

async function openWith(more: Partial<PanelState>): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state(more));
  return panel;
}

function focusedName(panel: PanelPage): Promise<string | null | undefined> {
  return panel.page.evaluate(() => document.activeElement?.ariaLabel);
}

test('a question can be queued with Enter or a button while a reply is streaming, and Stop stays', async () => {
  const panel = await openWith({ turns: RUNNING });
  const add = panel.page.getByRole('button', { name: 'Add to Queue' });
  assert.equal(await add.isVisible(), false);
  const place = await panel.page.getByRole('button', { name: 'Stop' }).boundingBox();
  await panel.textbox.fill('And?');
  assert.deepEqual(await panel.page.getByRole('button', { name: 'Stop' }).boundingBox(), place);
  await add.click();
  assert.equal((await panel.posted('sendMessage')).text, 'And?');
  await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === '');
  assert.equal(await focusedName(panel), 'Message');
  await panel.textbox.fill('Then?');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage', 2)).text, 'Then?');
  await panel.textbox.fill('Last?');
  await panel.receive({ type: 'replyChanged', turn: reply('So') });
  assert.equal(await add.isVisible(), false);
});

test('the queued question shows its text and its attachments, and screen readers hear what becomes of it', async () => {
  const panel = await openWith({ turns: RUNNING });
  const queued = panel.page.getByRole('region', { name: 'Queued Question' });
  assert.equal(await queued.count(), 0);
  await panel.receive({ type: 'queuedQuestion', queuedQuestion: QUEUED });
  assert.match(await panel.text(queued), /Queued until the reply is finished.*other units.*duration\.ts/);
  assert.equal(await queued.getByRole('button', { name: 'Send' }).count(), 0);
  await panel.receive({ type: 'queuedQuestion', queuedQuestion: HELD });
  assert.match(await panel.text(queued), /Not sent because the reply failed\./);
  await panel.receive({ type: 'queuedQuestion', queuedQuestion: QUEUED });
  await panel.receive({ type: 'queuedQuestion', wasSent: true });
  assert.equal(await queued.count(), 0);
  assert.deepEqual(await panel.announced(), [
    'Queued until the reply is finished',
    'Not sent because the reply failed.',
    'Queued until the reply is finished',
    'Queued question sent',
  ]);
});

test('another conversation shows its own queued question, and announces nothing', async () => {
  const panel = await openWith({ turns: RUNNING, queuedQuestion: QUEUED });
  const queued = panel.page.getByRole('region', { name: 'Queued Question' });
  await panel.receive(state({ conversationId: 'conversation-2' }));
  assert.equal(await queued.count(), 0);
  await panel.receive(state({ turns: RUNNING, queuedQuestion: HELD }));
  assert.match(await panel.text(queued), /reply failed/);
  assert.deepEqual(await panel.announced(), []);
});

test('the actions of the queued question are one Tab stop before the text, and the draft is sent first', async () => {
  const panel = await openWith({ turns: RUNNING, queuedQuestion: HELD });
  await panel.textbox.fill('Newer');
  await panel.page.keyboard.press('Shift+Tab');
  assert.equal(await focusedName(panel), 'Send');
  await panel.page.keyboard.press('ArrowRight');
  assert.equal(await focusedName(panel), 'Edit');
  await panel.page.keyboard.press('Enter');
  const { queuedQuestionId, action } = await panel.posted('queuedQuestionAction');
  assert.deepEqual([queuedQuestionId, action], [QUEUED.id, 'edit']);
  const types = panel.postedMessages.map(({ type }) => type);
  assert.ok(types.indexOf('draftChanged') < types.indexOf('queuedQuestionAction'), types.join());
  await panel.page.keyboard.press('ArrowRight');
  assert.equal(await focusedName(panel), 'Remove from Queue');
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('queuedQuestionAction', 2)).action, 'remove');
  await panel.receive({ type: 'queuedQuestion' }, { type: 'draft', text: 'Queued\nNewer' });
  assert.equal(await focusedName(panel), 'Message');
  assert.equal(await panel.textbox.evaluate((box: HTMLTextAreaElement) => box.selectionStart), 12);
});

test('why a second question is not queued is shown until the queue or the text changes', async () => {
  const panel = await openWith({ turns: RUNNING, queuedQuestion: QUEUED });
  panel.respond = () => 'One is queued.';
  const status = panel.page.getByText('One is queued.');
  await panel.textbox.fill('Another');
  await panel.textbox.press('Enter');
  await status.waitFor();
  assert.equal(await panel.textbox.inputValue(), 'Another');
  await panel.receive({ type: 'queuedQuestion', wasSent: true });
  assert.equal(await status.count(), 0);
  await panel.textbox.press('Enter');
  await status.waitFor();
  await panel.textbox.press('x');
  assert.equal(await status.count(), 0);
  await panel.textbox.press('Enter');
  await status.waitFor();
  await panel.receive({ type: 'attachments', attachments: [SELECTION] });
  assert.equal(await status.count(), 0);
});

test('Escape stops the reply, wherever the keyboard is, and VS Code does not see the key', async () => {
  const panel = await openWith({ turns: RUNNING, draft: 'And?' });
  await panel.page.evaluate(() => {
    document.title = '';
    window.addEventListener('keydown', ({ key }) => {
      document.title += key;
    });
  });
  await panel.textbox.press('Escape');
  await panel.posted('stop');
  assert.equal(await focusedName(panel), 'Message');
  await panel.log.press('Escape');
  await panel.posted('stop', 2);
  assert.equal(await panel.page.title(), '');
  await panel.receive({ type: 'replyChanged', turn: reply('So', { status: 'stopped' }) });
  await panel.untilAnnounced('Stopped');
  await panel.log.press('Escape');
  assert.equal(await panel.page.title(), 'Escape');
  assert.equal(panel.postedOf('stop').length, 2);
});

test('Escape does not stop the reply while it closes or leaves something else', async () => {
  const panel = await openWith({ turns: RUNNING, attachments: [SELECTION] });
  const { keyboard } = panel.page;
  // Suggestions.
  await panel.textbox.pressSequentially('/');
  const { searchId } = await panel.posted('searchPrompts');
  await panel.receive({ type: 'prompts', searchId, items: [{ key: 'p', name: 'explain' }] });
  await keyboard.press('Escape');
  await panel.page.getByRole('listbox').waitFor({ state: 'hidden' });
  // The chips.
  await keyboard.press('Shift+Tab');
  await keyboard.press('Escape');
  assert.equal(await focusedName(panel), 'Message');
  // A popover.
  await panel.page.getByRole('button', { name: /^Next request/ }).press('Enter');
  await keyboard.press('Escape');
  await panel.page.getByRole('dialog').waitFor({ state: 'hidden' });
  // Find.
  await panel.receive({ type: 'find' });
  await keyboard.press('Escape');
  const find = panel.page.getByRole('textbox', { name: 'Find' });
  await find.waitFor({ state: 'hidden' });
  await panel.receive({ type: 'find' });
  await panel.textbox.press('Escape');
  await find.waitFor({ state: 'hidden' });
  assert.equal(await focusedName(panel), 'Message');
  // An input method, a key that is held, and other keys.
  await panel.textbox.dispatchEvent('keydown', { key: 'Escape', keyCode: 229, bubbles: true });
  await panel.textbox.dispatchEvent('keydown', { key: 'Escape', repeat: true, bubbles: true });
  await panel.textbox.press('Shift+Escape');
  // The list of conversations.
  await panel.receive({ type: 'showHistory', trash: false });
  await keyboard.press('Escape');
  await panel.textbox.waitFor();
  await panel.textbox.press('Escape');
  await panel.posted('stop');
  assert.equal(panel.postedOf('stop').length, 1);
});
