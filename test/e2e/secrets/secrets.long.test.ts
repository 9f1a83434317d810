import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** Fake tokens, in a file that exists before VS Code opens the folder. The tests build on each other, in this order. */
const TOKEN = ['gh', 'p_Rk5Tq8Zw2Xn7Lb4Vc9Jm3Hs6Pd1Fg0YeAa4U'].join('');
const OTHER = TOKEN.replace('Rk5T', 'Vb3N');
const FILE = [
  "export const host = 'https://example.com';",
  `export const key = '${TOKEN}';`,
  `export const other = '${OTHER}';`,
  '',
].join('\n');

const e2e = endToEnd({
  dialogs: true,
  prepare: async (_, folder) => writeFile(join(folder, 'deploy.ts'), FILE),
});
const person = new Person(e2e);

function warning(): Locator {
  return e2e.workbench.page.locator('.monaco-dialog-box', { hasText: 'seems to contain a secret' });
}

async function answer(button: string): Promise<void> {
  await warning().getByRole('button', { name: button, exact: true }).click();
  await warning().waitFor({ state: 'detached' });
}

/** Body of the last chat request, as JSON. */
function lastBody(): string {
  return JSON.stringify(e2e.service.requests.findLast(({ path }) => path.endsWith('/chat'))?.body);
}

function questions(): number {
  return e2e.service.requests.filter(({ path }) => path.endsWith('/chat')).length;
}

async function askAboutKey(question: string, first = 1): Promise<void> {
  await person.askAbout('deploy.ts', first, first + 1, question);
  await warning().waitFor();
}

test('a secret in a selection is reported before anything is sent, and Cancel keeps question and chip', async () => {
  await person.connect();
  await askAboutKey('Why is it refused?');
  assert.match(await warning().innerText(), /GitHub token: deploy\.ts, line 2/);
  assert.equal(questions(), 0);
  await e2e.workbench.screenshot('secret');
  await answer('Cancel');
  await person.waitForDraft('Why is it refused?');
  await person.panel.getByRole('button', { name: 'Remove deploy.ts' }).waitFor();
  const chip = person.panel.locator('.composer .chip', { hasText: 'deploy.ts' });
  await chip.getByText(/may contain a secret on line 2/).waitFor({ state: 'attached' });
  await e2e.workbench.screenshot('secret-chip');
  assert.equal(questions(), 0);
  assert.equal(await person.replies.count(), 0);
});

test('Redact and Send sends a placeholder instead of the secret', async () => {
  await person.ask('Why is it refused?');
  await answer('Redact and Send');
  await person.replyFinished(1);
  const body = lastBody();
  assert.ok(!body.includes(TOKEN), body);
  assert.ok(body.includes("export const key = '[redacted: GitHub token]';"), body);
  assert.ok(!(await person.panel.locator('body').innerText()).includes(TOKEN));
});

test('Send Anyway sends the secret, and the warning is not shown for it again', async () => {
  await askAboutKey('And as it is?', 3);
  await answer('Send Anyway');
  await person.replyFinished(2);
  assert.ok(lastBody().includes(OTHER));
  await person.askAbout('deploy.ts', 1, 3, 'And once more?');
  await person.replyFinished(3);
  assert.ok(lastBody().includes('And once more?'));
  assert.ok(!lastBody().includes(TOKEN), 'What was redacted is sent');
});

test('hidden characters in the question are listed, and removed by Remove and Send', async () => {
  await person.ask('Is this\u{e0041}\u{e0042} all\u202e?');
  const dialog = e2e.workbench.page.locator('.monaco-dialog-box', { hasText: 'contains hidden characters' });
  await dialog.getByText('your question, line 1').waitFor();
  await e2e.workbench.screenshot('hidden');
  await dialog.getByRole('button', { name: 'Remove and Send', exact: true }).click();
  await person.lastQuestion.getByText('Is this all?').waitFor();
  await person.replyFinished(4);
  assert.ok(lastBody().includes('Is this all?'));
});

test('Redact and Send also redacts a secret in the question itself', async () => {
  await person.newChat();
  const typed = TOKEN.replace('Rk5T', 'Zw8Q');
  await person.ask(`Is ${typed} a key?`);
  await answer('Redact and Send');
  await person.replyFinished(1);
  await person.lastQuestion.getByText('Is [redacted: GitHub token] a key?').waitFor();
  assert.ok(!lastBody().includes(typed));
});
