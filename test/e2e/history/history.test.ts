import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { killExtensionHosts } from '../../harness/vscode/extensionHosts.ts';
import { endToEnd } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

const DRAFT = 'And what if it is empty?';

function historyFolder(): string {
  return join(e2e.vscode.dataDir, 'data/User/globalStorage/assistant.assistant-chat/history/v1');
}

/** Content of all files in a folder. */
async function textIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.join('\n');
}

/** Text of the replies in all records of a folder, without the asterisks of its Markdown. */
async function repliesIn(folder: string): Promise<string> {
  const pieces = (await textIn(folder)).matchAll(/"text":("(?:\\.|[^"\\])*")/g);
  return [...pieces]
    .map(([, piece = '']) => JSON.parse(piece))
    .join('')
    .replaceAll('*', '');
}

test('killing the extension host while a reply streams keeps the question, the text received so far and the draft', async () => {
  const { service, vscode, workbench } = e2e;
  await person.connect();
  service.setLatency(100);
  await person.ask('Write much.\n\n!long 5000');
  await person.lastReply.locator('p').nth(1).waitFor();
  await person.fill(DRAFT);
  await person.untilDraftSaved(DRAFT);
  // VS Code in a browser saves its state for a reload every few seconds.
  await workbench.waitUntil(() => workbench.page.evaluate(isInBrowserStorage, 'assistant.window'));
  const seen = (await person.lastReply.locator('p').first().textContent()) ?? '';
  // Text is on disk about 500 ms after it was shown.
  await workbench.waitUntil(async () => (await repliesIn(historyFolder())).includes(seen));
  await killExtensionHosts(vscode.dataDir);
  await workbench.page.reload();
  await workbench.ready();
  await person.lastQuestion.getByText('Write much.').waitFor({ timeout: 60_000 });
  await person.lastReply.getByText('Interrupted').waitFor();
  assert.equal(await person.lastReply.locator('p').first().textContent(), seen);
  await person.lastReply.getByRole('button', { name: 'Continue' }).waitFor();
  await person.waitForDraft(DRAFT);
  await workbench.screenshot('history-after-kill');
});

test('Continue completes an interrupted reply in its place', async () => {
  e2e.service.setLatency(0);
  await person.retryOrContinue('Continue');
  await person.replyFinished(1);
  assert.equal(await person.lastReply.getByText('Interrupted').count(), 0);
});

test('a banner is shown while the history folder can’t be written, and the conversation is saved afterwards', async () => {
  const { workbench } = e2e;
  const away = `${historyFolder()}-away`;
  const file = `${historyFolder()}-file`;
  await writeFile(file, 'A file where the folder was');
  // Synchronously, since a pending write creates the folder again if it is missing.
  renameSync(historyFolder(), away);
  renameSync(file, historyFolder());
  await person.newChat();
  await person.ask('Is this saved?');
  const banner = person.panel.locator('.saving:not(.saved)');
  await banner.getByText('Conversations are not being saved').waitFor();
  await person.lastReply.locator('p').first().waitFor();
  await workbench.screenshot('history-not-saving');
  renameSync(historyFolder(), file);
  renameSync(away, historyFolder());
  // Saving is retried automatically after a delay that grows to 30 s.
  await banner.waitFor({ state: 'detached', timeout: 60_000 });
  await workbench.waitUntil(async () => (await textIn(historyFolder())).includes('Is this saved?'));
});
