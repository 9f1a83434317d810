import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { killExtensionHosts } from '../../harness/vscode/extensionHosts.ts';
import { endToEnd } from '../fixture.ts';
import { isKept } from '../isKept.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

const DRAFT = 'And what if it is empty?';

function historyFolder(): string {
  return join(e2e.vscode.dataDir, 'data/User/globalStorage/assistant.assistant-chat/history/v1');
}

/** All that is in the files of a folder. */
async function textIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  return texts.join('\n');
}

test('the question is on disk by the time that its request arrives', async () => {
  const { service, workbench } = e2e;
  await person.connect();
  await person.ask('Is it on disk?\n\n!long 40');
  await workbench.waitUntil(() =>
    service.requests.some(({ body }) => JSON.stringify({ body }).includes('on disk')),
  );
  assert.ok((await textIn(historyFolder())).includes('Is it on disk?'));
  await person.replyFinished(1);
});

test('an extension host that is killed in mid-stream leaves question, what had come and draft', async () => {
  const { service, vscode, workbench } = e2e;
  service.setLatency(100);
  await person.ask('Write much.\n\n!long 5000');
  // Of this reply: as long as it has no text, the last one is the one before.
  await person.replies.nth(1).locator('p').nth(1).waitFor();
  await person.composer.fill(DRAFT);
  await workbench.waitUntil(async () => (await textIn(join(historyFolder(), 'notes'))).includes(DRAFT));
  // VS Code in the browser writes down every few seconds what is to outlive a reload.
  await workbench.waitUntil(() => workbench.page.evaluate(isKept, 'window-'));
  const seen = (await person.lastReply.locator('p').first().textContent()) ?? '';
  await killExtensionHosts(vscode.dataDir);
  await workbench.page.reload();
  await workbench.ready();
  await person.lastQuestion.getByText('Write much.').waitFor({ timeout: 60_000 });
  await person.lastReply.getByText('Broken off').waitFor();
  assert.equal(await person.lastReply.locator('p').first().textContent(), seen);
  await person.lastReply.getByRole('button', { name: 'Retry' }).waitFor();
  await person.composerHolds(DRAFT);
  await workbench.screenshot('history-after-kill');
});

test('what was broken off is continued in its place', async () => {
  e2e.service.setLatency(0);
  await person.goOn('Continue');
  await person.replyFinished(2);
  assert.equal(await person.lastReply.getByText('Broken off').count(), 0);
});

test('a folder that can’t be written to is said for as long as it is so, and what was asked meanwhile is saved then', async () => {
  const { workbench } = e2e;
  const away = `${historyFolder()}-away`;
  const file = `${historyFolder()}-file`;
  await writeFile(file, 'A file where the folder was');
  // At once, since what still has to be written makes the folder anew where there is none.
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
  // It is tried again by itself, after a pause that grows to half a minute.
  await banner.waitFor({ state: 'detached', timeout: 60_000 });
  await workbench.waitUntil(async () => (await textIn(historyFolder())).includes('Is this saved?'));
});
