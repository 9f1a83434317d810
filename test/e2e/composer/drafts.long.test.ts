import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { killExtensionHosts } from '../../harness/vscode/extensionHosts.ts';
import { chooseInContextMenu } from '../contextMenu.ts';
import { endToEnd } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { browserStorage } from '../leftovers.ts';
import { Person } from '../person.ts';
import { testDraftsOfTwoWindows } from '../twoWindows.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

const DRAFT = 'Which of these is slow?';
const EDITED = 'Where do plums grow?';
const MORE = `${DRAFT} And why?`;

function notesFolder(): string {
  return join(e2e.vscode.dataDir, 'data/User/globalStorage/assistant.assistant-chat/history/v1/notes');
}

async function notes(): Promise<string> {
  const names = await readdir(notesFolder()).catch(() => []);
  const texts = await Promise.all(
    names.map((name) => readFile(join(notesFolder(), name), 'utf8').catch(() => '')),
  );
  return texts.join('\n');
}

/** Names of the chips without what is offered. */
function chipNames(): Promise<string[]> {
  return person.panel.locator('.composer .chip .chip-file').allTextContents();
}

function tab(name: string): Locator {
  return e2e.workbench.page.locator('.tab.active', { hasText: name });
}

async function waitForChips(count: number): Promise<string[]> {
  await e2e.workbench.waitUntil(async () => (await chipNames()).length === count);
  return chipNames();
}

async function restart(): Promise<void> {
  const { workbench } = e2e;
  await workbench.page.reload();
  await workbench.ready();
  // The command never hides a visible view.
  await workbench.runCommand('Assistant: Open Chat');
}

test('each conversation has its own draft, and the list shows which have one', async () => {
  const { workbench } = e2e;
  const row = person.panel.getByRole('row').filter({ hasText: 'apples' });
  await person.connect();
  await person.ask('Where do apples grow?');
  await person.replyFinished(1);
  await person.fill('And pears?');
  await person.newChat();
  await person.waitForDraft('');
  await person.fill('Of the new chat');
  await workbench.runCommand('Assistant: Show Conversations');
  await row.filter({ hasText: 'Draft' }).waitFor();
  await row.click();
  await person.waitForDraft('And pears?');
  await person.newChat();
  await person.waitForDraft('Of the new chat');
});

test('the text of an edited question outlives its page and a killed extension host, and VS Code never stores it', async () => {
  const { workbench, vscode } = e2e;
  const editor = person.panel.getByRole('textbox', { name: 'Edit question' });
  const untilEdited = () => workbench.waitUntil(async () => (await editor.inputValue()) === EDITED);
  await workbench.runCommand('Assistant: Show Conversations');
  await person.panel.getByRole('row').filter({ hasText: 'apples' }).click();
  await person.chooseInTurnMenu(person.lastQuestion, 'Edit Question');
  await editor.fill(EDITED);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await person.composer.waitFor({ state: 'detached' });
  await workbench.showPanel();
  await untilEdited();
  await person.untilDraftSaved(EDITED);
  // What VS Code keeps of the page is in there.
  for (const part of ['assistant.window', 'hasTurns']) {
    await workbench.waitUntil(() => workbench.page.evaluate(isInBrowserStorage, part));
  }
  await killExtensionHosts(vscode.dataDir);
  await restart();
  await untilEdited();
  const stored = await browserStorage(workbench.page);
  assert.deepEqual(
    stored.filter(({ content }) => Buffer.from(content).includes(EDITED)),
    [],
  );
  await editor.press('Enter');
  await person.replyFinished(1);
  await person.lastQuestion.getByText(EDITED).waitFor();
  await restart();
  await person.lastQuestion.getByText(EDITED).waitFor();
  assert.equal(await editor.count(), 0);
  await person.newChat();
  await person.waitForDraft('Of the new chat');
});

test('text and chips stay when a key hides the view, and in an empty chat after New Chat', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await workbench.selectLines(1, 3);
  const line = workbench.page.locator('.editor-instance .view-line').first();
  await chooseInContextMenu(line, 'Add Selection to Assistant');
  await waitForChips(1);
  await chooseInContextMenu(tab('duration.ts'), 'Add to Assistant');
  const chips = await waitForChips(2);
  await person.fill(DRAFT);
  // A key hides the view at once, which removes its page.
  await person.composer.press('Control+B');
  await person.composer.waitFor({ state: 'detached' });
  await workbench.showPanel();
  await person.waitForDraft(DRAFT);
  assert.deepEqual(await waitForChips(2), chips);
  await person.newChat();
  await person.waitForDraft(DRAFT);
  assert.deepEqual(await waitForChips(2), chips);
});

test('killing the extension host after the draft was saved loses neither text nor chips', async () => {
  const { workbench, vscode } = e2e;
  // VS Code in a browser saves its state for a reload every few seconds.
  await workbench.waitUntil(() => workbench.page.evaluate(isInBrowserStorage, 'assistant.window'));
  await workbench.openFile('units.ts');
  await chooseInContextMenu(tab('units.ts'), 'Add to Assistant');
  const chips = await waitForChips(3);
  await person.fill(MORE);
  await workbench.waitUntil(async () => {
    const written = await notes();
    return written.includes(MORE) && written.includes('units.ts');
  });
  await killExtensionHosts(vscode.dataDir);
  await restart();
  await person.waitForDraft(MORE);
  assert.deepEqual(await waitForChips(3), chips);
});

test('a chip whose file was deleted is restored, and sending reports the missing file', async () => {
  const { vscode, folder } = e2e;
  await killExtensionHosts(vscode.dataDir);
  await rm(join(folder, 'units.ts'));
  await restart();
  await person.waitForDraft(MORE);
  await waitForChips(3);
  await person.ask(MORE);
  await person.panel.getByText('units.ts no longer exists. Nothing was sent.').waitFor();
  await person.waitForDraft(MORE);
  assert.equal((await chipNames()).length, 3);
});

testDraftsOfTwoWindows(e2e, person);
