import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { type EndToEnd, endToEnd, replyNext, secondWindow } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

/** In place of lines 4 to 11 of `duration.ts`. */
const CODE = ['export function parseDuration(text: string): number {', '  return Number(text);', '}'];

const PARSE = /export function parseDuration[\s\S]*?\n\}/;

function replaceButton(one: Person, lines = ''): Locator {
  return one.lastReply.getByRole('button', { name: new RegExp(`^Replace lines ${lines}`) });
}

/** Replaces by the button, and accepts the review: the code is much shorter. */
async function replace(one: Person, { workbench }: Pick<EndToEnd, 'workbench'>): Promise<void> {
  const diff = workbench.page.locator('.editor-instance .monaco-diff-editor');
  await replaceButton(one).click();
  await diff.locator('.modified .view-line', { hasText: 'return Number(text);' }).waitFor();
  await workbench.page.getByRole('button', { name: /^Accept Proposed Change/ }).click();
  await diff.waitFor({ state: 'detached' });
}

/** What was asked about is found by its text. The tests build on each other. */
describe('replacing what was asked about, without what this window knew', () => {
  let expected: string;

  before(async () => {
    await person.connect();
    replyNext(e2e.service, ['Simply:', '```ts', ...CODE, '```'].join('\n'));
    await person.askAbout('duration.ts', 4, 11, 'Simplify this.');
    await person.replyFinished(1);
    await replaceButton(person, '4–11').waitFor();
  });

  test('after a reload', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    await workbench.openFile('duration.ts');
    await workbench.palette.goToLine(1);
    await page.keyboard.type("import 'mine';");
    await page.keyboard.press('Enter');
    await replaceButton(person, '5–12').waitFor();
    const text = await workbench.editorText();
    expected = text.replace(PARSE, () => CODE.join('\n'));
    await page.keyboard.press('Control+S');
    await page.locator('.tab.active:not(.dirty)').waitFor();
    // VS Code in a browser saves its state for a reload every few seconds.
    await workbench.waitUntil(() => page.evaluate(isInBrowserStorage, 'assistant.window'));
    await page.reload();
    await workbench.ready();
    await workbench.runCommand('Assistant: Open Chat');
    await person.replyFinished(1);

    await replace(person, e2e);
    await workbench.waitForEditorText((now) => now === expected);
    await workbench.focusEditor();
    await page.keyboard.press('Control+Z');
    await workbench.waitForEditorText((now) => now === text);
  });

  test('in a second window, where the file is not open', async () => {
    const second = await secondWindow(e2e);
    const { workbench } = second;
    const other = new Person(second);
    await workbench.runCommand('Assistant: Show Conversations');
    await other.panel.getByRole('row').filter({ hasText: 'Simplify this.' }).click();
    await other.replyFinished(1);

    await replace(other, second);
    await workbench.waitForEditorText((now) => now === expected);
  });
});
