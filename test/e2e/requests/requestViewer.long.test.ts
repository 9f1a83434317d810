import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEnd } from '../fixture.ts';
import { isKept } from '../isKept.ts';
import { Person } from '../person.ts';

/** What was sent, read and compared by a person: the tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

/** The bodies that the service got, character by character. */
function bodies(): (string | undefined)[] {
  return e2e.service.requests.filter(({ path }) => path.endsWith('/chat')).map(({ text }) => text);
}

/** Copies all of the document that was opened last. */
async function copyShown(name: string): Promise<void> {
  const { page } = e2e.workbench;
  await page.locator('.tab.active', { hasText: name }).waitFor();
  await e2e.workbench.waitForEditorText((text) => text.startsWith('{'));
  await e2e.workbench.focusEditor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
}

/** What was copied, by way of the composer. A reload may have brought back what was unsent some seconds before. */
async function copied(): Promise<string> {
  await person.composer.fill('');
  await person.composer.press('ControlOrMeta+V');
  await e2e.workbench.waitUntil(async () => (await person.composer.inputValue()) !== '');
  const text = await person.composer.inputValue();
  await person.composer.fill('');
  return text;
}

test('Show Request opens what Send sends then: the question, what is attached and what was said', async () => {
  const { workbench } = e2e;
  await person.connect();
  await person.askAbout('duration.ts', 1, 3, 'What is “this”?');
  await person.replyFinished(1);
  await person.composer.fill('And\nthen?');
  await workbench.runCommand('Assistant: Show Request');
  await copyShown('Next Request.json');
  await workbench.screenshot('show-request');
  await person.composer.press('Enter');
  await person.replyFinished(2);
  const shown = await copied();
  assert.equal(shown, bodies()[1]);
  assert.ok(shown.includes('And\\nthen?') && shown.includes('duration.ts'));
  assert.ok(!shown.includes(e2e.service.keys.active));
});

test('the box of the ring by Send opens it too, with the text of that moment, and what it is about stays the same', async () => {
  const { workbench } = e2e;
  await workbench.openFile('units.ts');
  await workbench.selectLines(1, 1);
  await person.composer.fill('/explain why so slow');
  await person.composer.press('Escape');
  await person.panel.getByRole('button', { name: /tokens would be sent/ }).click();
  await person.panel.getByRole('button', { name: 'Show Request' }).click();
  await copyShown('Next Request.json');
  await person.composer.press('Enter');
  await person.replyFinished(3);
  const shown = await copied();
  assert.equal(shown, bodies()[2]);
  assert.ok(shown.includes('units.ts') && shown.includes('why so slow') && !shown.includes('/explain'));
});

test('a long line of the request is wrapped, so that a text is read without scrolling aside', async () => {
  const { page } = e2e.workbench;
  const editor = page.locator('.editor-group-container.active .monaco-editor');
  const { lines, numbers } = await editor.evaluate((element) => ({
    lines: element.querySelectorAll('.view-line').length,
    numbers: element.querySelectorAll('.margin-view-overlays .line-numbers').length,
  }));
  assert.ok(lines > numbers, `${lines} rows of ${numbers} lines`);
});

test('the menu of each reply opens what was sent for it, also after a reload', async () => {
  const { workbench } = e2e;
  // VS Code in the browser writes down every few seconds what is to outlive a reload.
  await workbench.waitUntil(() => workbench.page.evaluate(isKept, 'window-'));
  await workbench.page.reload();
  await workbench.ready();
  await person.replies.nth(1).waitFor({ timeout: 60_000 });
  for (const index of [0, 1]) {
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.locator('.tab.active').waitFor({ state: 'detached' });
    await workbench.showPanel();
    await person.chooseOfTurn(person.replies.nth(index), 'Show Sent Request');
    await copyShown('Sent Request.json');
    assert.equal(await copied(), bodies()[index]);
  }
});
