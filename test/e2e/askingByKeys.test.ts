import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

/**
 * Asking by keyboard only. The request that was shown is compared with the one that is sent. The tests build on each
 * other, in this order.
 */
const TOKEN = ['gh', 'p_Lm4Ws9Bx2Qy7Nd5Rt8Kj3Vf6Hc1Pz0GuEo3I'].join('');
const e2e = endToEnd({
  dialogs: true,
  prepare: async (_, folder) => writeFile(join(folder, 'deploy.ts'), `export const key = '${TOKEN}';\n`),
});
const person = new Person(e2e);

function chip(name: string): Locator {
  return person.panel.locator('.composer .chips .chip', { hasText: name });
}

/** Types `@` and a search text, and accepts the suggestion `name` once it is the active one. */
async function attach(typed: string, name: string): Promise<void> {
  const { keyboard } = e2e.workbench.page;
  await keyboard.type(`@${typed}`);
  await person.suggested(name).waitFor();
  await keyboard.press('Enter');
  await chip(name).waitFor();
}

/** Raw body of the last chat request. */
function lastRequestText(): string {
  return e2e.service.requests.findLast(({ path }) => path.endsWith('/chat'))?.text ?? '';
}

test('Connect… asks for base URL and API key', async () => {
  const { keyboard } = e2e.workbench.page;
  await person.openChat();
  // The text box has the focus before the rest of the page has loaded.
  await person.panel.getByRole('button', { name: 'Connect…' }).waitFor();
  await keyboard.press('Shift+Tab');
  await person.panel.getByRole('button', { name: 'Connect…' }).and(person.panel.locator(':focus')).waitFor();
  await keyboard.press('Enter');
  await person.enterAddressAndKey();
  await person.panel.getByRole('button', { name: 'Explain the selection' }).waitFor();
});

test('files are attached with @, and one is removed with Delete', async () => {
  const { keyboard } = e2e.workbench.page;
  await person.openChat();
  await keyboard.type('Compare ');
  await attach('units', 'units.ts');
  await attach('duration.ts', 'duration.ts');
  await person.waitForDraft('Compare ');
  await keyboard.press('Shift+Tab');
  await keyboard.press('End');
  await person.panel.locator('.chip :focus, .chip:focus').waitFor();
  await keyboard.press('Delete');
  await chip('duration.ts').waitFor({ state: 'detached' });
  await chip('units.ts').waitFor();
});

test('Show Request shows exactly the bytes that are sent', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  await person.openChat();
  await keyboard.press('End');
  await keyboard.type('it with what “units” usually are.');
  await workbench.runCommand('Assistant: Show Request');
  await workbench.page.locator('.tab.active', { hasText: 'Next Request.json' }).waitFor();
  await workbench.waitForEditorText((text) => text.startsWith('{'));
  await workbench.focusEditor();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.press('ControlOrMeta+C');
  await person.openChat();
  await keyboard.press('Enter');
  await person.replyFinished(1);
  await person.waitForDraft('');
  await keyboard.press('ControlOrMeta+V');
  await workbench.waitUntil(async () => (await person.composer.inputValue()) !== '');
  assert.equal(await person.composer.inputValue(), lastRequestText());
  await keyboard.press('ControlOrMeta+A');
  await keyboard.press('Delete');
  await person.waitForDraft('');
});

test('a prompt chosen with / inserts its text, which is sent', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  await keyboard.type('/rev');
  await person.suggested('review').waitFor();
  await keyboard.press('Tab');
  await workbench.waitUntil(async () => /^Review /.test(await person.composer.inputValue()));
  await attach('units', 'units.ts');
  const text = await person.composer.inputValue();
  await keyboard.press('Enter');
  await person.replyFinished(2);
  assert.ok((await person.lastQuestion.innerText()).includes(text.trim()));
});

test('the secret warning focuses Redact and Send, which redacts the secret', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  await attach('deploy', 'deploy.ts');
  await keyboard.type('Is it right?');
  await keyboard.press('Enter');
  const warning = workbench.page.locator('.monaco-dialog-box', { hasText: 'seems to contain a secret' });
  await warning.locator('.monaco-button:focus', { hasText: 'Redact and Send' }).waitFor();
  await keyboard.press('Enter');
  await person.replyFinished(3);
  assert.ok(lastRequestText().includes('[redacted: GitHub token]'), lastRequestText());
  assert.ok(!lastRequestText().includes(TOKEN));
});

test('Up recalls an earlier question, which can be sent again', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  await person.openChat();
  await person.waitForDraft('');
  await workbench.waitUntil(async () => {
    await keyboard.press('ArrowUp');
    return (await person.composer.inputValue()) === 'Is it right?';
  });
  await keyboard.press('Enter');
  await person.replyFinished(4);
  assert.equal(await person.composer.inputValue(), '');
});
