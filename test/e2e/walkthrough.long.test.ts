import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

const TITLE = 'Get Started with Assistant Chat';

const e2e = endToEnd({ dialogs: true });
const person = new Person(e2e);

function step(title: string): Locator {
  return e2e.workbench.page.locator('.gettingStartedContainer .getting-started-step', { hasText: title });
}

async function showWalkthrough(): Promise<void> {
  const { palette, page } = e2e.workbench;
  await palette.pick('>Welcome: Open Walkthrough', 'Welcome: Open Walkthrough...');
  await person.inputBox.waitFor();
  await page.keyboard.type(TITLE);
  await palette.box.locator('.monaco-list-row.focused', { hasText: TITLE }).waitFor();
  await page.keyboard.press('Enter');
  await step('Connect to the service').waitFor();
}

/** Clicks a step, and waits for the focus that VS Code gives it a moment later: it would close an open list. */
async function select(title: string): Promise<void> {
  const isFocused = step(title).evaluate(
    (element: HTMLElement) =>
      new Promise<void>((resolve) => {
        element.focus = (options) => {
          HTMLElement.prototype.focus.call(element, options);
          resolve();
        };
      }),
  );
  await step(title).click();
  await isFocused;
}

/** Titles of the completed steps. */
async function completedSteps(): Promise<string[]> {
  return e2e.workbench.page
    .locator('.gettingStartedContainer .getting-started-step:has(.codicon.complete) .step-title')
    .allTextContents();
}

test('each step of the walkthrough has a picture and is completed by doing it', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await showWalkthrough();
  const picture = page.frameLocator('.gettingStartedContainer iframe').frameLocator('iframe#active-frame');
  await picture.locator('svg').waitFor();
  assert.deepEqual(await completedSteps(), []);
  await step('Connect to the service').getByRole('button', { name: 'Connect…' }).click();
  await person.enterAddressAndKey();
  await workbench.waitUntil(async () => (await completedSteps()).length === 1);
  assert.deepEqual(await completedSteps(), ['Connect to the service']);

  await select('Choose a model');
  await step('Choose a model').getByRole('button', { name: 'Select Model' }).click();
  await page
    .locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'assistant-haiku' })
    .waitFor();
  await page.keyboard.press('Enter');
  await workbench.waitUntil(async () => (await completedSteps()).length === 2);

  await person.askAbout('duration.ts', 3, 11, 'Explain this.');
  await person.replyFinished(1);
  await workbench.runCommand('Assistant: Insert Last Code Block at Cursor');
  await workbench.waitForEditorText((text) => text.split('function').length > 3);
  await page.locator('.tab', { hasText: 'Welcome' }).click();
  await workbench.waitUntil(async () => (await completedSteps()).length === 4);
});
