import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd, questionsTo } from '../fixture.ts';
import { Person } from '../person.ts';
import { FAILURE, installProblemsExtension, PROBLEM, REAL_FIX } from './problemsExtension.ts';

const FIX = 'Find what is wrong with this code, say what causes it, and show the corrected code.';
const EXPLAIN_PROBLEM =
  'Explain this problem: what it means, what in this code causes it, and how to fix it.';
const DOCUMENT = 'Write documentation comments for this code';

/** The tests build on each other, in this order. */
const e2e = endToEnd({ prepare: (dataDir) => installProblemsExtension(dataDir) });
const person = new Person(e2e);

function chips(): Promise<string[]> {
  return person.panel.getByRole('toolbar', { name: 'Attachments' }).locator('.chip-face').allTextContents();
}

/** Empties the chat, which has the focus. */
async function discard(): Promise<void> {
  const { page } = e2e.workbench;
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await person.waitForDraft('');
}

function quickFix(title: string): Locator {
  return e2e.workbench.page.locator('.action-widget .monaco-list-row', { hasText: title });
}

async function openProblem(): Promise<void> {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await workbench.palette.goToLine(1);
  await workbench.page.locator('.squiggly-error').first().waitFor();
}

test('by keys, Quick Fix lists the real fix first, and ours fills in the problem and its lines', async () => {
  const { page } = e2e.workbench;
  await person.connect();
  await openProblem();
  await page.keyboard.press('Control+.');
  await quickFix('Explain with Assistant').waitFor();
  const titles = await page.locator('.action-widget .monaco-list-row.action').allInnerTexts();
  await e2e.workbench.screenshot('quick fixes');
  assert.deepEqual(
    titles.map((title) => title.trim()).filter((title) => title === REAL_FIX || title.includes('Assistant')),
    [REAL_FIX, 'Fix with Assistant', 'Explain with Assistant'],
  );
  const ours = page.locator('.action-widget .monaco-list-row.focused', { hasText: 'Fix with Assistant' });
  while ((await ours.count()) === 0) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await person.waitForDraft(FIX);
  await person.backInChat();
  await e2e.workbench.screenshot('a problem filled in');
  assert.deepEqual(
    (await chips()).slice(0, 2).map((chip) => chip.split(' · ')[0]?.trim()),
    ['Problems duration.ts 1', 'duration.ts 1–11'],
  );
  assert.equal(questionsTo(e2e.service).length, 0);
  await page.keyboard.press('Enter');
  await person.replyFinished(1);
  assert.ok(JSON.stringify(e2e.service.requests.at(-1)?.body).includes(`duration.ts:1 error ${PROBLEM}`));
});

test('by mouse, the quick fixes of the problem’s hover include ours', async () => {
  const { page } = e2e.workbench;
  await openProblem();
  await page.locator('.view-line', { hasText: 'import' }).first().locator('span span').first().hover();
  await page.locator('.monaco-hover .action', { hasText: 'Quick Fix' }).click();
  // VS Code 1.104 lays something over the list until the mouse moves, so that the click that opened it chooses nothing.
  await quickFix('Explain with Assistant').hover({ force: true });
  await quickFix('Explain with Assistant').click();
  await person.waitForDraft(EXPLAIN_PROBLEM);
  await person.backInChat();
  await discard();
});

test('by mouse, the submenu of the editor’s menu fills in a prompt for the selection', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await workbench.openFile('units.ts');
  await workbench.selectLines(1, 2);
  await page.locator('.view-line').first().locator('span span').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Assistant', exact: true }).hover();
  await page.getByRole('menuitem', { name: 'Write Tests', exact: true }).waitFor();
  await workbench.screenshot('submenu of the editor');
  await person.chooseInMenu('Write Tests');
  await workbench.waitUntil(async () => (await person.composer.inputValue()).startsWith('Write tests'));
  await person.backInChat();
  assert.ok((await chips()).some((chip) => chip.startsWith('units.ts 1–2')));
  await discard();
});

test('by keys, the submenu does the same', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await workbench.openFile('shapes.py');
  await workbench.selectLines(1, 2);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Assistant', exact: true }).waitFor();
  // The submenu is inside the entry that opens it.
  const entry = page.locator('.action-item.focused > .action-menu-item');
  const focused = (name: string): Locator => entry.and(page.getByRole('menuitem', { name, exact: true }));
  for (const [name, open] of [
    ['Assistant', 'ArrowRight'],
    ['Document', 'Enter'],
  ] as const) {
    while ((await focused(name).count()) === 0) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press(open);
  }
  await workbench.waitUntil(async () => (await person.composer.inputValue()).startsWith(DOCUMENT));
  await person.backInChat();
  await discard();
});

test('the menu of a failed test’s message, and the button on it, fill in the failure and its code', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  const filledIn = async (): Promise<void> => {
    await person.waitForDraft(FIX);
    await person.backInChat();
    const shown = await chips();
    assert.ok(
      shown.some((chip) => chip.startsWith('halves durations duration.ts')),
      shown.join(', '),
    );
    await workbench.screenshot('a failure filled in');
    await discard();
  };
  await workbench.runCommand('Test: Run All Tests');
  const message = page.locator('.test-output-peek-tree .monaco-list-row', { hasText: FAILURE }).first();
  await message.click();
  await message.click({ button: 'right' });
  await person.chooseInMenu('Fix Test Failure');
  await filledIn();
  await page.locator('.floating-click-widget', { hasText: 'Fix Test Failure' }).click();
  await filledIn();
});
