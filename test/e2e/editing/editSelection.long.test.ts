import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';
import { installTerminalExtension } from '../terminalExtension.ts';

const e2e = endToEnd({
  dialogs: true,
  prepare: installTerminalExtension,
  // Without GPU acceleration, the terminal's content is in the page as text.
  settings: () => ({ 'terminal.integrated.gpuAcceleration': 'off' }),
});
const person = new Person(e2e);

function replyWith(lines: readonly string[], when?: Promise<unknown>): void {
  replyNext(e2e.service, ['```ts', ...lines, '```'].join('\n'), when);
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
    replyWith(lines.slice(3, 11).map((line) => line.replace('RangeError', 'TypeError')));
    await keyboard.press('Shift+Alt+E');
    await person.inputBoxWith('Edit Selection').waitFor();
    await workbench.screenshot('edit box');
    await person.submit('Throw a TypeError');
    await diff.locator('.modified .view-line', { hasText: 'TypeError' }).waitFor();
    await workbench.screenshot('edit review');
    // Where nobody clicked, the review has no focus.
    await keyboard.type('lost');
    await keyboard.press('Control+1');
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    assert.equal(await page.locator('.tab.active.dirty').count(), 0);
    await person.waitForDraft('Not sent');
    assert.equal(await person.replies.count(), 0);

    replyWith(lines.slice(3, 11).map((line) => line.replace('RangeError', 'SyntaxError')));
    await workbench.runCommand('Assistant: Ask Again…');
    await person.inputBoxWith('Ask Again').waitFor();
    await person.submit('Rather a SyntaxError');
    await diff.locator('.modified .view-line', { hasText: 'SyntaxError' }).waitFor();
    await keyboard.press('Control+1');
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await keyboard.press('Control+Enter');
    await workbench.waitForEditorText((text) => text === before.replace('RangeError', 'SyntaxError'));
    await keyboard.press('Control+Z');
    await workbench.waitForEditorText((text) => text === before);
  });

  test('what is typed elsewhere while a reply arrives stays there: in Search, a terminal, another editor', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    const { keyboard } = page;
    const before = await workbench.editorText();
    const lines = before.split('\n');
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    const proposed = (error: string): Locator =>
      diff.locator('.modified .view-line', { hasText: error }).filter({ visible: true });
    /** Types half of a text before the reply, and half once `shown` is. */
    const typeWhileReplying = async (
      error: string,
      ask: () => Promise<void>,
      goElsewhere: () => Promise<void>,
      shown = proposed(error),
    ): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      replyWith(
        lines.slice(3, 11).map((line) => line.replace('RangeError', error)),
        promise,
      );
      await ask();
      await page.locator('.notification-list-item-message', { hasText: 'Editing' }).waitFor();
      await goElsewhere();
      await keyboard.type('before ');
      resolve();
      await shown.waitFor();
      await keyboard.type('and after');
    };
    const regenerate = (): Promise<void> => page.getByRole('button', { name: /^Regenerate/ }).click();

    await workbench.selectLines(4, 11);
    const search = page.locator('.search-view .search-container textarea');
    await typeWhileReplying(
      'TypeError',
      async () => {
        await keyboard.press('Shift+Alt+E');
        await person.inputBoxWith('Edit Selection').waitFor();
        await person.submit('Throw a TypeError');
      },
      async () => {
        await keyboard.press('Control+Shift+F');
        await search.and(page.locator(':focus')).waitFor();
      },
    );
    await workbench.waitUntil(async () => (await search.inputValue()) === 'before and after');

    const terminal = page.locator('.terminal-wrapper.active .xterm');
    await typeWhileReplying('SyntaxError', regenerate, async () => {
      await workbench.runCommand('Tests: Open Terminal');
      await terminal.and(page.locator('.focus')).waitFor();
    });
    await terminal.locator('.xterm-rows', { hasText: 'before and after' }).waitFor();
    await workbench.screenshot('edit review without the focus');

    await typeWhileReplying(
      'EvalError',
      regenerate,
      () => workbench.openFile('units.ts'),
      page.locator('.notification-list-item-message', { hasText: 'is ready' }),
    );
    await workbench.waitForEditorText((text) => text.startsWith('before and after'));

    await page.getByRole('button', { name: 'Open Review' }).click();
    await proposed('EvalError').waitFor();
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await keyboard.press('Control+Enter');
    await workbench.waitForEditorText((text) => text === before.replace('RangeError', 'EvalError'));
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
    replyWith(lines.slice(3, 11).map((line) => line.replace('RangeError', 'TypeError')));
    await chooseEdit();
    await person.submit('Throw a TypeError');
    await diff.locator('.modified .view-line', { hasText: 'TypeError' }).waitFor();
    replyWith(lines.slice(3, 11).map((line) => line.replace('RangeError', 'SyntaxError')));
    await page.getByRole('button', { name: /^Regenerate/ }).click();
    await diff.locator('.modified .view-line', { hasText: 'SyntaxError' }).waitFor();
    await page.getByRole('button', { name: /^Discard Proposed Change/ }).click();
    await diff.waitFor({ state: 'detached' });
    await workbench.waitForEditorText((text) => text === before);
  });

  test('in an untitled document that is saved over a file, in its language: the review goes there', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    const { keyboard } = page;
    const target = join(e2e.folder, 'shapes.py');
    await workbench.runCommand('File: New Untitled Text File');
    const untitled = page.locator('.tab[data-resource-name="Untitled-1"]');
    await untitled.and(page.locator('.active')).waitFor();
    await keyboard.type('first = 1');
    await keyboard.press('Control+A');
    replyWith(['first = 2']);
    await keyboard.press('Shift+Alt+E');
    await person.inputBoxWith('Edit Selection').waitFor();
    await person.submit('Count on');
    const review = page.locator('.tab', { hasText: '(Review' });
    await review.filter({ hasText: 'Untitled-1' }).waitFor();
    await untitled.filter({ hasNotText: '(Review' }).click();
    await workbench.runCommand('File: Save As...');
    // The dialog ignores what is typed before it has listed the folder.
    await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'duration.ts' }).waitFor();
    await person.submit(target);
    // Asks whether to replace the file.
    await page.getByText('already exists').waitFor();
    await workbench.screenshot('save over a file');
    await keyboard.press('Enter');
    await page.locator('.tab.active[data-resource-name="shapes.py"]').waitFor();
    await review.filter({ hasText: 'shapes.py' }).click();
    await workbench.screenshot('review of a saved document');
    await page.getByRole('button', { name: /^Accept Proposed Change/ }).click();
    await review.waitFor({ state: 'detached' });
    await workbench.waitForEditorText((text) => text === 'first = 2');
  });
});
