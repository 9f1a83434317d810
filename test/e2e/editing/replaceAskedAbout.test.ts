import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { extensionHosts } from '../../harness/vscode/extensionHosts.ts';
import { endToEnd, replyNext } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { isInFiles } from '../leftovers.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

/** Replaces lines 4 to 11 of `duration.ts`, without its doc comment. */
const WHOLE = [
  'export function parseDuration(text: string): number {',
  '  const match = /^(\\d+(?:\\.\\d+)?)\\s*([a-z]+)$/.exec(text);',
  '  const [, amount, unit] = match ?? [];',
  '  if (amount === undefined || unit === undefined || !isUnit(unit)) {',
  '    throw new RangeError(`Not a duration: $' + '{text}`);',
  '  }',
  '  return Number(amount) * MILLISECONDS_PER_UNIT[unit];',
  '}',
];
const ELIDED = [...WHOLE.slice(0, 2), '  // ... existing code ...', '}'];

/** VS Code hides the change of white space at the end of the first line. */
const SHORT = ['export function parseDuration(text: string): number { ', '  return Number(text);', '}'];

const TYPED = '12345;';
const UNSAVED = '67890;';

function replyWith(code: readonly string[]): void {
  replyNext(e2e.service, ['Allow spaces:', '```ts', ...code, '```'].join('\n'));
}

function replaceButton(name: string | RegExp = /^Replace line/): Locator {
  return person.lastReply.getByRole('button', { name });
}

async function activeTab(name: string): Promise<void> {
  await e2e.workbench.page.locator('.tab.active', { hasText: name }).waitFor();
}

/** Whether the review in front marks a change of white space that VS Code hides. */
function isMarked(): Promise<boolean> {
  return e2e.workbench.page
    .locator('.editor-instance .monaco-diff-editor .modified .view-line span')
    .evaluateAll((spans) =>
      spans.some((span) => /White\sspace\schanged/.test(getComputedStyle(span, '::after').content)),
    );
}

