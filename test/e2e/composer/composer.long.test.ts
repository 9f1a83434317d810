import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

function chip(name: string): Locator {
  return person.panel.locator('.composer .chip', { hasText: name });
}

test('a file is found with @ and attached by keyboard, and its chip opens it', async () => {
  const { workbench } = e2e;
  await person.connect();
  await person.composer.pressSequentially('What does @uni');
  await person.suggested('units.ts').waitFor();
  await workbench.screenshot('composer-suggestions');
  await person.composer.press('Enter');
  await chip('units.ts').waitFor();
  await person.waitForDraft('What does ');
  await person.composer.press('Shift+Tab');
  await workbench.page.keyboard.press('Enter');
  await workbench.waitForEditorText((text) => text.includes('UNIT'));
});

test('the text of a prompt chosen with / is inserted before it is sent', async () => {
  await person.fill('');
  await person.composer.pressSequentially('/exp');
  await person.suggested('explain').waitFor();
  await person.composer.press('Tab');
  await e2e.workbench.waitUntil(async () => /^Explain /.test(await person.composer.inputValue()));
  const text = await person.composer.inputValue();
  await person.ask(text);
  await person.replyFinished(1);
  assert.ok((await person.lastQuestion.innerText()).includes(text.trim()));
});

test('Up recalls earlier questions', async () => {
  await person.ask('Shorter, please.');
  await person.replyFinished(2);
  await person.waitForDraft('');
  await e2e.workbench.waitUntil(async () => {
    await person.composer.press('ArrowUp');
    return (await person.composer.inputValue()) === 'Shorter, please.';
  });
  await person.composer.press('ArrowUp');
  await e2e.workbench.waitUntil(async () => /^Explain /.test(await person.composer.inputValue()));
  await person.composer.press('Control+End');
  await person.composer.press('ArrowDown');
  await person.waitForDraft('Shorter, please.');
  await person.composer.press('ArrowDown');
  await person.waitForDraft('');
});
