import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

/** VS Code gives every view a command of its own. */
const ADDED_BY_VSCODE = 'Focus on Chat View';

/** The extension's commands that the palette offers now. */
async function palette(): Promise<string[]> {
  const { page } = e2e.workbench;
  await e2e.workbench.palette.open('>Assistant: ');
  const row = e2e.workbench.palette.box.locator('.monaco-list-row.focused .label-name:visible');
  await row.filter({ hasText: /^Assistant: / }).waitFor();
  let titles = await once(row);
  // VS Code may make the list anew while it is gone through.
  for (let again = await once(row); !isDeepStrictEqual(again, titles); again = await once(row)) {
    titles = again;
  }
  await page.keyboard.press('Escape');
  await e2e.workbench.palette.box.waitFor({ state: 'hidden' });
  return titles
    .filter((title) => title.startsWith('Assistant: '))
    .map((title) => title.replace('Assistant: ', '').trim())
    .filter((title) => title !== ADDED_BY_VSCODE);
}

/** The rows that the keyboard comes by until it is where it was: only those in view are in the page. */
async function once(row: Locator): Promise<string[]> {
  const titles: string[] = [];
  for (let title = await row.innerText(); !titles.includes(title); title = await row.innerText()) {
    titles.push(title);
    await e2e.workbench.page.keyboard.press('ArrowDown');
  }
  return titles.toSorted();
}

/** Enabled where the workspace is trusted, which VS Code says a moment after the window has opened. */
const IN_TRUSTED = 'Toggle Instruction Files in This Workspace';

describe('the commands', () => {
  test('that could work are offered before the extension was ever used', async () => {
    let offered = await palette();
    while (!offered.includes(IN_TRUSTED)) {
      offered = await palette();
    }
    assert.deepEqual(offered, [
      'Add Context…',
      'Add File…',
      'Add Git Changes to Assistant',
      'Add Problems',
      'Add Terminal Selection to Assistant',
      'Delete All Conversations',
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
      'Set API Key',
      'Show Conversations',
      'Show Log',
      'Show Request',
      'Show Trash',
      'Toggle Current File Attachment',
      IN_TRUSTED,
      'Use Prompt…',
    ]);
  });

  describe('with a connection', () => {
    before(() => person.connect());

    test('are asked about a selection only where there is one, also while the panel has the keyboard', async () => {
      await e2e.workbench.openFile('duration.ts');
      assert.ok(!(await palette()).includes('Ask About Selection'));
      await e2e.workbench.selectLines(1, 2);
      assert.ok((await palette()).includes('Ask About Selection'));
      await person.composer.click();
      assert.ok((await palette()).includes('Ask About Selection'));
    });

    test('stop a reply only while one is written, and insert one only once there is one', async () => {
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

    test('stand in the editor’s own menu where code is selected', async () => {
      const { page } = e2e.workbench;
      await e2e.workbench.selectLines(1, 2);
      await page.keyboard.press('Shift+F10');
      const menu = page.locator('.monaco-menu:visible, .context-view:visible');
      await menu.getByText('Ask About Selection').waitFor();
      await page.keyboard.press('Escape');
    });

    test('list the models from the status bar', async () => {
      await e2e.workbench.page.locator('.statusbar-item', { hasText: 'assistant-sonnet-4' }).click();
      await e2e.workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: '1M' }).waitFor();
      await e2e.workbench.page.keyboard.press('Escape');
    });

    test('remove a key only where there is one', async () => {
      await e2e.workbench.runCommand('Assistant: Remove API Key');
      await person.panel.getByRole('button', { name: 'Connect' }).waitFor();
      const left = await palette();
      assert.ok(!left.includes('Remove API Key') && !left.includes('Select Model'));
    });
  });
});
