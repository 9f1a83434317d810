import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SYSTEM_CLOCK } from '../../../src/core/history/files/historyClock.ts';
import { openHistory } from '../../../src/core/history/openHistory.ts';
import type { ConversationChange } from '../../../src/core/history/records/record.ts';
import { createHistoryFilesOnDisk } from '../../../src/vscode/node/historyFilesOnDisk.ts';
import { type EndToEnd, endToEnd } from '../fixture.ts';
import { browserStorage, filesIn, type Leftover } from '../leftovers.ts';
import { Person } from '../person.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const USER_DATA = 'data/User';
const HISTORY = join(USER_DATA, 'globalStorage/assistant.assistant-chat/history/v1');

/** In everything that was deleted, and nowhere else. */
const DELETED = 'marmalade';

function exchange(id: string, after: string | null, text: string): ConversationChange[] {
  const state = { model: 'assistant-haiku', status: 'finished', startedAt: 2, endedAt: 3 } as const;
  return [
    { type: 'question', turn: { kind: 'user', id, text, attachments: [], at: 1 }, after },
    { type: 'reply', id: `${id}-reply`, state, after: id },
    { type: 'text', turn: `${id}-reply`, offset: 0, text: `About: ${text}` },
  ];
}

/** What windows have stored, and the user has deleted, a month ago; a window has seen two days ago that it is due. */
async function writeOldHistory(dataDir: string): Promise<void> {
  let now = Date.now() - 33 * DAY_MS;
  const files = createHistoryFilesOnDisk(join(dataDir, HISTORY), 'earlier');
  const { history, search, dispose } = openHistory(files, 'earlier', { ...SYSTEM_CLOCK, now: () => now });
  await history.write('gone', exchange('a', null, `Which ${DELETED}?`), true);
  await history.write('gone', [{ type: 'trash', trashed: true }], true);
  await history.write('kept', exchange('b', null, 'Which apples?'), true);
  await history.write('kept', exchange('c', 'b-reply', `And ${DELETED}?`), true);
  await history.write('kept', [{ type: 'remove', turns: ['c', 'c-reply'] }], true);
  for (const kind of ['draft', 'chips', 'edits', 'queued', 'asked']) {
    await files.writeState(`gone~somewhere-1-${kind}`, new TextEncoder().encode(`"${DELETED}"`));
  }
  await history.list();
  await search.prepare();
  now = Date.now() - 2 * DAY_MS;
  await history.removeDeleted();
  await dispose();
}

const e2e: EndToEnd = endToEnd({ prepare: writeOldHistory });
const person = new Person(e2e);

/** All that this user has stored that contains a text. */
async function storedWith(text: string): Promise<Leftover[]> {
  const files = await filesIn(join(e2e.vscode.dataDir, USER_DATA));
  const all = [...files, ...(await browserStorage(e2e.workbench.page))];
  return all.filter(({ content }) => Buffer.from(content).includes(text));
}

test('what was deleted a month ago is nowhere on the disk soon after the chat is opened, and the rest is as it was', async () => {
  const { workbench } = e2e;
  await person.connect();
  await workbench.waitUntil(async () => (await storedWith(DELETED)).length > 0);
  await workbench.runCommand('Assistant: Show Conversations');
  await person.panel.getByRole('row').filter({ hasText: 'Which apples?' }).click();
  await person.lastReply.getByText('About: Which apples?').waitFor();
  await workbench.waitUntil(async () => (await storedWith(DELETED)).length === 0, 120_000);
  await workbench.page.reload();
  await workbench.ready();
  await workbench.runCommand('Assistant: Open Chat');
  await person.lastReply.getByText('About: Which apples?').waitFor();
});

/** Reloads the window, and the extension host with it. */
async function reload(): Promise<void> {
  await e2e.workbench.page.reload();
  await e2e.workbench.ready();
  await e2e.workbench.runCommand('Assistant: Open Chat');
}

test('nothing that was shown is lost if the folder is deleted while the chat is open', async () => {
  await person.newChat();
  await person.ask('First question?');
  await person.replyFinished(1);
  await rm(join(e2e.vscode.dataDir, HISTORY), { recursive: true });
  await person.ask('Second question?');
  await person.replyFinished(2);
  await person.fill('Unsent text');
  await person.untilDraftSaved('Unsent text');
  assert.equal(await person.panel.locator('.saving:not(.saved)').count(), 0);
  await reload();
  await person.lastQuestion.getByText('Second question?').waitFor();
  await person.panel.getByText('First question?').first().waitFor();
  await person.waitForDraft('Unsent text');
  await person.fill('');
});

test('a reply that streams while the folder is changed is stored once, and whole', async () => {
  const { service, workbench } = e2e;
  service.setLatency(50);
  await person.newChat();
  await person.ask('Write much.\n\n!long 2000');
  await person.lastReply.locator('p').nth(1).waitFor();
  await workbench.changeSettings({ 'assistant.history.scope': 'workspace' });
  service.setLatency(0);
  await workbench.runCommand('Assistant: Open Chat');
  await person.replyFinished(1);
  const shown = await person.lastReply.locator('p').allTextContents();
  await reload();
  await person.lastQuestion.getByText('Write much.').waitFor();
  assert.deepEqual(await person.lastReply.locator('p').allTextContents(), shown);
  assert.equal(await person.replies.count(), 1);
  await workbench.runCommand('Assistant: Show Conversations');
  const row = person.panel.getByRole('row').filter({ hasText: 'Write much.' });
  await row.waitFor();
  assert.doesNotMatch((await row.textContent()) ?? '', /damaged/);
});