/** By mouse and by keyboard. The tests build on each other. */
describe('from the reply into the code', () => {
  before(() => person.connect());

  let beforeReview: string;

  test('a review is there after a reload, with what was typed into it', async () => {
    const { workbench, vscode } = e2e;
    const { page } = workbench;
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    replyWith(SHORT);
    await person.askAbout('duration.ts', 4, 11, 'Simplify this.');
    await person.replyFinished(1);
    await workbench.openFile('duration.ts');
    beforeReview = await workbench.editorText();
    await person.lastReply.getByRole('button', { name: /^Review/ }).click();
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await workbench.palette.goToLine(1);
    // As one change: with keys, the first of them could be saved, and the page left before the last is.
    await page.keyboard.insertText(`${TYPED}\n`);
    // Before, the tab may not look unsaved yet.
    await workbench.waitUntil(() => isInFiles(join(vscode.dataDir, 'data/User/globalStorage'), TYPED));
    await page.locator('.tab.active:not(.dirty)').waitFor();
    await workbench.waitUntil(isMarked);

    // VS Code in a browser saves its open tabs every few seconds.
    await workbench.waitUntil(() => page.evaluate(isInBrowserStorage, 'assistant-review'));
    await page.reload();
    await workbench.ready();
    await diff.locator('.modified .view-line', { hasText: TYPED }).waitFor();
    await diff.locator('.modified .view-line', { hasText: 'return Number(text);' }).waitFor();
    await workbench.waitUntil(isMarked);
  });

  test('so is what was not saved yet, and the review is accepted as it is shown', async () => {
    const { workbench, vscode } = e2e;
    const { page } = workbench;
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    await diff.locator('.modified .view-lines').click();
    await workbench.palette.goToLine(1);
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    // Then nothing is saved any more. VS Code backs it up.
    for (const host of await extensionHosts(vscode.dataDir)) {
      process.kill(host, 'SIGSTOP');
    }
    await page.keyboard.insertText(UNSAVED);
    await workbench.waitUntil(() => isInFiles(join(vscode.dataDir, 'data/User/Backups'), UNSAVED));
    await page.reload();
    await workbench.ready();
    await diff.locator('.modified .view-line', { hasText: `${UNSAVED}${TYPED}` }).waitFor();
    await workbench.waitUntil(isMarked);
    await diff.locator('.modified .view-lines').click();
    await page.keyboard.press('Control+Enter');
    await diff.waitFor({ state: 'detached' });
    const changed = beforeReview.replace(/export function parseDuration[\s\S]*?\n\}/, () => SHORT.join('\n'));
    await workbench.waitForEditorText((text) => text === `${UNSAVED}${TYPED}\n${changed}`);
    await workbench.undo();
    await workbench.waitForEditorText((text) => text === beforeReview);
    await person.newChat();
  });

  test('a click replaces the code that was asked about, though its lines moved and another file is shown', async () => {
    const { workbench } = e2e;
    const { keyboard } = workbench.page;
    replyWith(WHOLE);
    await person.askAbout('duration.ts', 4, 11, 'Allow spaces.');
    await person.replyFinished(1);
    await replaceButton('Replace lines 4–11 of duration.ts').waitFor();

    await workbench.openFile('duration.ts');
    const before = await workbench.editorText();
    await workbench.palette.goToLine(1);
    await keyboard.type("import 'mine';");
    await keyboard.press('Enter');
    await replaceButton('Replace lines 5–12 of duration.ts').waitFor();
    await workbench.openFile('units.ts');
    await workbench.selectLines(1, 2);
    const other = await workbench.editorText();

    await replaceButton().click();
    await activeTab('duration.ts');
    const replaced = `import 'mine';\n${before.replace('\\.\\d+)?)(', '\\.\\d+)?)\\s*(')}`;
    await workbench.waitForEditorText((text) => text === replaced);
    await person.lastReply.getByText('Replaced lines 5–12 of duration.ts.').waitFor();
    await keyboard.press('Control+Z');
    await workbench.waitForEditorText((text) => text === `import 'mine';\n${before}`);
    await workbench.openFile('units.ts');
    await workbench.waitForEditorText((text) => text === other);
  });

  test('code that leaves parts out opens a review with these, and Accept in its title applies what the review shows', async () => {
    const { workbench, folder } = e2e;
    const { page } = workbench;
    await workbench.openFile('duration.ts');
    const before = await workbench.editorText();
    const onDisk = await readFile(join(folder, 'duration.ts'), 'utf8');
    replyWith(ELIDED);
    await person.ask('Shorter.');
    await person.replyFinished(2);
    await replaceButton('Replace lines 5–12 of duration.ts').click();
    await person.lastReply.getByText('The code leaves parts out.').waitFor();
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    await diff.locator('.modified .view-line', { hasText: '\\s*' }).waitFor();
    await diff.locator('.modified .view-line', { hasText: 'RangeError' }).waitFor();
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await workbench.screenshot('review');
    await page.getByRole('button', { name: /^Accept Proposed Change/ }).click();
    await diff.waitFor({ state: 'detached' });
    await activeTab('duration.ts');
    const accepted = before.replace('\\.\\d+)?)(', '\\.\\d+)?)\\s*(');
    await workbench.waitForEditorText((text) => text === accepted);
    await page.keyboard.press('Control+Z');
    await workbench.waitForEditorText((text) => text === before);
    assert.equal(await readFile(join(folder, 'duration.ts'), 'utf8'), onDisk, 'The file was saved');
  });

  test('by keyboard: a review of a code block, a hunk taken back, accepted, undone', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    const before = await workbench.editorText();
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    const firstHunk = diff.locator('.modified .view-line', { hasText: '\\s*' });
    replyWith(WHOLE.map((line) => line.replace('[unit];', '[unit] + 1;')));
    await person.ask('Both.');
    await person.replyFinished(3);
    // From the composer, so that the previously focused block is not mistaken for the next one.
    await person.composer.click();
    await workbench.runCommand('Assistant: Next Code Block');
    await person.lastReply.locator('.code pre:focus').waitFor();
    // VS Code learns a moment later that a code block has the focus, and until then its key does nothing.
    await workbench.waitUntil(async () => {
      await page.keyboard.press('Control+Shift+Alt+Enter');
      const focused = diff.locator('.modified .monaco-editor.focused').waitFor({ timeout: 5_000 });
      return focused.then(
        () => true,
        () => false,
      );
    });
    await firstHunk.waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+R');
    await firstHunk.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await diff.waitFor({ state: 'detached' });
    const accepted = before.replace('[unit];', '[unit] + 1;');
    await workbench.waitForEditorText((text) => text === accepted);
    await page.keyboard.press('Control+Z');
    await workbench.waitForEditorText((text) => text === before);
  });

  test('the tab of an edited review closes without a question, can be opened again, and its code block says what became of it', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    const before = await workbench.editorText();
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    await person.lastReply.getByRole('button', { name: /^Review/ }).click();
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await page.keyboard.type('edited ');
    await diff.locator('.modified .view-line', { hasText: 'edited' }).waitFor();
    await page.locator('.tab.active:not(.dirty)').waitFor();
    await page.locator('.tab.active .tab-actions .action-label').click();
    await diff.waitFor({ state: 'detached' });
    await activeTab('duration.ts');
    await workbench.waitForEditorText((text) => text === before);
    await person.lastReply.getByText('The review of duration.ts was closed. Nothing was changed.').waitFor();
    await workbench.runCommand('View: Reopen Closed Editor');
    await diff.locator('.modified .view-line', { hasText: 'edited' }).waitFor();
    await workbench.runCommand('Assistant: Discard Proposed Change');
    await diff.waitFor({ state: 'detached' });
    const outcome = person.lastReply.getByText('The review was discarded. Nothing was changed.');
    await outcome.waitFor();
    await workbench.hidePanel();
    await workbench.showPanel();
    await outcome.waitFor();
  });
});
