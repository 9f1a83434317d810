import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** What a person does with turns and conversations: the tests build on each other, in this order. */
const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

/** Presses Undo in the notification that says this. */
async function undo(text: string): Promise<void> {
  const said = e2e.workbench.page.locator('.notification-list-item', { hasText: text });
  await said.getByRole('button', { name: 'Undo' }).click();
}

test('New Chat leaves a reply running, and Show Conversations leads back to it', async () => {
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
  assert.match(await person.lastReply.innerText(), /A long reply/);
});

test('the menu of a reply forks the conversation, and the original stays', async () => {
  const { workbench } = e2e;
  await person.ask('And then?');
  await person.replyFinished(2);
  await person.chooseOfTurn(person.replies.first(), 'Fork Conversation');
  await person.replies.nth(1).waitFor({ state: 'detached' });
  assert.equal(await person.replies.count(), 1);
  await person.ask('Another way?');
  await person.replyFinished(2);
  await workbench.runCommand('Assistant: Show Conversations');
  const rows = person.panel.getByRole('row');
  await rows.filter({ hasText: 'Slowly.' }).nth(1).waitFor();
  await rows.filter({ hasText: 'Slowly.' }).filter({ hasNotText: 'shown' }).click();
  await person.lastQuestion.getByText('And then?').waitFor();
});

test('the menu of a question puts it back into the composer', async () => {
  await person.chooseOfTurn(person.lastQuestion, 'Edit Question');
  await person.replies.nth(1).waitFor({ state: 'detached' });
  await person.composerHolds('And then?');
  await person.ask('And before?');
  await person.replyFinished(2);
});

test('a turn that was deleted comes back with Undo', async () => {
  await person.chooseOfTurn(person.replies.first(), 'Delete Question and Reply');
  await person.replies.nth(1).waitFor({ state: 'detached' });
  await undo('The question and its reply were deleted.');
  await person.replies.nth(1).waitFor();
});

test('a turn is copied as Markdown by its menu', async () => {
  const { workbench } = e2e;
  await person.chooseOfTurn(person.lastReply, 'Copy Turn as Markdown');
  // It takes its way through the extension host, while the menu is gone already.
  await workbench.waitUntil(async () => {
    await person.composer.fill('');
    await person.composer.press('ControlOrMeta+V');
    return /^## You\n\nAnd before\?/.test(await person.composer.inputValue());
  });
  await person.composer.fill('');
});

test('another model is asked the same, both replies are read side by side, and one is kept', async () => {
  const { workbench, service } = e2e;
  await person.newChat();
  await person.ask('Which of you?');
  await person.replyFinished(1);
  await person.chooseOfTurn(person.lastReply, 'Ask Another Model');
  const rows = workbench.page.locator('.quick-input-widget .monaco-list-row');
  await rows.filter({ hasText: 'assistant-haiku' }).click();
  await person.replyFinished(2);
  await person.lastReply.getByText('assistant-haiku').filter({ visible: true }).first().waitFor();
  const [first, second] = service.requests
    .filter(({ path }) => path.endsWith('/chat'))
    .slice(-2)
    .map(({ body }) => body as { model: string; messages: unknown[] });
  assert.deepEqual(second, { ...first, model: 'assistant-haiku' });
  await workbench.screenshot('compared');
  await person.lastReply.getByRole('button', { name: 'Keep This' }).click();
  await person.replies.nth(1).waitFor({ state: 'detached' });
  await person.lastReply.getByText('assistant-haiku').filter({ visible: true }).first().waitFor();
});

test('a conversation that was deleted in the list comes back with Undo', async () => {
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

test('Continue puts the rest into the reply that was cut, an open code block included', async () => {
  await person.newChat();
  await person.ask('Show me an example.');
  await person.replyFinished(1);
  const whole = await person.lastReply.locator('.markdown').innerText();
  await person.newChat();

  await e2e.workbench.changeSettings({ 'assistant.maxTokens': 75 });
  await person.ask('Show me an example.');
  await person.replyFinished(1);
  const cut = person.lastReply.getByRole('alert').getByText('Cut at the limit of 75 tokens');
  await cut.waitFor();
  assert.ok((await person.lastReply.locator('pre').count()) > 0, 'The cut is not in a code block');
  // The rest fits into the same limit.
  await person.goOn('Continue');
  await person.replyFinished(1);
  assert.equal(await cut.count(), 0);
  assert.equal(await person.lastReply.locator('.markdown').innerText(), whole);
  assert.equal(await person.replies.count(), 1);
});
