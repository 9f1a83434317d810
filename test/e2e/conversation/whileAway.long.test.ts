import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** Replies that run and end while the side bar shows another view. The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

/** What screen readers say, with the requests left. */
const RUNNING = /^assistant-sonnet-4, Assistant Chat: a reply is being written\. Select to go to it\.\s/;

/** An icon of the activity bar. */
function icon(name: string): Locator {
  const { page } = e2e.workbench;
  return page.locator('.activitybar .action-item', { has: page.locator(`[aria-label^="${name}"]`) });
}

function badge(): Locator {
  return icon('Assistant').locator('.badge-content:visible');
}

/** The item of the status bar, as long as it spins. */
function running(): Locator {
  const { page } = e2e.workbench;
  return page.locator('.statusbar-item[id$="assistant.model"]', { has: page.locator('.codicon-loading') });
}

/** Asks what is answered slowly, leaves the chat meanwhile, and lets the reply end once the status bar says that it runs. */
async function leaveWhileReplying(question: string, leave: () => Promise<void>): Promise<void> {
  const { service, workbench } = e2e;
  await workbench.showPanel();
  service.setLatency(200);
  await person.ask(`${question}\n\n!long 1000`);
  await person.lastReply.locator('p').first().waitFor();
  assert.equal(await running().count(), 0);
  await leave();
  await workbench.page.locator('.explorer-viewlet:visible').waitFor();
  await running().waitFor();
  assert.equal(await badge().count(), 0);
}

/** The badge and what is read out with it, once the reply has ended. */
async function isUnseen(): Promise<void> {
  e2e.service.setLatency(0);
  await badge().waitFor();
  assert.equal(await badge().innerText(), '1');
  await icon('Assistant').locator('a[aria-label*="1 reply to look at"]').waitFor();
  await running().waitFor({ state: 'detached' });
}

/** Resolves when the chat is shown again, with the replies and nothing unseen. */
async function isSeen(replies: number): Promise<void> {
  await person.replyFinished(replies);
  await badge().waitFor({ state: 'hidden' });
  assert.equal(await icon('Assistant').locator('a').getAttribute('aria-label'), 'Assistant');
}

test('by mouse: the status bar says that a reply runs, the icon that one has ended, until it is clicked', async () => {
  await person.connect();
  await leaveWhileReplying('By mouse.', () => icon('Explorer').click());
  await e2e.workbench.screenshot('a reply runs unseen');
  await isUnseen();
  await e2e.workbench.screenshot('a reply ended unseen');
  await icon('Assistant').click();
  await isSeen(1);
  await e2e.workbench.screenshot('a reply seen');
});

test('by mouse: the item of the status bar leads to the reply that runs', async () => {
  const { page } = e2e.workbench;
  await leaveWhileReplying('From the status bar.', () => icon('Explorer').click());
  assert.match((await running().locator('a').getAttribute('aria-label')) ?? '', RUNNING);
  await running().click();
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'A reply is being written' }).click();
  await person.lastReply.locator('p').first().waitFor();
  await running().waitFor({ state: 'detached' });
  e2e.service.setLatency(0);
  await isSeen(2);
  assert.equal(await badge().count(), 0);
});

test('by keys: the key of the chat and the menu of the status bar lead back to the reply', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  const leave = () => keyboard.press('Control+Shift+E');
  await leaveWhileReplying('By the key.', leave);
  await isUnseen();
  await keyboard.press('Alt+Shift+J');
  await person.backInChat();
  await isSeen(3);

  await leaveWhileReplying('By the menu.', leave);
  await isUnseen();
  await workbench.runCommand('Assistant: Show Status');
  await workbench.page
    .locator('.quick-input-widget .monaco-list-row.focused', { hasText: 'Unread reply' })
    .waitFor();
  await workbench.screenshot('status menu with an unread reply');
  await keyboard.press('Enter');
  await person.backInChat();
  await isSeen(4);
});
