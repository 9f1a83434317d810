import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEnd, lastChat } from './fixture.ts';
import { Person } from './person.ts';

/** The main workflow of a new user. The tests build on each other, in this order. */
const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

test('a question of a new user is kept while base URL and API key are asked for, or after Escape', async () => {
  const { workbench } = e2e;
  await workbench.showPanel();
  await person.ask('Which file is open?');
  await person.inputBoxWith('Base URL of the chat service').waitFor();
  await workbench.page.keyboard.press('Escape');
  await person.backInChat();
  assert.equal(await person.composer.inputValue(), 'Which file is open?');
  await person.fill('');
});

test('a new user is asked for base URL and API key, with messages about invalid input', async () => {
  const { workbench, service } = e2e;
  const panel = workbench.panel();
  await panel.getByRole('button', { name: 'Connect' }).click();
  await person.inputBoxWith('Base URL of the chat service').waitFor();
  await person.submit('ftp://chat.example.com/api/v1');
  await person.inputMessage.getByText('must start with https://').waitFor();

  await person.submit(service.baseUrl.replace('/api/v1', ''));
  await person.inputMessage.getByText('It was corrected').waitFor();
  assert.equal(await person.inputBox.inputValue(), service.baseUrl);
  await person.inputBox.press('Enter');

  await person.inputBoxWith('Your API key for 127.0.0.1').waitFor();
  assert.equal(await person.inputBox.getAttribute('type'), 'password');
  await person.submit('not-the-key');
  await person.inputMessage.getByText('Check the key in the dashboard').waitFor();
  assert.equal(await person.inputBox.inputValue(), 'not-the-key', 'What was typed is gone');
  await workbench.screenshot('connect-wrong-key');

  // Back to the base URL, which is kept, and forward again.
  await workbench.page.locator('.quick-input-widget').getByRole('button', { name: 'Back' }).click();
  await person.inputBoxWith('Base URL of the chat service').waitFor();
  assert.equal(await person.inputBox.inputValue(), service.baseUrl);
  await person.inputBox.press('Enter');
  await person.inputBoxWith('Your API key for 127.0.0.1').waitFor();

  await person.submit(service.keys.notActivated);
  await person.inputMessage.getByText('Activate the account or renew the subscription').waitFor();
  await person.submit(service.keys.active);
  await panel.getByRole('button', { name: 'Explain the selection' }).waitFor();
  await person.backInChat();
  await workbench.page.locator('.statusbar-item', { hasText: 'assistant-sonnet-4' }).waitFor();
});

test('a question about selected code is sent with exactly that code, and the reply streams in', async () => {
  e2e.service.setLatency(20);
  await person.askAbout('duration.ts', 4, 6, 'Why does “5 s” fail?');
  await person.panel.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await person.lastQuestion.getByText('duration.ts').waitFor();
  assert.match(await person.lastQuestion.innerText(), /duration\.ts\s*4–6/);
  await person.replyFinished(1);
  e2e.service.setLatency(0);

  const { messages, stream, model, ...rest } = lastChat(e2e.service);
  assert.deepEqual(rest, {}, 'Something was sent that was not set');
  assert.equal(stream, true);
  assert.equal(model, 'assistant-sonnet-4');
  assert.deepEqual(messages, [
    {
      role: 'user',
      content:
        'duration.ts (typescript), lines 4-6:\n\n' +
        '```typescript\n' +
        'export function parseDuration(text: string): number {\n' +
        '  const match = /^(\\d+(?:\\.\\d+)?)([a-z]+)$/.exec(text);\n' +
        '  const [, amount, unit] = match ?? [];\n' +
        '```\n\nWhy does “5 s” fail?',
    },
  ]);
});

test('the reply is rendered as Markdown with highlighted code, a code toolbar, and model and tokens below', async () => {
  const reply = person.lastReply;
  assert.ok((await reply.locator('li').count()) > 0, 'No list');
  assert.ok((await reply.locator('strong').count()) > 0, 'No strong text');
  // The grammar comes after the reply.
  await reply.locator('pre [class^="token-"]').first().waitFor();
  const toolbar = reply.getByRole('toolbar').first();
  for (const name of ['Copy', 'Insert at Cursor', 'Replace Selection']) {
    assert.equal(await toolbar.getByRole('button', { name, exact: true }).count(), 1, name);
  }
  const details = await reply.locator('.reply-details').getAttribute('title');
  assert.match(details ?? '', /^assistant-sonnet-4\n[\d,]+ tokens in\n[\d,]+ tokens out\n/);
});

test('a follow-up is sent with the conversation so far', async () => {
  await person.ask('And with tabs?');
  await person.replyFinished(2);
  const { messages } = lastChat(e2e.service);
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
  assert.equal(messages[2]?.content, 'And with tabs?');
  assert.match(messages[1]?.content ?? '', /parseDuration/);
});

