import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEnd, questionsTo } from '../fixture.ts';
import { Person } from '../person.ts';

/** Actions on turns and conversations. The tests build on each other, in this order. */
const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

/** Presses Undo in the notification with this text. */
async function undo(text: string): Promise<void> {
  const notification = e2e.workbench.page.locator('.notification-list-item', { hasText: text });
  await notification.getByRole('button', { name: 'Undo' }).click();
}

test('New Chat keeps a reply running, and Show Conversations leads back to it', async () => {
  const { workbench, service } = e2e;
  await person.connect();
  service.setLatency(200);
  await person.ask('Slowly.\n\n!long 300');
  await person.lastReply.locator('p').first().waitFor();
  await person.newChat();
  await workbench.page.locator('.statusbar-item .codicon-loading').first().waitFor();
  await workbench.runCommand('Assistant: Show Conversations');
  const rows = person.panel.getByRole('row');
  await rows.filter({ hasText: 'Slowly.' }).filter({ hasText: 'replying' }).waitFor();
  await rows.filter({ hasText: 'Slowly.' }).click();
  service.setLatency(0);
  await person.replyFinished(1);
  await person.lastQuestion.getByText('Slowly.').waitFor();
  assert.match(await person.lastReply.innerText(), /of a long reply/);
});

test('Fork Conversation in the menu of a reply keeps the original', async () => {
  const { workbench } = e2e;
  await person.ask('And then?');
  await person.replyFinished(2);
  await person.chooseInTurnMenu(person.replies.first(), 'Fork Conversation');
  await person.replies.nth(1).waitFor({ state: 'detached' });
  assert.equal(await person.replies.count(), 1);
  await person.ask('Another way?');
  await person.replyFinished(2);
  await workbench.runCommand('Assistant: Show Conversations');
  const rows = person.panel.getByRole('row');
  await rows.filter({ hasText: 'Slowly. (copy)' }).waitFor();
  await rows.filter({ hasText: 'Slowly.' }).and(person.panel.locator(':not([aria-current])')).click();
  await person.lastQuestion.getByText('And then?').waitFor();
});

test('Edit Question sends a question in a copy that says so, and the original stays one click away', async () => {
  const { workbench } = e2e;
  await person.chooseInTurnMenu(person.lastQuestion, 'Edit Question');
  const editor = person.lastQuestion.getByRole('textbox', { name: 'Edit question' });
  await editor.and(person.panel.locator(':focus')).waitFor();
  await editor.fill('And before?');
  await workbench.screenshot('edit-question');
  await editor.press('Enter');
  await editor.waitFor({ state: 'detached' });
  await person.lastQuestion.getByText('And before?').waitFor();
  await person.replyFinished(2);
  const title = workbench.page.locator('.part.sidebar > .title');
  await title.filter({ hasText: 'Slowly. (edited)' }).waitFor();
  await person.lastQuestion.getByRole('button', { name: 'Show Original' }).click();
  await person.lastQuestion.getByText('And then?').waitFor();
  await title.filter({ hasText: 'Slowly.', hasNotText: '(edited)' }).waitFor();
  await workbench.runCommand('Assistant: Show Conversations');
  await person.panel.getByRole('row').filter({ hasText: 'Slowly. (edited)' }).click();
  await person.lastQuestion.getByText('And before?').waitFor();
});

test('Undo restores a deleted question and its reply', async () => {
  await person.chooseInTurnMenu(person.replies.first(), 'Delete Question and Reply');
  await e2e.workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
  await person.replies.nth(1).waitFor({ state: 'detached' });
  await undo('The question and its reply were deleted.');
  await person.replies.nth(1).waitFor();
});

test('the menu of a turn copies it as Markdown', async () => {
  const { workbench } = e2e;
  await person.chooseInTurnMenu(person.lastReply, 'Copy Question and Reply as Markdown');
  // The extension host copies after the menu has closed.
  await workbench.waitUntil(async () => {
    await person.fill('');
    await person.composer.press('ControlOrMeta+V');
    return /^## You\n\nAnd before\?/.test(await person.composer.inputValue());
  });
  await person.fill('');
});

test('Ask Another Model sends the same request to another model, shows both replies and keeps one', async () => {
  const { workbench, service } = e2e;
  await person.newChat();
  await person.ask('Which of you?');
  await person.replyFinished(1);
  await person.chooseInTurnMenu(person.lastReply, 'Ask Another Model');
  const rows = workbench.page.locator('.quick-input-widget .monaco-list-row');
  await rows.filter({ hasText: 'assistant-haiku' }).click();
  await person.replyFinished(2);
  await person.lastReply.getByText('assistant-haiku').filter({ visible: true }).first().waitFor();
  const [first, second] = questionsTo(service)
    .slice(-2)
    .map(({ body }) => body);
  assert.deepEqual(second, { ...first, model: 'assistant-haiku' });
  await workbench.screenshot('compared');
  await person.lastReply.getByRole('button', { name: 'Keep This Reply' }).click();
  await person.replies.nth(1).waitFor({ state: 'detached' });
  await person.lastReply.locator('.reply-details', { hasText: 'haiku' }).waitFor();
});

test('Undo restores a conversation deleted in the list', async () => {
  const { page } = e2e.workbench;
  await e2e.workbench.runCommand('Assistant: Show Conversations');
  const row = person.panel.getByRole('row', { name: 'Which of you?' });
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await person.panel.getByRole('button', { name: 'Explain the selection' }).waitFor();
  await undo('The conversation was deleted.');
  await person.lastQuestion.getByText('Which of you?').waitFor();
  assert.equal(await person.replies.count(), 1);
});

test('Continue completes a reply that was cut off inside a code block', async () => {
  await person.newChat();
  await person.ask('Show me an example.');
  await person.replyFinished(1);
  const whole = await person.lastReply.locator('.markdown').innerText();
  await person.newChat();

  await e2e.workbench.changeSettings({ 'assistant.maxTokens': 60 });
  await person.ask('Show me an example.');
  await person.replyFinished(1);
  const cut = person.lastReply.locator('.notes .notice').getByText('cut off at the limit of 60 tokens');
  await cut.waitFor();
  assert.ok((await person.lastReply.locator('pre').count()) > 0, 'The cut is not in a code block');
  // The rest fits into the same limit.
  await person.retryOrContinue('Continue');
  await person.replyFinished(1);
  assert.equal(await cut.count(), 0);
  assert.equal(await person.lastReply.locator('.markdown').innerText(), whole);
  assert.equal(await person.replies.count(), 1);
});
