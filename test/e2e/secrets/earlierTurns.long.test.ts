import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { type Relay, startRelay } from '../../support/relay.ts';
import { endToEnd, questionsTo } from '../fixture.ts';
import { Person } from '../person.ts';

/**
 * Secrets and hidden characters in earlier turns that the service doesn't have yet, with VS Code's own dialog, and after
 * real reloads. `wholeRequest.test.ts` has all ways of asking. The tests build on each other, in this order.
 */
const HIDDEN = '\u{e0041}\u{e0042}';
const REDACT = 'Redact, Remove, and Send';

/** A different one for each conversation, since what was decided about one holds for the window. */
function tokenOf(name: string): string {
  return ['gh', `p_Lm4Ws9Bx2Qy7Nd5Rt8Kj3Vf6Hc1Pz0GuE${name.slice(0, 3)}`].join('');
}

/** A conversation as a file has it, whose reply was cut off. */
function exported(name: string): object {
  const question = `What is ${name}?\nUse ${tokenOf(name)}.`;
  const state = { model: 'assistant-sonnet-4', status: 'cutAtLimit', startedAt: 2, endedAt: 3 };
  return {
    id: name,
    turns: [
      { kind: 'user', id: 'q1', text: question, attachments: [], at: 1 },
      { kind: 'assistant', id: 'r1', text: `It is ${name}.\n\nSee${HIDDEN} here`, ...state },
    ],
  };
}

const e2e = endToEnd({
  dialogs: true,
  prepare: async (_, folder) => {
    const conversations = ['apple', 'pear', 'plum'].map(exported);
    const file = { format: 'assistant-chat-conversations', version: 1, conversations };
    await writeFile(join(folder, 'fruit.json'), JSON.stringify(file));
  },
});
const person = new Person(e2e);

let relay: Relay;
before(async () => {
  relay = await startRelay(Number(new URL(e2e.service.baseUrl).port));
});
after(() => relay.close());

function dialog(text: string): Locator {
  return e2e.workbench.page.locator('.monaco-dialog-box', { hasText: text });
}

function focusedButton(name: string): Locator {
  return dialog('hidden characters').locator('.monaco-button:focus', { hasText: name });
}

async function show(name: string): Promise<void> {
  await e2e.workbench.runCommand('Assistant: Show Conversations');
  await person.panel
    .getByRole('row')
    .filter({ hasText: `What is ${name}?` })
    .click();
  await person.panel.getByText(`It is ${name}.`).waitFor();
  await person.backInChat();
}

async function reload(): Promise<void> {
  await e2e.workbench.page.reload();
  await e2e.workbench.ready();
  await person.openChat();
}

/** Presses the key once the dialog is shown, and waits until it is gone. */
async function answer(key: 'Escape' | 'Enter'): Promise<void> {
  await focusedButton(REDACT).waitFor();
  await e2e.workbench.page.keyboard.press(key);
  await dialog('hidden characters').waitFor({ state: 'detached' });
}

/** What the service got last, and at which host. */
function lastSent(): { text: string; host: string | undefined } {
  const text = questionsTo(e2e.service)
    .at(-1)
    ?.body.messages.map(({ content }) => content);
  return { text: text?.join('\n') ?? '', host: e2e.service.requests.at(-1)?.host };
}

function assertRedacted(name: string): void {
  const { text } = lastSent();
  assert.ok(text.includes('Use [redacted: GitHub token].') && text.includes('See here'), text);
  assert.ok(!text.includes(tokenOf(name)) && !text.includes(HIDDEN), text);
}

function assertAsItIs(name: string): void {
  const { text } = lastSent();
  assert.ok(text.includes(tokenOf(name)) && text.includes(HIDDEN), text);
}

test('an imported conversation is asked about, Escape sends nothing, and Enter sends it redacted', async () => {
  const { workbench, service } = e2e;
  await person.connect();
  await workbench.runCommand('Assistant: Import Conversations…');
  await person.inputBoxWith('Import Conversations').waitFor();
  await workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'fruit.json' }).click();
  await workbench.notification('3 imported');
  await show('apple');
  await person.ask('And then?');
  for (const text of [
    'GitHub token: the earlier question “What is apple?”, line 2',
    'Hidden characters (U+E0041, U+E0042): the earlier reply “It is apple.”, line 3',
    `${service.baseUrl} doesn’t have all of it yet`,
  ]) {
    await dialog(text).waitFor();
  }
  await workbench.screenshot('secret-in-earlier-turn');
  await answer('Escape');
  await person.panel.getByText('Nothing was sent').waitFor();
  await person.backInChat();
  assert.equal(await person.composer.inputValue(), 'And then?');
  assert.deepEqual(questionsTo(service), []);

  await person.send();
  await answer('Enter');
  await person.replyFinished(2);
  assertRedacted('apple');
});

test('Continue stays where it is after Escape', async () => {
  await show('plum');
  const button = person.lastReply.getByRole('button', { name: 'Continue' });
  await button.click();
  await answer('Escape');
  await person.lastReply.getByText('Nothing was sent').waitFor();
  await button.click();
  await answer('Enter');
  await button.waitFor({ state: 'detached' });
  await person.replyFinished(1);
  assertRedacted('plum');
});

test('Send Anyway holds for this service, and both decisions outlive a reload', async () => {
  const { page } = e2e.workbench;
  await show('pear');
  await person.ask('And then?');
  await focusedButton(REDACT).waitFor();
  while ((await focusedButton('Send Anyway').count()) === 0) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await person.replyFinished(2);
  assertAsItIs('pear');
  await reload();
  await person.ask('And after the reload?');
  await person.replyFinished(3);
  assertAsItIs('pear');
  await show('apple');
  await person.ask('And after the reload?');
  await person.replyFinished(3);
  assertRedacted('apple');
});

test('another address is asked about once, and gets nothing that was redacted', async () => {
  const { workbench, service } = e2e;
  const { host, href } = Object.assign(new URL(service.baseUrl), { port: relay.port });
  await workbench.changeSettings({ 'assistant.baseUrl': href });
  await show('pear');
  await person.ask('And elsewhere?');
  await dialog('Send your API key')
    .getByRole('button', { name: `Send API Key to ${host}` })
    .click();
  await dialog(`${href} doesn’t have all of it yet`).waitFor();
  assert.notEqual(lastSent().host, host);
  await dialog('hidden characters').getByRole('button', { name: 'Send Anyway' }).click();
  await person.replyFinished(4);
  assertAsItIs('pear');
  await reload();
  await person.ask('And the next morning?');
  await person.replyFinished(5);
  assertAsItIs('pear');
  await show('apple');
  await person.ask('And elsewhere?');
  await person.replyFinished(4);
  assertRedacted('apple');
  assert.equal(lastSent().host, host);
});
