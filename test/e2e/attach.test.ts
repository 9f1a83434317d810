import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

function chip(name: string): Locator {
  // The toggle of the file in front is one too, and no attachment as long as it is off.
  return person.panel.locator('.composer .chip:not(.off)', { hasText: name });
}

/** Opens the menu of something in the workbench, and chooses from it. By the key: a menu takes no click at first. */
async function choose(target: Locator, entry: string): Promise<void> {
  const { page } = e2e.workbench;
  await target.click({ button: 'right' });
  const label = page.locator('.monaco-menu:visible').locator('.action-label', { hasText: entry });
  await label.hover();
  await page.locator('.monaco-menu:visible .action-item.focused', { hasText: entry }).waitFor();
  await page.keyboard.press('Enter');
}

test('a file of the explorer is attached by its menu, with the keyboard in the composer then', async () => {
  const { workbench } = e2e;
  await person.connect();
  await workbench.runCommand('View: Show Explorer');
  await choose(
    workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'units.ts' }),
    'Add to Assistant',
  );
  await chip('units.ts').waitFor();
  await person.panel.locator('textarea:focus').waitFor();
});

test('the file of an editor is attached by the menu of its tab, and by its own', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await choose(workbench.page.locator('.tab.active', { hasText: 'duration.ts' }), 'Add to Assistant');
  await chip('duration.ts').waitFor();
  await workbench.openFile('shapes.py');
  await choose(workbench.page.locator('.editor-instance .view-line').first(), 'Add File to Assistant');
  await chip('shapes.py').waitFor();
});

test('a file is found by its name in VS Code’s own list', async () => {
  const { page } = e2e.workbench;
  await e2e.workbench.runCommand('Assistant: Add Context…');
  await person.boxThatSays('Files & Folders…').waitFor();
  await page.keyboard.press('Enter');
  await person.inputBox.and(page.locator('[placeholder="Type to search by name"]')).waitFor();
  await page.keyboard.type('READ');
  await page
    .locator('.quick-input-widget:visible .monaco-list-row.focused', { hasText: 'README.md' })
    .waitFor();
  await page.keyboard.press('Enter');
  await chip('README.md').waitFor();
});

test('what is sent is all of them as they are, each under its heading', async () => {
  await person.ask('What are they?\n\n!echo');
  await person.replyFinished(1);
  for (const name of ['units.ts', 'duration.ts', 'shapes.py', 'README.md']) {
    await person.lastQuestion.locator('.chip', { hasText: name }).waitFor();
  }
  assert.equal(await person.panel.locator('.composer .chip:not(.off):visible').count(), 0);
});

test('a file is found in the composer behind an @, and its chip opens it', async () => {
  const { page } = e2e.workbench;
  await e2e.workbench.openFile('shapes.py');
  await person.composer.click();
  await page.keyboard.type('Read @uni');
  await person.suggested('units.ts').waitFor();
  await page.keyboard.press('Enter');
  await chip('units.ts').waitFor();
  await person.composerHolds('Read ');
  await chip('units.ts').locator('.chip-face').click();
  await page.locator('.tab.active', { hasText: 'units.ts' }).waitFor();
});

test('the file in front goes along once that is switched on, and follows the editor', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  const toggle = person.panel.locator('.composer .chip-face[aria-pressed]');
  await toggle.filter({ hasText: 'duration.ts' }).and(person.panel.locator('[aria-pressed="false"]')).click();
  await toggle.and(person.panel.locator('[aria-pressed="true"]')).waitFor();
  await workbench.openFile('shapes.py');
  await chip('shapes.py').waitFor();
  await person.ask('What are these?');
  await person.replyFinished(2);
  for (const name of ['units.ts', 'shapes.py']) {
    await person.lastQuestion.locator('.chip', { hasText: name }).waitFor();
  }
  assert.equal(await person.lastQuestion.locator('.chip', { hasText: 'duration.ts' }).count(), 0);
  // It stays on for the next question.
  await chip('shapes.py').waitFor();
});
