import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { endToEnd, lastChat, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';

const MESSAGE = 'Count from zero\n\nThe first line was skipped.';

const e2e = endToEnd({
  dialogs: true,
  settings: () => ({ 'git.enabled': true }),
  prepare: async (_dataDir, folder) => {
    for (const name of ['app', 'lib']) {
      const root = join(folder, name);
      await mkdir(root);
      await writeFile(join(root, 'count.ts'), 'let count = 0;\n');
      await promisify(execFile)('git', ['init', '--quiet'], { cwd: root });
    }
  },
});
const person = new Person(e2e);

/** The boxes of both repositories, in the order of the view. */
function boxes(): Locator {
  return e2e.workbench.page.locator('.scm-view .scm-input');
}

async function boxHas(index: number, text: string): Promise<void> {
  const { workbench } = e2e;
  await workbench.waitUntil(async () => {
    const lines = await boxes().nth(index).locator('.view-line').allInnerTexts();
    return lines.join('\n').replaceAll('\u00A0', ' ').trim() === text;
  });
}

test('by mouse: the button of a repository writes into its box, and one undo gives its text back', async () => {
  const { workbench, service } = e2e;
  const { page } = workbench;
  await person.connect();
  await page
    .locator('.activitybar .action-item', { has: page.locator('[aria-label^="Source Control"]') })
    .click();
  await boxes().nth(1).locator('.monaco-editor').click();
  await page.keyboard.type('About counting');
  replyNext(service, `\`\`\`\n${MESSAGE}\n\`\`\``);
  await page.locator('.scm-view [aria-label="Write Commit Message"]').nth(1).click();
  await boxHas(1, MESSAGE);
  await workbench.screenshot('commit message by mouse');
  await boxHas(0, '');
  assert.match(lastQuestion(), /^Uncommitted changes in lib:.*\+let count = 0;.*\n\nAbout counting$/s);
  await boxes().nth(1).locator('.monaco-editor').click();
  await page.keyboard.press('Control+Z');
  await boxHas(1, 'About counting');
  await page.keyboard.press('Control+Shift+Z');
  await boxHas(1, MESSAGE);
});

test('by keys: the command writes for the repository of the active editor, and shows its box', async () => {
  const { workbench, service } = e2e;
  await workbench.openFile('count.ts', 'app/count.ts');
  await workbench.showPanel();
  replyNext(service, MESSAGE);
  await workbench.runCommand('Assistant: Write Commit Message');
  await boxHas(0, MESSAGE);
  await workbench.screenshot('commit message by keys');
  assert.match(lastQuestion(), /^Uncommitted changes in app:/);
  // The conversation that was shown has not changed.
  await workbench.showPanel();
  await person.panel.locator('.welcome:visible').waitFor();
  assert.equal(await person.replies.count(), 0);
  await workbench.runCommand('Assistant: Show Conversations');
  await person.panel.getByText('Commit message: app').waitFor();
  await person.panel.getByText('Commit message: lib').waitFor();
  await workbench.screenshot('commit message in the list');
});

function lastQuestion(): string {
  return lastChat(e2e.service).messages.at(-1)?.content ?? '';
}
