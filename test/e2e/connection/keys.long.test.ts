import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { startScriptedServer } from '../../support/scriptedServer.ts';
import type { ScriptedServer } from '../../support/servers.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** One journey: the tests build on each other, in this order. */
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

/** Another service, which answers whatever it is asked with the reply. */
let other: ScriptedServer;
before(async () => {
  other = await startScriptedServer([
    [{ head: 200, headers: { 'content-type': 'application/json' } }, { send: JSON.stringify(REPLY) }],
  ]);
});
after(() => other.close());

const hostOf = (address: string): string => new URL(address).host;

/** VS Code's modal question. */
function question(): Locator {
  return e2e.workbench.page.locator('.monaco-dialog-box');
}

async function answer(button: string): Promise<void> {
  await question().getByRole('button', { name: button, exact: true }).click();
  await question().waitFor({ state: 'detached' });
}

async function assertNothingReachedTheOther(): Promise<void> {
  assert.equal(await other.connections(), 0, 'Something went to the other address');
}

test('a question to another address is held back until the user has seen both hosts', async () => {
  await person.connect();
  await e2e.workbench.changeSettings({ 'assistant.baseUrl': other.baseUrl });
  await person.ask('Where does this go?');
  await question().waitFor();
  const text = await question().innerText();
  assert.match(text, new RegExp(`Send your API key to ${hostOf(other.baseUrl)}\\?`));
  assert.ok(text.includes(hostOf(e2e.service.baseUrl)), text);
  await e2e.workbench.screenshot('key-for-another-address');
  await assertNothingReachedTheOther();
  // Enter, which sends a question, must not send a key.
  const enterAnother = question().getByRole('button', { name: 'Enter Another API Key' });
  assert.equal(await enterAnother.evaluate((button) => button === document.activeElement), true);
});

test('without a yes nothing is sent, the question stays in the composer, and the panel says why', async () => {
  await answer('Cancel');
  await person.panel.getByText('Nothing was sent').waitFor();
  assert.equal(await person.composer.inputValue(), 'Where does this go?');
  assert.equal(await person.replies.count(), 0);
  await assertNothingReachedTheOther();
});

test('listing the models asks as well', async () => {
  await e2e.workbench.runCommand('Assistant: Select Model');
  await question().waitFor();
  await answer('Cancel');
  await e2e.workbench.notification('Nothing was sent');
  await assertNothingReachedTheOther();
});

test('a yes sends the key there, and it is not asked for again', async () => {
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

test('another key can be entered instead, and what cannot be a key is refused before any request', async () => {
  await e2e.workbench.changeSettings({ 'assistant.baseUrl': e2e.service.baseUrl });
  const before = e2e.service.requests.length;
  await person.ask('Back again?');
  await question().waitFor();
  await answer('Enter Another API Key');
  await person.boxThatSays(`Your API key for ${hostOf(e2e.service.baseUrl)}`).waitFor();
  for (const typed of ['two words', 'tab\tin it', 'schlüssel\u00ad', 'ключ', 'key\u200b', '🗝️']) {
    await person.answer(typed);
    await person.inputMessage.getByText('A key holds letters, digits and signs').waitFor();
    // What is typed next takes the message away.
    await person.inputBox.fill('');
    await person.inputMessage.getByText('A key holds').waitFor({ state: 'detached' });
  }
  assert.equal(e2e.service.requests.length, before);
  await person.answer(e2e.service.keys.active);
  await person.replyFinished(3);
  assert.equal(e2e.service.requests.at(-1)?.path, '/api/v1/chat');
});

test('a key that the service does not accept any more stays, and works again when it does', async () => {
  await person.newChat();
  e2e.service.failNext(401);
  await person.ask('Revoked?');
  await person.lastReply.getByRole('alert').getByText('did not accept the API key').waitFor();
  await person.ask('Accepted again?');
  await person.replyFinished(2);
  assert.equal(e2e.service.requests.at(-1)?.status, 200);
});
