import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { isKept } from '../isKept.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

const composer = (chat: FrameLocator): Locator => chat.getByRole('textbox', { name: 'Message' });
const replies = (chat: FrameLocator): Locator => chat.locator('.turn:not(.turn-user)');
const lastReply = (chat: FrameLocator): Locator => replies(chat).last();

/** Waits until both show the same text of this reply, counted from 1, which has ended. */
async function sameReply(one: FrameLocator, other: FrameLocator, count: number): Promise<void> {
  for (const chat of [one, other]) {
    // In a page that has just begun there is none at first, whether or not one is being written.
    await replies(chat)
      .nth(count - 1)
      .and(chat.locator('[aria-busy="false"]'))
      .waitFor({ state: 'attached' });
  }
  const text = (await lastReply(one).locator('.markdown').textContent()) ?? '';
  assert.ok(text.length > 500, 'There is too little text');
  assert.equal(await lastReply(other).locator('.markdown').textContent(), text);
}

async function shows(box: Locator, text: string): Promise<void> {
  await e2e.workbench.waitUntil(async () => (await box.inputValue()) === text);
}

test('the chat opens in an editor with the keyboard in its composer', async () => {
  const { workbench } = e2e;
  await person.connect();
  e2e.service.setLatency(5);
  await workbench.openFile('units.ts');
  await workbench.runCommand('Assistant: Open Chat in Editor');
  await workbench.page.locator('.tab.active', { hasText: 'Chat' }).waitFor();
  await workbench.chatTab().locator('textarea:focus').waitFor();
});

test('what is asked in the tab streams into tab and side bar alike', async () => {
  const { workbench } = e2e;
  await workbench.page.keyboard.type('Write.');
  await shows(composer(workbench.panel()), 'Write.');
  await workbench.page.keyboard.press('Shift+Enter');
  await workbench.page.keyboard.type('!long 600');
  await workbench.page.keyboard.press('Enter');
  await lastReply(workbench.panel()).locator('p').first().waitFor();
  await lastReply(workbench.chatTab()).locator('p').first().waitFor();
  await workbench.screenshot('chat-in-editor');
  await sameReply(workbench.chatTab(), workbench.panel(), 1);
  await shows(composer(workbench.panel()), '');
});

test('a tab that was behind another one while a reply came shows all of it', async () => {
  const { workbench } = e2e;
  await workbench.openFile('units.ts');
  await person.ask('Again.\n\n!long 600');
  await replies(workbench.panel()).nth(1).locator('p').first().waitFor();
  await workbench.runCommand('Assistant: Open Chat in Editor');
  await sameReply(workbench.chatTab(), workbench.panel(), 2);
});

test('Open Chat goes to the place that was used last', async () => {
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

test('a reload brings the tab back with its conversation and the unsent text', async () => {
  const { workbench } = e2e;
  await composer(workbench.chatTab()).fill('And with tabs?');
  await shows(composer(workbench.panel()), 'And with tabs?');
  const reply = (await lastReply(workbench.panel()).locator('.markdown').textContent()) ?? '';
  // VS Code in the browser writes down every few seconds what is to outlive a reload.
  await workbench.waitUntil(() => workbench.page.evaluate(isKept, 'And with tabs?'));
  await workbench.page.reload();
  await workbench.ready();
  const tab = workbench.chatTab();
  await shows(composer(tab), 'And with tabs?');
  await tab.getByText('not open any more').waitFor({ state: 'detached' });
  await workbench.waitUntil(async () => (await lastReply(tab).locator('.markdown').textContent()) === reply);
  await workbench.screenshot('chat-in-editor-reloaded');
});

test('the chat moves into a window of its own, where the same reply streams in', async () => {
  const { workbench } = e2e;
  await workbench.showPanel();
  const opened = workbench.page.context().waitForEvent('page');
  await workbench.runCommand('Assistant: Open Chat in New Window');
  const window: Page = await opened;
  const chat = workbench.chatTab(window);
  // There, not visible: this VS Code's server gives such a window no style sheet.
  await chat.locator('textarea:focus').waitFor({ state: 'attached' });
  // Over the text that came back with the reload, once it is there.
  await shows(composer(chat), 'And with tabs?');
  await window.keyboard.press('ControlOrMeta+A');
  await window.keyboard.type('In a window.');
  await shows(composer(workbench.panel()), 'In a window.');
  await window.keyboard.press('Shift+Enter');
  await window.keyboard.type('!long 600');
  const earlier = await replies(workbench.panel()).count();
  await window.keyboard.press('Enter');
  await replies(workbench.panel()).nth(earlier).locator('p').first().waitFor();
  await replies(chat).nth(earlier).locator('p').first().waitFor({ state: 'attached' });
  await sameReply(workbench.panel(), chat, earlier + 1);
  await window.close();
});

test('the view moves into the secondary side bar, with its conversation', async () => {
  const { workbench } = e2e;
  await composer(workbench.panel()).click();
  await workbench.runCommand('Assistant: Move Chat View…');
  await workbench.page
    .locator('.quick-input-widget .monaco-list-row', { hasText: 'New Secondary Side Bar Entry' })
    .click();
  await workbench.page.locator('.part.auxiliarybar:visible', { hasText: 'Chat' }).waitFor();
  await lastReply(workbench.panel()).waitFor();
  await workbench.screenshot('chat-in-secondary-side-bar');
});

test('nothing in all this was against the Content Security Policy', () => {
  // The rest VS Code in a browser says itself when it is loaded anew.
  const errors = e2e.workbench.consoleErrors.filter((error) => error.includes('Content Security Policy'));
  assert.deepEqual(errors, []);
});