test('Replace Selection replaces the selection with a code block in one undo step', async () => {
  const { workbench } = e2e;
  await workbench.openFile('units.ts');
  await workbench.selectLines(1, 1);
  const before = await workbench.editorText();
  const code = (await person.replies.first().locator('pre code').first().innerText()).trimEnd();
  await person.replies.first().getByRole('button', { name: 'Replace Selection', exact: true }).click();
  await person.replies.first().getByRole('button', { name: 'Replaced' }).waitFor();
  await workbench.waitForEditorText((text) => text.startsWith(code));
  await workbench.undo();
  await workbench.waitForEditorText((text) => text === before);
});

test('Insert at Cursor inserts a code block at the cursor in one undo step', async () => {
  const { workbench } = e2e;
  const before = await workbench.editorText();
  const first = person.replies.first();
  await first.getByRole('button', { name: 'Insert at Cursor', exact: true }).click();
  await first.getByRole('button', { name: 'Inserted' }).waitFor();
  await workbench.waitForEditorText((text) => text.includes('export function parseDuration'));
  await workbench.undo();
  await workbench.waitForEditorText((text) => text === before);
});

test('Insert Reply inserts the whole reply into the editor in one undo step', async () => {
  const { workbench } = e2e;
  const before = await workbench.editorText();
  await workbench.runCommand('Assistant: Insert Reply into Editor');
  await workbench.page
    .locator('.editor-group-container.active .view-line', { hasText: 'This is the local service' })
    .waitFor();
  await workbench.undo();
  await workbench.waitForEditorText((text) => text === before);
});

test('Select Model lists the models with their context windows, marks the current one, and switches', async () => {
  const { page } = e2e.workbench;
  await person.panel.getByRole('button', { name: /^Select Model/ }).click();
  const rows = page.locator('.quick-input-widget .monaco-list-row');
  await rows.filter({ hasText: 'assistant-fable-5' }).waitFor();
  assert.equal(await rows.count(), 5);
  assert.match(await rows.filter({ hasText: 'assistant-fable-5' }).innerText(), /1M.*Long documents/s);
  assert.match(await rows.filter({ hasText: 'assistant-haiku' }).innerText(), /200K.*Quick tasks/s);
  assert.match(await rows.filter({ hasText: 'in use' }).innerText(), /assistant-sonnet-4/);
  await e2e.workbench.screenshot('select-model');
  await rows.filter({ hasText: 'assistant-haiku' }).click();
  await page.locator('.statusbar-item', { hasText: 'assistant-haiku' }).waitFor();
  await person.panel.getByRole('button', { name: /^Select Model.*assistant-haiku/ }).waitFor();
  await person.ask('Who are you?');
  await person.replyFinished(3);
  assert.equal(lastChat(e2e.service).model, 'assistant-haiku');
});

test('Stop keeps the text received so far, and the service sees the connection close', async () => {
  e2e.service.setLatency(10);
  await person.ask('Write much.\n\n!long 5000');
  await person.replies.nth(3).locator('p').first().waitFor();
  await person.panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await person.lastReply.getByText('Stopped').waitFor();
  e2e.service.setLatency(0);
  assert.ok((await person.lastReply.locator('p').count()) > 0, 'The text is gone');
  await e2e.workbench.waitUntil(() => e2e.service.requests.at(-1)?.aborted === true);
});

test('New Chat empties the panel and keeps the model', async () => {
  await person.newChat();
  assert.equal(await person.replies.count(), 0);
  await person.panel.getByRole('button', { name: /^Select Model.*assistant-haiku/ }).waitFor();
  await person.ask('Fresh?');
  await person.replyFinished(1);
  assert.equal(lastChat(e2e.service).messages.length, 1);
});

test('max_tokens and temperature are sent once they are set, and a reply says that it was cut off', async () => {
  await e2e.workbench.changeSettings({ 'assistant.maxTokens': 20, 'assistant.temperature': 0 });
  await person.ask('Short?');
  await person.lastReply.locator('.notes .notice').getByText('cut off at the limit of 20 tokens').waitFor();
  assert.equal(lastChat(e2e.service).max_tokens, 20);
  assert.equal(lastChat(e2e.service).temperature, 0);
});

test('Remove API Key disconnects and keeps the conversation', async () => {
  await person.removeApiKey();
  await person.panel.getByRole('button', { name: 'Connect' }).waitFor();
  assert.equal(await person.replies.count(), 2);
});

test('the main workflow violates no Content Security Policy', () => {
  assert.deepEqual(e2e.workbench.consoleErrors, []);
});
