import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from '../../harness/vscode/workbench.ts';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';
import { secondRoot, untilFoldersAreListed, workspaceFile, writeWorkspaceFile } from '../severalRoots.ts';

/** In place of lines 4 to 11 of `duration.ts`. */
const CODE = ['export function parseDuration(text: string): number {', '  return Number(text);', '}'];

const e2e = endToEnd({ prepare: writeWorkspaceFile });

/** The tests build on each other. */
describe('a workspace with two roots of the same name', () => {
  let workbench: Workbench;
  let person: Person;

  before(async () => {
    workbench = await openWorkbench({
      vscode: e2e.vscode,
      browser: e2e.browser,
      folder: workspaceFile(e2e.folder),
    });
    await workbench.ready();
    await untilFoldersAreListed(workbench, 'measures.ts');
    person = new Person({
      vscode: e2e.vscode,
      browser: e2e.browser,
      folder: e2e.folder,
      workbench,
      service: e2e.service,
    });
    await person.connect();
  });

  function replaceButton(name: string): Locator {
    return person.lastReply.getByRole('button', { name });
  }

  async function isOfSecond(yes: boolean): Promise<void> {
    await workbench.waitForEditorText((text) => text !== '' && text.includes('of the second') === yes);
  }

  test('tells their files apart, in the chat and in the request', async () => {
    await workbench.openFile('duration.ts', join(secondRoot(e2e.folder), 'duration.ts'));
    await workbench.selectLines(4, 11);
    await workbench.page.keyboard.press('Alt+Shift+K');
    replyNext(
      e2e.service,
      [
        ...['```ts:sample-2/shapes.py', 'one', '```', '```ts:sample/shapes.py', 'two', '```'],
        ...[
          '```ts:shapes.py',
          'three',
          '```',
          '```ts:measures.ts',
          'four',
          '```',
          '```ts:other/units.ts',
          'x',
          '```',
        ],
        ...['```ts', ...CODE, '```'],
      ].join('\n'),
    );
    await person.inputBoxWith('Ask About Selection').waitFor();
    await person.submit('Simplify this.');
    await person.replyFinished(1);
    const body = JSON.stringify(e2e.service.requests.at(-1)?.body);
    assert.ok(body.includes('sample-2/duration.ts'), body);
    assert.ok(!body.includes(dirname(e2e.folder)), body);
    await replaceButton('Replace lines 4–11 of duration.ts').last().waitFor();
  });

  test('opens the file that a code block names, and asks which if several are meant', async () => {
    const open = (name: string): Promise<void> =>
      person.lastReply.getByRole('button', { name: `Open ${name}`, exact: true }).click();
    await person.lastReply.getByRole('button', { name: 'Open measures.ts' }).waitFor();
    assert.deepEqual(await person.lastReply.locator('button.code-file').allTextContents(), [
      'sample-2/shapes.py',
      'sample/shapes.py',
      'shapes.py',
      'measures.ts',
    ]);
    await open('sample-2/shapes.py');
    await isOfSecond(true);
    await open('sample/shapes.py');
    await isOfSecond(false);
    await open('measures.ts');
    await workbench.page.locator('.tab.active[data-resource-name="measures.ts"]').waitFor();
    await open('shapes.py');
    const row = workbench.page.locator('.quick-input-widget:visible .monaco-list-row');
    await row.first().waitFor();
    assert.deepEqual(await row.locator('.label-name').allTextContents(), [
      'sample/shapes.py',
      'sample-2/shapes.py',
    ]);
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Enter');
    await isOfSecond(true);
  });

  test('replaces what was asked about after Save As, in the original, and after a rename in the Explorer', async () => {
    const { page } = workbench;
    await workbench.openFile('duration.ts', join(secondRoot(e2e.folder), 'duration.ts'));
    await workbench.runCommand('File: Save As...');
    // The dialog ignores what is typed before it has listed the folder.
    await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'measures.ts' }).waitFor();
    await workbench.waitUntil(async () => (await person.inputBox.inputValue()).endsWith('/duration.ts'));
    await person.submit(join(secondRoot(e2e.folder), 'copy.ts'));
    await page.locator('.tab.active[data-resource-name="copy.ts"]').waitFor();
    const copied = await workbench.editorText();
    await workbench.openFile('duration.ts', join(secondRoot(e2e.folder), 'duration.ts'));
    await replaceButton('Replace lines 4–11 of duration.ts').last().waitFor();

    await workbench.runCommand('File: Reveal Active File in Explorer View');
    await page.locator('.explorer-viewlet .monaco-list-row.focused', { hasText: 'duration.ts' }).waitFor();
    await page.keyboard.press('F2');
    const input = page.locator('.explorer-viewlet .monaco-inputbox input:focus');
    await input.fill('renamed.ts');
    await input.press('Enter');
    await page.locator('.tab.active[data-resource-name="renamed.ts"]').waitFor();
    await workbench.showPanel();
    await replaceButton('Replace lines 4–11 of renamed.ts').last().click();
    await page.getByRole('button', { name: /^Accept Proposed Change/ }).click();
    await page.locator('.tab.active[data-resource-name="renamed.ts"]').waitFor();
    await workbench.waitForEditorText((text) => text.includes('return Number(text);'));
    assert.equal((await workbench.editorText()).includes('RangeError'), false);
    await workbench.openFile('copy.ts', join(secondRoot(e2e.folder), 'copy.ts'));
    await workbench.waitForEditorText((text) => text === copied);
  });
});
