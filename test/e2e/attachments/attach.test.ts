import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { chooseInContextMenu } from '../contextMenu.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';
import { installTerminalExtension, TERMINAL_TEXT } from '../terminalExtension.ts';

/** VS Code's own extension for CSS knows where `--gap` is defined. */
const STYLES = `:root {
  /* Between parts. */
  --gap: 4px;
}

.part {
  margin: var(--gap);
}
`;

/** The tests build on each other, in this order. */
const e2e = endToEnd({
  prepare: async (dataDir, folder) => {
    await installTerminalExtension(dataDir);
    await mkdir(join(folder, 'notes'));
    await writeFile(join(folder, 'notes/today.md'), 'Nothing yet.\n');
    await mkdir(join(folder, 'styles'));
    await writeFile(join(folder, 'styles/theme.css'), STYLES);
  },
  // Without GPU acceleration, the terminal's content is in the page as text.
  settings: () => ({ 'terminal.integrated.gpuAcceleration': 'off' }),
});
const person = new Person(e2e);

function chip(name: string): Locator {
  return person.panel.locator('.composer .chip', { hasText: name });
}

test('the Explorer’s context menu attaches a file and focuses the composer', async () => {
  const { workbench } = e2e;
  await person.connect();
  await workbench.runCommand('View: Show Explorer');
  await chooseInContextMenu(
    workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'units.ts' }),
    'Add to Assistant',
  );
  await chip('units.ts').waitFor();
  await person.panel.locator('textarea:focus').waitFor();
});

test('the context menus of an editor and of its tab attach its file', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await chooseInContextMenu(
    workbench.page.locator('.tab.active', { hasText: 'duration.ts' }),
    'Add to Assistant',
  );
  await chip('duration.ts').waitFor();
  await workbench.openFile('shapes.py');
  await chooseInContextMenu(
    workbench.page.locator('.editor-instance .view-line').first(),
    'Add File to Assistant',
  );
  await chip('shapes.py').waitFor();
});

test('Add Context… finds a file by name in VS Code’s file picker', async () => {
  const { page } = e2e.workbench;
  await e2e.workbench.runCommand('Assistant: Add Context…');
  await person.inputBoxWith('Files & Folders…').waitFor();
  await page.keyboard.press('Enter');
  await person.inputBox.and(page.locator('[placeholder="Type to search by name"]')).waitFor();
  // Enter may come before the search has ended.
  await page.keyboard.type('READ');
  await page.keyboard.press('Enter');
  await chip('README.md').waitFor();
});

test('a question takes all attachments from the composer', async () => {
  await person.ask('What are they?\n\n!echo');
  await person.replyFinished(1);
  for (const name of ['units.ts', 'duration.ts', 'shapes.py', 'README.md']) {
    await person.lastQuestion.locator('.chip', { hasText: name }).waitFor();
  }
  assert.equal(await person.panel.locator('.composer .chip:visible').count(), 0);
});

test('the definitions that a selection uses are added by a click beside its chip, and by name in the Command Palette', async () => {
  const { workbench } = e2e;
  const chips = person.panel.locator('.composer .chip:visible');
  const removeAll = async (): Promise<void> => {
    for (let count = await chips.count(); count > 0; count--) {
      await chips.first().locator('.icon-button').click();
      await workbench.waitUntil(async () => (await chips.count()) < count);
    }
  };
  await workbench.openFile('theme.css');
  await workbench.selectLines(6, 8);
  await person.panel.locator('.composer .chip-offer', { hasText: 'theme.css 6–8' }).click();
  await person.panel.getByRole('button', { name: 'Add definitions used here' }).click();
  await chip('--gap 2–3').waitFor();
  assert.match(
    await workbench.notification('Added'),
    /^Added 1 definition, about \d+ of at most 4,000 tokens\.$/,
  );
  await workbench.screenshot('definitions');
  await removeAll();
  await workbench.runCommand('Assistant: Add Definitions Used Here');
  await chip('--gap 2–3').waitFor();
  await chip('theme.css 6–8').waitFor();
  await removeAll();
});

test('several files can be checked in the file picker by mouse and by key, and stay checked during another search', async () => {
  const { page } = e2e.workbench;
  const box = page.locator('.quick-input-widget:visible');
  const row = (name: string): Locator => box.locator('.monaco-list-row', { hasText: name });
  const focused = (name: string): Promise<void> => row(name).and(box.locator('.focused')).waitFor();
  const checked = (count: number, timeout = 60_000): Promise<void> =>
    box.locator('.quick-input-count', { hasText: `${count} Selected` }).waitFor({ timeout });
  await e2e.workbench.runCommand('Assistant: Add Context…');
  await person.inputBoxWith('Files & Folders…').waitFor();
  await page.keyboard.press('Enter');
  await person.inputBox.and(page.locator('[placeholder="Type to search by name"]')).waitFor();
  // At once, so that only one other list follows. A click on a row of the list before would be lost with that list.
  await person.inputBox.fill('dura');
  await row('units.ts').waitFor({ state: 'detached' });
  await focused('duration.ts');
  // VS Code may draw the row once more, and the click on it is lost. A second one that wasn't needed is undone by a third.
  await e2e.workbench.waitUntil(async () => {
    await row('duration.ts').click();
    return checked(1, 2000).then(
      () => true,
      () => false,
    );
  });
  await person.inputBox.fill('shapes');
  await focused('shapes.py');
  // VS Code may list either of the two first.
  await page.keyboard.press('ArrowDown');
  await focused('duration.ts');
  await page.keyboard.press('ArrowUp');
  await focused('shapes.py');
  await page.keyboard.press('Space');
  await checked(2);
  await page.keyboard.press('Enter');
  await box.waitFor({ state: 'hidden' });
  for (const name of ['duration.ts', 'shapes.py']) {
    await chip(name).waitFor();
    await person.panel.getByRole('button', { name: `Remove ${name}` }).click();
    await chip(name).waitFor({ state: 'detached' });
  }
});

