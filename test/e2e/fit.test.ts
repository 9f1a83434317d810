import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

/** What a person does who asks more than the model's window holds: the tests build on each other, in this order. */
const e2e = endToEnd({
  prepare: async (_dataDir, folder) => {
    const lines = Array.from({ length: 400 }, (_, index) => `export const value${index} = ${index};`);
    await writeFile(join(folder, 'values.ts'), `${lines.join('\n')}\n`);
  },
});
const person = new Person(e2e);

const MODEL = 'assistant-haiku';
/** About 1,000 tokens. */
const LONG = 'What does it do with the lines? '.repeat(140);

interface Body {
  model: string;
  messages: { role: string; content: string }[];
}

function chats(): Body[] {
  return e2e.service.requests.filter(({ path }) => path.endsWith('/chat')).map(({ body }) => body as Body);
}

function notice(): Locator {
  return person.panel.getByRole('region', { name: 'Too Long for the Model' });
}

function choice(name: string | RegExp): Locator {
  return notice().getByRole('button', { name });
}

/** What a question says that is left out. */
function mark(): Locator {
  return person.panel.locator('.not-sent-note').getByText('Not sent any more');
}

/** The list of models tells of their windows. */
async function chooseModel(window: number): Promise<void> {
  const { workbench, service } = e2e;
  service.setWindow(MODEL, window);
  await workbench.runCommand('Assistant: Select Model');
  await workbench.page.locator('.quick-input-widget .monaco-list-row').filter({ hasText: MODEL }).click();
  await person.panel.getByRole('button', { name: `Select Model: ${MODEL}` }).waitFor();
}

test('what does not fit is said before it is sent, and leaves without the oldest question, which stays marked', async () => {
  await person.connect();
  await chooseModel(4000);
  await person.ask(`First: ${LONG}`);
  await person.replyFinished(1);
  await person.ask(`Second: ${LONG}`);
  await person.replyFinished(2);
  await person.composer.fill(`Third: ${LONG}`);
  await choice('Leave Out the Oldest Question').waitFor();
  await e2e.workbench.screenshot('does not fit');
  await person.composer.press('Enter');
  await person.composer.fill(`Third: ${LONG} Please.`);
  assert.equal(chats().length, 2, 'It was sent');
  await choice('Leave Out the Oldest Question').focus();
  await e2e.workbench.page.keyboard.press('Enter');
  await choice('Leave Out the Oldest Question').waitFor({ state: 'detached' });
  await mark().waitFor();
  await e2e.workbench.screenshot('left out');
  await person.send();
  await person.replyFinished(3);
  const sent = chats()
    .at(-1)
    ?.messages.map(({ content }) => content.slice(0, 6));
  assert.deepEqual([sent?.[0], sent?.at(-1), sent?.length], ['Second', 'Third:', 3]);
});

test('Send again takes the mark away, and Retry is refused until there is room again', async () => {
  await person.panel.getByRole('button', { name: 'Send again' }).click();
  await mark().waitFor({ state: 'detached' });
  await person.chooseOfTurn(person.lastReply, 'Retry');
  await e2e.workbench.page
    .getByText('This does not fit into the window of assistant-haiku')
    .first()
    .waitFor();
  assert.equal(chats().length, 3, 'It was sent');
  await choice('Leave Out the Oldest Question').click();
  await mark().waitFor();
  await e2e.workbench.waitUntil(async () => chats().length === 4);
  await person.replyFinished(3);
  assert.equal(chats().at(-1)?.messages.length, 3);
});

test('a selection that is too large waits in the composer, and leaves cut to its first lines', async () => {
  await person.newChat();
  await chooseModel(2000);
  await person.askAbout('values.ts', 1, 400, 'What are they?');
  await choice(/^Cut values\.ts to Its First \d+ Lines$/).click();
  await notice().waitFor({ state: 'hidden' });
  await person.composerHolds('What are they?');
  await person.send();
  await person.replyFinished(1);
  const content = chats().at(-1)?.messages.at(-1)?.content ?? '';
  assert.match(content, /^values\.ts \(typescript\), lines 1-\d+, \d+ more left out:\n/);
  assert.ok(
    content.includes('value0') && !content.includes('value399') && content.endsWith('What are they?'),
  );
});

test('the model with the larger window answers instead', async () => {
  await person.newChat();
  await person.composer.fill(LONG.repeat(3));
  await choice(/^Ask assistant-/).click();
  await notice().waitFor({ state: 'hidden' });
  await person.send();
  await person.replyFinished(1);
  assert.notEqual(chats().at(-1)?.model, MODEL);
});

test('Send Anyway sends it as it is', async () => {
  await person.newChat();
  await chooseModel(2000);
  // The service takes more than its list says.
  e2e.service.setWindow(MODEL, 200_000);
  await person.composer.fill(LONG.repeat(3));
  await choice('Send Anyway').click();
  await person.replyFinished(1);
  assert.deepEqual(
    [
      chats().at(-1)?.model,
      chats()
        .at(-1)
        ?.messages.map(({ content }) => content),
    ],
    [MODEL, [LONG.repeat(3)]],
  );
});
