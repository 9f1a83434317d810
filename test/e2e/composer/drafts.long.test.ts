import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { killExtensionHosts } from '../../harness/vscode/extensionHosts.ts';
import { endToEnd } from '../fixture.ts';
import { isKept } from '../isKept.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

const DRAFT = 'Which of these is slow?';
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

/** Without the toggle of the file in front. */
function chipNames(): Promise<string[]> {
  return person.panel.locator('.composer .chip-face:not([aria-pressed]) .chip-file').allInnerTexts();
}

async function waitForChips(count: number): Promise<string[]> {
  await e2e.workbench.waitUntil(async () => (await chipNames()).length === count);
  return chipNames();
}

async function restart(): Promise<void> {
  const { workbench } = e2e;
  await workbench.page.reload();
  await workbench.ready();
  // By the command, which never hides a view that is there.
  await workbench.runCommand('Assistant: Open Chat');
}

test('each conversation has its draft, and the list says which have one', async () => {
  const { workbench } = e2e;
  const row = person.panel.getByRole('row').filter({ hasText: 'apples' });
  await person.connect();
  await person.ask('Where do apples grow?');
  await person.replyFinished(1);
  await person.composer.fill('And pears?');
  await person.newChat();
  await person.composerHolds('');
  await person.composer.fill('Of the new chat');
  await workbench.runCommand('Assistant: Show Conversations');
  await row.filter({ hasText: 'Draft' }).waitFor();
  await row.click();
  await person.composerHolds('And pears?');
  await person.newChat();
  await person.composerHolds('Of the new chat');
});

test('text and chips stay where the view is hidden, and in a new chat that is still empty', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await workbench.selectLines(1, 3);
  await workbench.runCommand('Assistant: Add Selection to Assistant');
  await waitForChips(1);
  await workbench.runCommand('Assistant: Add File to Assistant');
  const chips = await waitForChips(2);
  await person.composer.fill(DRAFT);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await person.composer.waitFor({ state: 'detached' });
  await workbench.showPanel();
  await person.composerHolds(DRAFT);
  assert.deepEqual(await waitForChips(2), chips);
  await person.newChat();
  await person.composerHolds(DRAFT);
  assert.deepEqual(await waitForChips(2), chips);
});

test('an extension host that is killed once the draft was written loses neither text nor chips', async () => {
  const { workbench, vscode } = e2e;
  // VS Code in the browser writes down every few seconds what is to outlive a reload.
  await workbench.waitUntil(() => workbench.page.evaluate(isKept, 'window-'));
  await workbench.openFile('units.ts');
  await workbench.runCommand('Assistant: Add File to Assistant');
  const chips = await waitForChips(3);
  await person.composer.fill(MORE);
  await workbench.waitUntil(async () => {
    const written = await notes();
    return written.includes(MORE) && written.includes('units.ts');
  });
  await killExtensionHosts(vscode.dataDir);
  await restart();
  await person.composerHolds(MORE);
  assert.deepEqual(await waitForChips(3), chips);
});

test('a chip whose file is gone comes back, and what is sent says that it is gone', async () => {
  const { vscode, folder } = e2e;
  await killExtensionHosts(vscode.dataDir);
  await rm(join(folder, 'units.ts'));
  await restart();
  await person.composerHolds(MORE);
  await waitForChips(3);
  await person.ask(MORE);
  await person.panel.getByText('units.ts is not there any more').waitFor();
  await person.composerHolds(MORE);
  assert.equal((await chipNames()).length, 3);
});
