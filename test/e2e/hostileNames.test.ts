import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

/** VS Code draws this as a link that opens an untitled editor, and an icon before it, unless they lose that meaning. */
const HOSTILE = '$(trash) [Open](command:workbench.action.files.newUntitledFile)';
/** With an invisible direction mark. */
const NAME = `\u202E${HOSTILE}`;
const HARMLESS = `[U+202E]${HOSTILE.replace('](', '] (')}`;

const e2e = endToEnd({
  dialogs: true,
  prepare: async (_dataDir, folder) => {
    await writeFile(join(folder, `${NAME} empty.txt`), '');
    await writeFile(join(folder, `${NAME} full.txt`), 'one\ntwo\nthree\n');
    await writeFile(join(folder, `${NAME} secret.txt`), 'password = "Zq7mKx2vLw9p"\n');
    await writeFile(join(folder, `${NAME} import.json`), 'not JSON');
    await mkdir(join(folder, '.github/prompts'), { recursive: true });
    await writeFile(join(folder, '.github/prompts/odd.prompt.md'), `---\ndescription: ${NAME}\n---\nWhy?`);
  },
});
const person = new Person(e2e);

/** Waits for a text that VS Code shows, and clicks it wherever a link would be. Nothing there must be a link or icon. */
async function isOnlyText(place: Locator, text: string): Promise<void> {
  const shown = place.filter({ hasText: text, visible: true }).first();
  await shown.waitFor();
  for (const link of await shown.locator('a[href]').all()) {
    await link.click();
  }
  assert.deepEqual(
    await shown.locator('a[href]').evaluateAll((links) => links.map(({ outerHTML }) => outerHTML)),
    [],
  );
  assert.equal(await shown.locator('.codicon-trash').count(), 0);
}

function notification(): Locator {
  return e2e.workbench.page.locator('.notification-list-item-message');
}

function inputMessage(): Locator {
  return person.inputMessage;
}

function row(): Locator {
  return e2e.workbench.page.locator('.quick-input-widget .monaco-list-row');
}

async function inExplorer(name: string): Promise<Locator> {
  await e2e.workbench.runCommand('View: Show Explorer');
  return e2e.workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
}

/** VS Code draws links and icons in its notifications, input boxes, quick picks, and in the status bar. */
describe('a hostile name runs nothing and is shown as it is', () => {
  before(() => person.connect());

  after(async () => {
    assert.equal(await e2e.workbench.page.locator('.tab[data-resource-name^="Untitled-"]').count(), 0);
  });

  test('in a notification: the name of a file', async () => {
    const { page } = e2e.workbench;
    await (await inExplorer('empty.txt')).click({ button: 'right' });
    const entry = page
      .locator('.monaco-menu:visible')
      .locator('.action-label', { hasText: 'Add to Assistant' });
    await entry.hover();
    await page
      .locator('.monaco-menu:visible .action-item.focused', { hasText: 'Add to Assistant' })
      .waitFor();
    await page.keyboard.press('Enter');
    await isOnlyText(notification(), `${HARMLESS} empty.txt is empty.`);
  });

  test('in a notification: the name of an imported file', async () => {
    await e2e.workbench.runCommand('Assistant: Import Conversations…');
    await person.inputBoxWith('Import Conversations').waitFor();
    await row().filter({ hasText: 'import.json' }).click();
    await isOnlyText(notification(), `${HARMLESS} import.json: The file is not JSON`);
  });

  test('in a quick pick: the description of a prompt file', async () => {
    await e2e.workbench.runCommand('Assistant: Use Prompt…');
    await isOnlyText(row(), `/odd[U+202E]${HOSTILE}`);
    await person.inputBox.press('Escape');
    await person.backInChat();
  });

  test('in a quick pick and in a dialog: the name of a file', async () => {
    const { page } = e2e.workbench;
    await e2e.workbench.runCommand('Assistant: Add Context…');
    await person.inputBoxWith('Files & Folders…').waitFor();
    await page.keyboard.press('Enter');
    await person.inputBox.and(page.locator('[placeholder="Type to search by name"]')).waitFor();
    await page.keyboard.type('secret');
    await isOnlyText(row(), `[U+202E]${HOSTILE} secret.txt`);
    await page.keyboard.press('Enter');
    await person.panel.locator('.composer .chip', { hasText: 'secret.txt' }).waitFor();
    await person.ask(HOSTILE);
    await isOnlyText(page.locator('.monaco-dialog-box'), `Password: [U+202E]${HOSTILE} secret.txt, line 1`);
    await page.locator('.monaco-dialog-box').getByText('Redact, Remove, and Send').click();
    await person.replyFinished(1);
  });

  test('in the title of the view: a question', async () => {
    await isOnlyText(e2e.workbench.page.locator('.part.sidebar .composite.title'), '$(trash) [Open');
  });

  test('in a quick pick, the status bar, and a notification: the id of a model', async () => {
    const { workbench, service } = e2e;
    const model = { id: NAME, description: NAME, context_window: 10 };
    service.failNext(200, JSON.stringify({ data: [model] }));
    await workbench.runCommand('Assistant: Select Model');
    await isOnlyText(row(), `[U+202E]${HOSTILE}`);
    await row().first().click();
    await person.backInChat();
    await isOnlyText(workbench.page.locator('[id="assistant.assistant-chat.assistant.model"]'), HOSTILE);

    await (await inExplorer('full.txt')).dblclick();
    await workbench.focusEditor();
    await workbench.selectLines(1, 2);
    await workbench.page.keyboard.press('Alt+Shift+K');
    // In an input box: the name of a file.
    await isOnlyText(inputMessage(), `About ${HARMLESS} full.txt, lines 1–2`);
    await person.submit('Why?');
    await isOnlyText(notification(), `exceeds the context window of ${HARMLESS}:`);
  });
});