test('@ in the composer finds a file, and its chip opens it', async () => {
  const { page } = e2e.workbench;
  await e2e.workbench.openFile('shapes.py');
  await person.composer.click();
  await page.keyboard.type('Read @uni');
  await person.suggested('units.ts').waitFor();
  await page.keyboard.press('Enter');
  await chip('units.ts').waitFor();
  await person.waitForDraft('Read ');
  await chip('units.ts').locator('.chip-face').click();
  await page.locator('.tab.active', { hasText: 'units.ts' }).waitFor();
});

test('the current file is attached once its toggle is on, and follows the active editor', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await chooseInContextMenu(
    person.panel.locator('.composer .chip-offer', { hasText: 'duration.ts' }),
    'Toggle Current File Attachment',
  );
  await chip('duration.ts current file').waitFor();
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

test('the terminal’s context menu attaches the selection and leaves the clipboard unchanged', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('Copied before.'));
  await workbench.runCommand('Tests: Open Terminal');
  const terminal = page.locator('.terminal-wrapper.active .xterm');
  await terminal.locator('.xterm-rows', { hasText: TERMINAL_TEXT }).waitFor();
  await workbench.runCommand('Terminal: Select All');
  await terminal.locator('.xterm-selection div').first().waitFor();
  await chooseInContextMenu(terminal.locator('.xterm-screen'), 'Add Terminal Selection to Assistant');
  await chip('Build').waitFor();
  await person.ask('Why?');
  await person.replyFinished(3);
  await person.lastQuestion.locator('.chip', { hasText: 'Build' }).waitFor();
  const sent = JSON.stringify(e2e.service.requests.at(-1)?.body);
  // Without the empty rows below, which were selected too.
  assert.ok(sent.includes(`\\n${TERMINAL_TEXT}\\n\`\`\``), sent);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'Copied before.');
});

test('the terminal’s context menu attaches the last command, and by keys one asks about the selection', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  const terminal = page.locator('.terminal-wrapper.active .xterm');
  await chooseInContextMenu(terminal.locator('.xterm-screen'), 'Add Last Terminal Command');
  await chip('Last Command').waitFor();
  await person.panel.getByRole('button', { name: 'Remove Last Command' }).click();
  await chip('Last Command').waitFor({ state: 'detached' });
  await workbench.runCommand('Assistant: Add Last Terminal Command');
  await chip('Last Command').filter({ hasText: 'exit code 1' }).waitFor();
  await person.ask('Why?');
  await person.replyFinished(4);
  const last = JSON.stringify(e2e.service.requests.at(-1)?.body);
  assert.ok(
    last.includes(`in the terminal Build, exit code 1:\\n\\n\`\`\`plaintext\\nnpm test\\n${TERMINAL_TEXT}`),
    last,
  );

  await workbench.runCommand('Terminal: Select All');
  await workbench.runCommand('Assistant: Ask About Terminal Selection');
  await person.inputBoxWith('About the selection in the terminal Build').waitFor();
  await page.keyboard.type('What failed?');
  await page.keyboard.press('Enter');
  await person.replyFinished(5);
  await person.lastQuestion.locator('.chip', { hasText: 'Build' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'Copied before.');
});

test('a folder and a file selected in the Explorer are attached together', async () => {
  const { workbench } = e2e;
  await workbench.runCommand('View: Show Explorer');
  const row = (name: string): Locator =>
    workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const selected = workbench.page.locator('.explorer-folders-view .monaco-list-row.selected');
  await row('notes').click();
  await selected.filter({ hasText: 'notes' }).waitFor();
  await row('units.ts').click({ modifiers: ['ControlOrMeta'] });
  await selected.filter({ hasText: 'units.ts' }).waitFor();
  await chooseInContextMenu(row('units.ts'), 'Add to Assistant');
  await chip('notes').waitFor();
  await chip('units.ts').waitFor();
});

test('the selection is offered, and one key takes it for the next question', async () => {
  const { workbench } = e2e;
  const offer = person.panel.locator('.composer .chip-offer', { hasText: 'duration.ts 3–5' });
  await workbench.openFile('duration.ts');
  await workbench.selectLines(3, 5);
  await offer.waitFor();
  await person.composer.click();
  // VS Code enables the key a moment after the panel has got the focus.
  await workbench.waitUntil(async () => {
    await workbench.page.keyboard.press('Alt+I');
    return (await chip('duration.ts 3–5').count()) === 1;
  });
  assert.equal(await offer.count(), 0);
  await person.ask('Which lines?');
  await person.replyFinished(6);
  await person.lastQuestion.locator('.chip', { hasText: 'duration.ts 3–5' }).waitFor();
  await offer.waitFor();
  assert.equal(await chip('duration.ts 3–5').count(), 0);
});
