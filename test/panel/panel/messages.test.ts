import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SENT_ATTACHMENTS, MAX_TEXT_CHARS } from '../../../src/protocol/limits.ts';
import type { PanelPage } from '../panelPage.ts';
import { question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** A panel that doesn't wrap what is typed: Chromium takes seconds to wrap a million characters. */
async function openWithoutWrapping(): Promise<PanelPage> {
  const panel = await open();
  await panel.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('textarea { white-space: pre !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  return panel;
}

test('messages about another conversation than the one that is shown are ignored', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?')], draft: 'Mine' }));
  const conversationId = 'conversation-2';
  await panel.receive(
    { type: 'draft', conversationId, text: 'Theirs' },
    { type: 'insertPromptText', conversationId, text: 'Theirs' },
    { type: 'attachments', conversationId, attachments: [SELECTION] },
    { type: 'turnAdded', conversationId, turn: reply('Theirs') },
    { type: 'turns', conversationId, turns: [] },
    { type: 'preparing', conversationId, isPreparing: true },
  );
  assert.equal(await panel.textbox.inputValue(), 'Mine');
  assert.equal(await panel.page.locator('.turn').count(), 1);
  assert.equal(await panel.page.locator('.chip').count(), 0);
  await panel.page.getByRole('button', { name: 'Send', exact: true }).waitFor();
});

test('what the host would not read is not sent: the panel says why, keeps it, and can send again', async () => {
  const panel = await openWithoutWrapping();
  const attachments = Array.from({ length: MAX_SENT_ATTACHMENTS + 1 }, (_, index) => ({
    ...SELECTION,
    id: `attachment-${index}`,
  }));
  await panel.receive(state({ attachments }));
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  await panel.page.getByText('A question can have at most 100 attachments.').waitFor();
  await panel.receive({ type: 'attachments', attachments: attachments.slice(1) });
  await panel.textbox.fill('x'.repeat(MAX_TEXT_CHARS + 1));
  const tooLong = panel.page.getByText('This text is longer than 1,000,000 characters.');
  await tooLong.waitFor();
  const send = panel.page.getByRole('button', { name: 'Send' });
  assert.equal(await send.getAttribute('aria-disabled'), 'true');
  await panel.textbox.press('Enter');
  await tooLong.waitFor();
  assert.equal(panel.postedOf('sendMessage').length, 0);
  await panel.textbox.press('Backspace');
  assert.equal(await send.getAttribute('aria-disabled'), 'false');
  await panel.textbox.press('Enter');
  assert.equal((await panel.posted('sendMessage')).text.length, MAX_TEXT_CHARS);
});

test('an edited question that is too long is said to be, not posted, and refused in its place', async () => {
  const panel = await openWithoutWrapping();
  await panel.receive(state({ turns: [question('Why?', { id: 'q' }), reply('Because.')] }));
  await panel.receive({ type: 'editQuestion', turnId: 'q' });
  const box = panel.page.getByRole('textbox', { name: 'Edit question' });
  await box.fill('x'.repeat(MAX_TEXT_CHARS + 1));
  const tooLong = panel.page.locator('.question-editor').getByText('This text is longer than');
  await tooLong.waitFor();
  await box.press('Enter');
  await tooLong.waitFor();
  await box.fill('Shorter?');
  await tooLong.waitFor({ state: 'detached' });
  await box.press('Enter');
  assert.equal((await panel.posted('editQuestion')).text, 'Shorter?');
  // Then it is as it was asked again.
  assert.equal(panel.postedOf('draftChanged').at(0)?.text, 'Shorter?');
});
