import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

function replyWith(...lines: string[]): void {
  replyNext(e2e.service, ['```ts', ...lines, '```'].join('\n'));
}

/** Chooses it in the submenu of the editor's menu. */
async function chooseEdit(): Promise<void> {
  const { page } = e2e.workbench;
  await page.locator('.view-line', { hasText: 'RangeError' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Assistant', exact: true }).hover();
  await page.getByRole('menuitem', { name: /^Edit Selection/ }).waitFor();
  await person.chooseInMenu('Edit Selection');
}

/** The tests build on each other. */
describe('Edit Selection', () => {
  before(() => person.connect());

  test('by keys: the box, the review, Ask Again, Accept, Undo; the chat and its text stay', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    const { keyboard } = page;
    await person.openChat();
    await person.fill('Not sent');
    await workbench.openFile('duration.ts');
    const before = await workbench.editorText();
    const lines = before.split('\n');
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    await workbench.selectLines(4, 11);
    replyWith(...lines.slice(3, 11).map((line) => line.replace('RangeError', 'TypeError')));
    await keyboard.press('Shift+Alt+E');
    await person.inputBoxWith('Edit Selection').waitFor();
    await workbench.screenshot('edit box');
    await person.submit('Throw a TypeError');
    await diff.locator('.modified .view-line', { hasText: 'TypeError' }).waitFor();
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await workbench.screenshot('edit review');
    await person.waitForDraft('Not sent');
    assert.equal(await person.replies.count(), 0);

    replyWith(...lines.slice(3, 11).map((line) => line.replace('RangeError', 'SyntaxError')));
    await workbench.runCommand('Assistant: Ask Again…');
    await person.inputBoxWith('Ask Again').waitFor();
    await person.submit('Rather a SyntaxError');
    await diff.locator('.modified .view-line', { hasText: 'SyntaxError' }).waitFor();
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await keyboard.press('Control+Enter');
    await workbench.waitForEditorText((text) => text === before.replace('RangeError', 'SyntaxError'));
    await keyboard.press('Control+Z');
    await workbench.waitForEditorText((text) => text === before);
  });

  test('by mouse: the menu, the button that takes the text to the chat, and Regenerate in the title of the review', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    const before = await workbench.editorText();
    const lines = before.split('\n');
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    await workbench.selectLines(4, 11);
    await chooseEdit();
    await person.inputBoxWith('Edit Selection').waitFor();
    await person.inputBox.fill('Why a RangeError?');
    await page.locator('.quick-input-widget .action-label.codicon-comment-discussion').click();
    await person.waitForDraft('Not sent\n\nWhy a RangeError?');

    await workbench.selectLines(4, 11);
    replyWith(...lines.slice(3, 11).map((line) => line.replace('RangeError', 'TypeError')));
    await chooseEdit();
    await person.submit('Throw a TypeError');
    await diff.locator('.modified .view-line', { hasText: 'TypeError' }).waitFor();
    replyWith(...lines.slice(3, 11).map((line) => line.replace('RangeError', 'SyntaxError')));
    await page.getByRole('button', { name: /^Regenerate/ }).click();
    await diff.locator('.modified .view-line', { hasText: 'SyntaxError' }).waitFor();
    await page.getByRole('button', { name: /^Discard Proposed Change/ }).click();
    await diff.waitFor({ state: 'detached' });
    await workbench.waitForEditorText((text) => text === before);
  });
});
