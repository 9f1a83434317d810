import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

const composer = (chat: FrameLocator): Locator => chat.getByRole('textbox', { name: 'Message' });
const replies = (chat: FrameLocator): Locator => chat.locator('.turn:not(.turn-user)');
const lastReply = (chat: FrameLocator): Locator => replies(chat).last();

/** Waits until reply number `count` (1-based) has ended in both, and asserts that both show the same text. */
async function assertSameReply(one: FrameLocator, other: FrameLocator, count: number): Promise<void> {
  for (const chat of [one, other]) {
    // A page that has just loaded has no replies at first, even if one is streaming.
    await replies(chat)
      .nth(count - 1)
      .and(chat.locator('[aria-busy="false"]'))
      .waitFor({ state: 'attached' });
  }
  const text = (await lastReply(one).locator('.markdown').textContent()) ?? '';
  assert.ok(text.length > 500, 'The reply is too short');
  assert.equal(await lastReply(other).locator('.markdown').textContent(), text);
}

async function waitForText(box: Locator, text: string): Promise<void> {
  await e2e.workbench.waitUntil(async () => (await box.inputValue()) === text);
}

test('Open Chat in Editor opens the chat with the focus in its composer', async () => {
  const { workbench } = e2e;
  await person.connect();
  e2e.service.setLatency(5);
  await workbench.openFile('units.ts');
  await workbench.runCommand('Assistant: Open Chat in Editor');
  await workbench.page.locator('.tab.active', { hasText: 'Chat' }).waitFor();
  await workbench.chatTab().locator('textarea:focus').waitFor();
});

test('a reply to a question in the chat editor streams into editor and side bar', async () => {
  const { workbench } = e2e;
  await workbench.page.keyboard.type('Write.');
  await waitForText(composer(workbench.panel()), 'Write.');
  await workbench.page.keyboard.press('Shift+Enter');
  await workbench.page.keyboard.type('!long 600');
  await workbench.page.keyboard.press('Enter');
  await lastReply(workbench.panel()).locator('p').first().waitFor();
  await lastReply(workbench.chatTab()).locator('p').first().waitFor();
  await workbench.screenshot('chat-in-editor');
  await assertSameReply(workbench.chatTab(), workbench.panel(), 1);
  await waitForText(composer(workbench.panel()), '');
});

test('a chat editor that was hidden while a reply streamed shows all of it', async () => {
  const { workbench } = e2e;
  await workbench.openFile('units.ts');
  await person.ask('Again.\n\n!long 600');
  await replies(workbench.panel()).nth(1).locator('p').first().waitFor();
  await workbench.runCommand('Assistant: Open Chat in Editor');
  await assertSameReply(workbench.chatTab(), workbench.panel(), 2);
});

test('Open Chat focuses the chat view or chat editor that was used last', async () => {
  const { workbench } = e2e;
  await composer(workbench.panel()).click();
  await workbench.runCommand('View: Focus Active Editor Group');
  await composer(workbench.chatTab()).click();
  await workbench.runCommand('Assistant: Open Chat');
  await workbench.chatTab().locator('textarea:focus').waitFor();
  await composer(workbench.panel()).click();
  await workbench.runCommand('Assistant: Open Chat');
  await workbench.panel().locator('textarea:focus').waitFor();
});

test('a reload restores the chat editor with its conversation and draft', async () => {
  const { workbench } = e2e;
  await composer(workbench.chatTab()).fill('And with tabs?');
  await waitForText(composer(workbench.panel()), 'And with tabs?');
  const reply = (await lastReply(workbench.panel()).locator('.markdown').textContent()) ?? '';
  // VS Code in a browser saves its state for a reload every few seconds.
  await person.untilDraftSaved('And with tabs?');
  await workbench.waitUntil(() =>
    workbench.page.evaluate(isInBrowserStorage, `"caret":${'And with tabs?'.length}`),
  );
  await workbench.page.reload();
  await workbench.ready();
  const tab = workbench.chatTab();
  await waitForText(composer(tab), 'And with tabs?');
  await tab.getByText('no longer open').waitFor({ state: 'detached' });
  await workbench.waitUntil(async () => (await lastReply(tab).locator('.markdown').textContent()) === reply);
  await workbench.screenshot('chat-in-editor-reloaded');
});

test('Open Chat in New Window opens the chat in its own window, where replies stream in too', async () => {
  const { workbench } = e2e;
  await workbench.showPanel();
  const opened = workbench.page.context().waitForEvent('page');
  await workbench.runCommand('Assistant: Open Chat in New Window');
  const window: Page = await opened;
  const chat = workbench.chatTab(window);
  // Attached, not visible, since this version of VS Code's server gives such a window no style sheet.
  await chat.locator('textarea:focus').waitFor({ state: 'attached' });
  // Wait for the draft that the reload restored before replacing it.
  await waitForText(composer(chat), 'And with tabs?');
  await window.keyboard.press('ControlOrMeta+A');
  await window.keyboard.type('In a window.');
  await waitForText(composer(workbench.panel()), 'In a window.');
  await window.keyboard.press('Shift+Enter');
  await window.keyboard.type('!long 600');
  const earlier = await replies(workbench.panel()).count();
  await window.keyboard.press('Enter');
  await replies(workbench.panel()).nth(earlier).locator('p').first().waitFor();
  await replies(chat).nth(earlier).locator('p').first().waitFor({ state: 'attached' });
  await assertSameReply(workbench.panel(), chat, earlier + 1);
  await window.close();
});

test('Move Chat View… moves the view to the secondary side bar, where a reply that streams goes on', async () => {
  const { workbench } = e2e;
  const earlier = await replies(workbench.panel()).count();
  await person.ask('Once more.\n\n!long 600');
  await replies(workbench.panel()).nth(earlier).locator('p').first().waitFor();
  await workbench.runCommand('Assistant: Move Chat View…');
  await workbench.page
    .locator('.quick-input-widget .monaco-list-row', { hasText: 'New Secondary Side Bar Entry' })
    .click();
  await workbench.page.locator('.part.auxiliarybar:visible', { hasText: 'Assistant' }).waitFor();
  await person.replyFinished(earlier + 1);
  await lastReply(workbench.panel())
    .getByTitle(/\d tokens in.*\d tokens out/s)
    .waitFor();
  await workbench.screenshot('chat-in-secondary-side-bar');
});

test('the chat violates no Content Security Policy in side bar, editor and window', () => {
  // VS Code in a browser logs other errors of its own when it is reloaded.
  const errors = e2e.workbench.consoleErrors.filter((error) => error.includes('Content Security Policy'));
  assert.deepEqual(errors, []);
});
