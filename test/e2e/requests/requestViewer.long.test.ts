import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEnd, questionsTo } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { Person } from '../person.ts';

/** Compares shown requests with sent ones. The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

/** Copies the whole document that was opened last. */
async function copyShown(name: string): Promise<void> {
  const { page } = e2e.workbench;
  await page.locator('.tab.active', { hasText: name }).waitFor();
  await e2e.workbench.waitForEditorText((text) => text.startsWith('{'));
  await e2e.workbench.focusEditor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
}

/** The copied text, pasted into the composer, which is cleared first because a reload may have restored a draft. */
async function copied(): Promise<string> {
  await person.fill('');
  await person.composer.press('ControlOrMeta+V');
  await e2e.workbench.waitUntil(async () => (await person.composer.inputValue()) !== '');
  const text = await person.composer.inputValue();
  await person.fill('');
  return text;
}

test('Show Request in the context usage details shows exactly what Send sends, with the prompt expanded', async () => {
  const { workbench } = e2e;
  await person.connect();
  await workbench.openFile('units.ts');
  await workbench.selectLines(1, 1);
  await person.fill('/explain why so slow');
  await person.composer.press('Escape');
  await person.panel.getByRole('button', { name: /^Next request: about / }).click();
  await person.panel.getByRole('button', { name: 'Show Request' }).click();
  await copyShown('Next Request.json');
  await workbench.screenshot('show-request');
  await person.composer.press('Enter');
  await person.replyFinished(1);
  const shown = await copied();
  assert.equal(shown, questionsTo(e2e.service)[0]?.text);
  assert.ok(shown.includes('units.ts') && shown.includes('why so slow') && !shown.includes('/explain'));
});

test('the long lines of a shown request are wrapped', async () => {
  const { page } = e2e.workbench;
  const editor = page.locator('.editor-group-container.active .monaco-editor');
  const { lines, numbers } = await editor.evaluate((element) => ({
    lines: element.querySelectorAll('.view-line').length,
    numbers: element.querySelectorAll('.margin-view-overlays .line-numbers').length,
  }));
  assert.ok(lines > numbers, `${lines} rows of ${numbers} lines`);
});

test('Show Sent Request shows the request of a reply, even after a reload', async () => {
  const { workbench } = e2e;
  // VS Code in a browser saves its state for a reload every few seconds.
  await workbench.waitUntil(() => workbench.page.evaluate(isInBrowserStorage, 'assistant.window'));
  await workbench.page.reload();
  await workbench.ready();
  await person.replies.first().waitFor({ timeout: 60_000 });
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.locator('.tab.active').waitFor({ state: 'detached' });
  await workbench.showPanel();
  await person.chooseInTurnMenu(person.replies.first(), 'Show Sent Request');
  await copyShown('Sent Request.json');
  assert.equal(await copied(), questionsTo(e2e.service)[0]?.text);
});
