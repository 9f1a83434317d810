import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

const NEW_FUNCTION = ['export function isLong(unit: Unit): boolean {', "  return unit === 'd';", '}'];
const CHANGED_FUNCTION = [
  'export function isUnit(text: string): text is Unit {',
  '  return text in MILLISECONDS_PER_UNIT;',
  '}',
];
const NEW_FILE = ["import { isLong } from '../units.js';", '', "console.log(isLong('d'));"];

function button(name: string | RegExp): Locator {
  return person.lastReply.getByRole('button', { name });
}

function diff(): Locator {
  return e2e.workbench.page.locator('.editor-instance .monaco-diff-editor');
}

async function activeTab(name: string): Promise<void> {
  await e2e.workbench.page.locator('.tab.active', { hasText: name }).waitFor();
}

function onDisk(name: string): Promise<string> {
  return readFile(join(e2e.folder, name), 'utf8');
}

/** As a new user would: asks about some lines, and takes what the reply says about other files. The tests build on each other. */
describe('code for the files that a reply names', () => {
  before(() => person.connect());

  let original: string;

  test('each block says what it is for', async () => {
    const { workbench } = e2e;
    original = await onDisk('units.ts');
    replyNext(
      e2e.service,
      [
        'Two functions in the other file:',
        ...['```ts title="units.ts"', ...CHANGED_FUNCTION, '', ...NEW_FUNCTION, '```'],
        'A new file:',
        ...['```ts', '// src/new/show.ts', ...NEW_FILE, '```'],
        'And here:',
        ...[
          '```ts',
          'export function parseDuration(text: string): number {',
          '  return Number(text);',
          '}',
          '```',
        ],
      ].join('\n'),
    );
    await person.askAbout('duration.ts', 4, 11, 'Simplify this.');
    await person.replyFinished(1);
    await button('Apply to units.ts').waitFor();
    await button('Create show.ts in src/new').waitFor();
    await button('Replace lines 4–11 of duration.ts').waitFor();
    assert.equal(await button(/^(?:Apply|Create|Replace lines)/).count(), 3);
    await workbench.screenshot('what-blocks-are-for');
  });

  test('a file that was not asked about is changed in a review, and the block says so after a reload too', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    await button('Apply to units.ts').click();
    await diff().locator('.modified .view-line', { hasText: 'isLong(unit' }).waitFor();
    await diff().locator('.modified .monaco-editor.focused').waitFor();
    assert.equal(await onDisk('units.ts'), original);
    await workbench.screenshot('review-of-another-file');
    await page.keyboard.press('Control+Enter');
    await diff().waitFor({ state: 'detached' });
    await activeTab('units.ts');
    const applied = `${original.replace('Object.hasOwn(MILLISECONDS_PER_UNIT, text)', 'text in MILLISECONDS_PER_UNIT')}\n${NEW_FUNCTION.join('\n')}\n`;
    await workbench.waitForEditorText((text) => text === applied);
    await button(/^In units\.ts, 13–17/).waitFor();
    await workbench.palette.goToLine(1);
    await page.keyboard.type("import 'mine';");
    await page.keyboard.press('Enter');
    await button(/^In units\.ts, 14–18/).waitFor();
    await workbench.screenshot('applied');
    await workbench.runCommand('File: Save');
    await page.locator('.tab.active:not(.dirty)').waitFor();
    await page.reload();
    await workbench.ready();
    await workbench.openFile('units.ts');
    await button(/^In units\.ts, 14–18/).waitFor();
  });

  test('Revert takes back what was applied, and nothing else', async () => {
    const { workbench } = e2e;
    await workbench.openFile('duration.ts');
    await button(/^Revert/).click();
    await activeTab('units.ts');
    await workbench.waitForEditorText((text) => text === `import 'mine';\n${original}`);
    await button(/^In units\.ts/).waitFor({ state: 'detached' });
    await workbench.undo();
    await workbench.waitForEditorText((text) => text.includes('isLong'));
    await workbench.runCommand('File: Revert File');
  });

  test('by keyboard: a new file is edited before it is saved', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    await person.composer.click();
    await workbench.runCommand('Assistant: Next Code Block');
    await workbench.runCommand('Assistant: Next Code Block');
    await person.lastReply.locator('.code pre:focus', { hasText: 'console.log' }).waitFor();
    // VS Code learns a moment later that a code block has the focus, and until then its key does nothing.
    await workbench.waitUntil(async () => {
      await page.keyboard.press('Control+Shift+Enter');
      return page
        .locator('.tab.active', { hasText: 'show.ts' })
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        );
    });
    await workbench.waitForEditorText((text) => text.trimEnd() === NEW_FILE.join('\n'));
    await assert.rejects(onDisk('src/new/show.ts'));
    await workbench.screenshot('new-file');
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active:not(.dirty)', { hasText: 'show.ts' }).waitFor();
    assert.equal((await onDisk('src/new/show.ts')).trimEnd(), NEW_FILE.join('\n'));
    await button(/^In show\.ts/).waitFor();
  });

  test('a file that changed on disk meanwhile is shown with both changes before it is written', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    await writeFile(join(e2e.folder, 'units.ts'), original);
    await workbench.openFile('units.ts');
    await workbench.waitForEditorText((text) => text === original);
    await button('Apply to units.ts').click();
    await diff().locator('.modified .view-line', { hasText: 'isLong(unit' }).waitFor();
    await writeFile(join(e2e.folder, 'units.ts'), `// theirs\n${original}`);
    await diff().locator('.original .view-line', { hasText: 'theirs' }).waitFor();
    await diff().locator('.modified .view-lines').click();
    await page.keyboard.press('Control+Enter');
    await diff().locator('.modified .view-line', { hasText: 'theirs' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await diff().waitFor({ state: 'detached' });
    await workbench.waitForEditorText((text) => text.startsWith('// theirs\n') && text.includes('isLong'));
  });
});
