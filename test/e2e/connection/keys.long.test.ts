import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { startScriptedServer } from '../../support/scriptedServer.ts';
import type { ScriptedServer } from '../../support/servers.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

const REPLY = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'assistant-sonnet-4',
  content: [{ type: 'text', text: 'Here is the other service.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 5 },
};

/** Another service, which responds to every request with the reply. */
let other: ScriptedServer;
before(async () => {
  other = await startScriptedServer([
    [{ head: 200, headers: { 'content-type': 'application/json' } }, { send: JSON.stringify(REPLY) }],
  ]);
});
after(() => other.close());

const hostOf = (address: string): string => new URL(address).host;

/** VS Code's modal dialog. */
function dialog(): Locator {
  return e2e.workbench.page.locator('.monaco-dialog-box');
}

async function answer(button: string): Promise<void> {
  await dialog().getByRole('button', { name: button, exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
}

async function assertNothingReachedTheOther(): Promise<void> {
  assert.equal(await other.connections(), 0, 'Something was sent to the other service');
}

test('a question to another base URL is not sent before the user has seen both hosts in a dialog', async () => {
  await person.connect();
  await e2e.workbench.changeSettings({ 'assistant.baseUrl': other.baseUrl });
  await person.ask('Where does this go?');
  await dialog().waitFor();
  const text = await dialog().innerText();
  assert.match(text, new RegExp(`Send your API key to ${hostOf(other.baseUrl)}\\?`));
  assert.ok(text.includes(hostOf(e2e.service.baseUrl)), text);
  await e2e.workbench.screenshot('key-for-another-address');
  await assertNothingReachedTheOther();
  // Enter, which sends a question, must not send a key.
  const enterAnother = dialog().getByRole('button', { name: 'Enter Another API Key' });
  assert.equal(await enterAnother.evaluate((button) => button === document.activeElement), true);
});

test('Cancel in the dialog sends nothing, keeps the question in the composer and shows why', async () => {
  await answer('Cancel');
  await person.panel.getByText('Nothing was sent').waitFor();
  assert.equal(await person.composer.inputValue(), 'Where does this go?');
  assert.equal(await person.replies.count(), 0);
  await assertNothingReachedTheOther();
});

test('listing the models at another base URL shows the dialog too', async () => {
  await e2e.workbench.runCommand('Assistant: Select Model');
  await dialog().waitFor();
  await answer('Cancel');
  await e2e.workbench.notification('Nothing was sent');
  await assertNothingReachedTheOther();
});

test('Send API Key sends the key to the other host, and the dialog is not shown again', async () => {
  await person.composer.press('Enter');
  await answer(`Send API Key to ${hostOf(other.baseUrl)}`);
  await person.replyFinished(1);
  await person.lastReply.getByText('Here is the other service.').waitFor();
  await person.ask('And this?');
  await person.replyFinished(2);
  const authorizations = (await other.requests()).map(({ headers }) => headers['authorization']);
  assert.deepEqual(authorizations, [
    `Bearer ${e2e.service.keys.active}`,
    `Bearer ${e2e.service.keys.active}`,
  ]);
});

test('another key can be entered instead, and an invalid key is rejected before any request', async () => {
  await e2e.workbench.changeSettings({ 'assistant.baseUrl': e2e.service.baseUrl });
  const before = e2e.service.requests.length;
  await person.ask('Back again?');
  await dialog().waitFor();
  await answer('Enter Another API Key');
  await person.inputBoxWith(`Your API key for ${hostOf(e2e.service.baseUrl)}`).waitFor();
  for (const typed of ['two words', 'tab\tin it', 'ключ', '🔑']) {
    await person.submit(typed);
    await person.inputMessage.getByText('An API key can contain only letters, digits, and symbols').waitFor();
    // Typing clears the message.
    await person.inputBox.fill('');
    await person.inputMessage.getByText('An API key can contain').waitFor({ state: 'detached' });
  }
  for (const pasted of ['key\u200b', 'k\u00adey', '“key”', 'Authorization: Bearer key']) {
    await person.submit(pasted);
    await person.inputMessage.getByText('What is not part of the key').waitFor();
    assert.equal(await person.inputBox.inputValue(), 'key');
    await person.inputBox.fill('');
    await person.inputMessage.getByText('What is not part').waitFor({ state: 'detached' });
  }
  assert.equal(e2e.service.requests.length, before);
  await person.submit(e2e.service.keys.active);
  await person.replyFinished(3);
  assert.equal(e2e.service.requests.at(-1)?.path, '/api/v1/chat');
});

test('a key that the service rejects stays stored, and works again once the service accepts it', async () => {
  await person.newChat();
  e2e.service.failNext(401);
  await person.ask('Revoked?');
  await person.lastReply.locator('.notes .notice').getByText('did not accept the API key').waitFor();
  await person.ask('Accepted again?');
  await person.replyFinished(2);
  assert.equal(e2e.service.requests.at(-1)?.status, 200);
});
