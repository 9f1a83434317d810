import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** Actions in the list of conversations. The tests build on each other, in this order. */
const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

const rows = (): Locator => person.panel.getByRole('row');
const row = (text: string): Locator => rows().filter({ hasText: text });
const box = (): Locator => person.panel.getByRole('textbox', { name: 'Search conversations' });

/** A button in the view's title bar. */
const titleButton = (name: string): Locator =>
  e2e.workbench.page.locator('.part.sidebar .title-actions').getByRole('button', { name }).first();

async function chooseInMenu(target: Locator, entry: string): Promise<void> {
  const { page } = e2e.workbench;
  await target.click({ button: 'right' });
  const item = page.getByRole('menuitem', { name: entry });
  // A menu ignores clicks right after it opens, since they could end the click that opened it.
  await item.hover();
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'detached' });
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await e2e.workbench.page.keyboard.press(key);
  }
}

describe('the list of conversations', () => {
  before(async () => {
    await person.connect();
    await person.ask('Where do apples grow?');
    await person.replyFinished(1);
    await person.newChat();
    await person.ask('Where do pears grow?');
    await person.replyFinished(1);
  });

  test('is opened and closed by buttons in the title bar of the view', async () => {
    const { workbench } = e2e;
    await titleButton('Show Conversations').click();
    await box().and(person.panel.locator(':focus')).waitFor();
    await row('pears').and(person.panel.locator('[aria-current]')).waitFor();
    await row('apples').waitFor();
    await workbench.screenshot('history');
    await titleButton('Back to Chat').click();
    await box().waitFor({ state: 'hidden' });
    await person.panel.locator('textarea:focus').waitFor();
  });

  test('opens a conversation by keyboard', async () => {
    await e2e.workbench.runCommand('Assistant: Show Conversations');
    await box().and(person.panel.locator(':focus')).waitFor();
    await row('apples').waitFor();
    await press('ArrowDown', 'ArrowDown');
    await row('apples').and(person.panel.locator(':focus')).waitFor();
    await press('Enter');
    await person.lastQuestion.getByText('apples').waitFor();
    await person.panel.locator('textarea:focus').waitFor();
  });

  test('edits a title in place by shortcut and by menu', async () => {
    const { page } = e2e.workbench;
    await e2e.workbench.runCommand('Assistant: Show Conversations');
    await row('apples').focus();
    await press('F2');
    await person.panel.locator('input.title-input:focus').waitFor();
    await page.keyboard.type('About fruit');
    await press('Enter');
    await row('About fruit').waitFor();
    await chooseInMenu(row('pears'), 'Rename Conversation');
    await person.panel.locator('input.title-input:focus').waitFor();
    await page.keyboard.type('About others');
    await press('Enter');
    await row('About others').waitFor();
  });

  test('shows a pinned conversation on top', async () => {
    await row('About fruit').hover();
    await row('About fruit').getByRole('button', { name: 'Pin' }).click();
    await person.panel.locator('.rows-heading', { hasText: 'Pinned' }).waitFor();
    assert.match(await rows().first().innerText(), /About fruit/);
  });

  test('finds text in conversations, and Enter opens the hit', async () => {
    const { page } = e2e.workbench;
    await box().click();
    await page.keyboard.type('pears grow');
    await person.panel.locator('.row mark').first().waitFor();
    await e2e.workbench.screenshot('history search');
    await press('Enter');
    await person.lastQuestion.getByText('pears').waitFor();
    const find = person.panel.getByRole('textbox', { name: 'Find' });
    await find.and(person.panel.locator(':focus')).waitFor();
    assert.equal(await find.inputValue(), 'pears');
    await person.panel.getByText(/^1 of \d+$/).waitFor();
    await press('Escape');
  });

  test('restores a deleted conversation by Undo, by Ctrl+Z and from the trash', async () => {
    const { page } = e2e.workbench;
    const notification = page.locator('.notification-list-item', {
      hasText: 'The conversation was deleted.',
    });
    await e2e.workbench.runCommand('Assistant: Show Conversations');
    await row('About fruit').focus();
    await press('Delete');
    await row('About fruit').waitFor({ state: 'detached' });
    await notification.getByRole('button', { name: 'Undo' }).click();
    await row('About fruit').waitFor();

    await row('About fruit').focus();
    await press('Delete');
    await row('About fruit').waitFor({ state: 'detached' });
    await press('Control+z');
    await row('About fruit').waitFor();

    await row('About others').focus();
    await press('Delete');
    await row('About others').waitFor({ state: 'detached' });
    await e2e.workbench.runCommand('Assistant: Show Trash');
    await row('About others').filter({ hasText: '30 days left' }).waitFor();
    await row('About others').hover();
    await row('About others').getByRole('button', { name: 'Restore' }).click();
    await row('About others').waitFor({ state: 'detached' });
    await person.panel.getByText('The trash is empty.').waitFor();
    await press('Escape');
    await row('About others').waitFor();
  });

  test('deletes all conversations only after confirmation', async () => {
    const { workbench } = e2e;
    const dialog = workbench.page.getByRole('dialog').filter({ hasText: 'Delete all 2 conversations' });
    await workbench.runCommand('Assistant: Delete All Conversations');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await rows().count(), 2);
    await workbench.runCommand('Assistant: Delete All Conversations');
    await dialog.getByRole('button', { name: 'Delete All' }).click();
    await person.panel.getByText('No conversations yet.').waitFor();
  });
});
