import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

/** With dialogs, since VS Code 1.104 shows none to tests otherwise. */
const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

/** VS Code adds a command for every view. */
const ADDED_BY_VSCODE = 'Focus on Chat View';

/** The extension's commands that the Command Palette lists now. */
async function palette(): Promise<string[]> {
  const { page } = e2e.workbench;
  await e2e.workbench.palette.open('>Assistant: ');
  const row = e2e.workbench.palette.box.locator('.monaco-list-row.focused .label-name:visible');
  await row.filter({ hasText: /^Assistant: / }).waitFor();
  let titles = await readRows(row);
  // VS Code may rebuild the list meanwhile, so read it until it is stable.
  for (let again = await readRows(row); !isDeepStrictEqual(again, titles); again = await readRows(row)) {
    titles = again;
  }
  await page.keyboard.press('Escape');
  await e2e.workbench.palette.box.waitFor({ state: 'hidden' });
  return titles
    .filter((title) => title.startsWith('Assistant: '))
    .map((title) => title.replace('Assistant: ', '').trim())
    .filter((title) => title !== ADDED_BY_VSCODE);
}

/** Moves through the list once by arrow key, since only the visible rows are in the page. */
async function readRows(row: Locator): Promise<string[]> {
  const titles: string[] = [];
  for (let title = await row.innerText(); !titles.includes(title); title = await row.innerText()) {
    titles.push(title);
    await e2e.workbench.page.keyboard.press('ArrowDown');
  }
  return titles.toSorted();
}

/** Those about code: which of them are listed depends on the editor. */
const ABOUT_SELECTION = ['Add Definitions Used Here', 'Edit Selection'];
const ABOUT_EDITOR = ['Document', 'Explain', 'Explain Problem', 'Fix', 'Fix Problem', 'Write Tests'];

/** Enabled in trusted workspaces. VS Code reports the trust shortly after the window opens. */
const REQUIRES_TRUST = 'Toggle Instruction Files in This Workspace';

describe('the commands', () => {
  test('are listed before the first use if they can work', async () => {
    let listed = await palette();
    while (!listed.includes(REQUIRES_TRUST)) {
      listed = await palette();
    }
    assert.deepEqual(listed, [
      'Add Context…',
      'Ask About Selection',
      'Connect…',
      'Export All Conversations…',
      'Import Conversations…',
      'Move Chat View…',
      'New Chat',
      'Open Chat',
      'Open Chat in Editor',
      'Open Chat in New Window',
      'Open History Folder',
      'Remove API Key',
      'Select Model',
      'Show Conversations',
      'Show Log',
      'Show Request',
      'Show Status',
      REQUIRES_TRUST,
      'Use Prompt…',
    ]);
  });

  describe('with a connection', () => {
    before(() => person.connect());

    test('include those on the list of conversations only while it is shown', async () => {
      assert.ok(!(await palette()).includes('Delete All Conversations'));
      await e2e.workbench.runCommand('Assistant: Show Conversations');
      await person.panel.getByRole('textbox', { name: 'Search conversations' }).waitFor();
      const listed = await palette();
      assert.ok(listed.includes('Delete All Conversations') && listed.includes('Show Trash'));
      await person.openChat();
    });

    test('include Stop Reply only while a reply streams, and Insert Reply into Editor only once there is a reply', async () => {
      await e2e.workbench.openFile('duration.ts');
      const atFirst = await palette();
      assert.ok(!atFirst.includes('Stop Reply') && !atFirst.includes('Insert Reply into Editor'));
      e2e.service.setLatency(20);
      await person.ask('Write.\n\n!long 3000');
      await person.lastReply.locator('p').first().waitFor();
      assert.ok((await palette()).includes('Stop Reply'));
      await e2e.workbench.runCommand('Assistant: Stop Reply');
      await person.lastReply.getByText('Stopped').waitFor();
      e2e.service.setLatency(0);
      const atLast = await palette();
      assert.ok(!atLast.includes('Stop Reply') && atLast.includes('Insert Reply into Editor'));
    });

    test('include those about code once an editor is open, and about a selection once there is one', async () => {
      const aboutCode = async (): Promise<string[]> => {
        const all = [...ABOUT_EDITOR, ...ABOUT_SELECTION];
        return (await palette()).filter((title) => all.includes(title));
      };
      await e2e.workbench.openFile('duration.ts');
      assert.deepEqual(await aboutCode(), ABOUT_EDITOR);
      await e2e.workbench.selectLines(1, 2);
      assert.deepEqual(await aboutCode(), [...ABOUT_EDITOR, ...ABOUT_SELECTION].toSorted());
      await e2e.workbench.runCommand('View: Close Editor');
      await e2e.workbench.page.locator('.tab').waitFor({ state: 'detached' });
      assert.deepEqual(await aboutCode(), []);
    });

    test('include Ask About Selection in the editor’s context menu when code is selected', async () => {
      const { page } = e2e.workbench;
      await e2e.workbench.openFile('duration.ts');
      await e2e.workbench.selectLines(1, 2);
      await page.keyboard.press('Shift+F10');
      const menu = page.locator('.monaco-menu:visible, .context-view:visible');
      await menu.getByText('Ask About Selection').waitFor();
      await page.keyboard.press('Escape');
    });

    test('include one of the status bar, whose first entry leads to the list of models', async () => {
      const { page } = e2e.workbench;
      const rows = page.locator('.quick-input-widget .monaco-list-row');
      await page.locator('.statusbar-item', { hasText: 'assistant-sonnet-4' }).click();
      await rows.filter({ hasText: 'Show Log' }).waitFor();
      await page.keyboard.press('Enter');
      await rows.filter({ hasText: '1M' }).waitFor();
      await page.keyboard.press('Escape');
    });

    test('include Remove API Key and Select Model only with a key', async () => {
      await person.removeApiKey();
      await person.panel.getByRole('button', { name: 'Connect' }).waitFor();
      const left = await palette();
      assert.ok(!left.includes('Remove API Key') && !left.includes('Select Model'));
    });
  });
});
