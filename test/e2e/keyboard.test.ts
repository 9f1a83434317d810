import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd, questionsTo } from './fixture.ts';
import { Person } from './person.ts';

/**
 * The main workflow by keyboard only, from connecting to changing a file, and what goes into a question. The tests build on
 * each other, in this order.
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

function lastRequestText(): string {
  return questionsTo(e2e.service).at(-1)?.text ?? '';
}

/** Name of the focused element of the panel, and whether an outline or the border of its box shows the focus. */
async function focused(): Promise<{ name: string; isFocusVisible: boolean }> {
  return person.panel.locator(':focus').evaluate((element) => {
    const box = element.matches('textarea') ? element.closest('.composer-box') : null;
    const probe = document.createElement('span');
    probe.style.color = 'var(--vscode-focusBorder)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    const hasOutline =
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && outlineColor === color;
    const hasBorder = box !== null && getComputedStyle(box).borderTopColor === color;
    return {
      // The details of a reply contain its time.
      name: element.matches('.reply-details')
        ? 'details'
        : element.ariaLabel || (element.textContent ?? '').trim(),
      isFocusVisible: (hasOutline || hasBorder) && bottom > 0 && top < innerHeight,
    };
  });
}

test('base URL and API key are entered by keyboard', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  await person.openChat();
  // The text box has the focus before the rest of the page has loaded.
  await person.panel.getByRole('button', { name: 'Connect…' }).waitFor();
  await keyboard.press('Shift+Tab');
  assert.deepEqual(await focused(), { name: 'Connect…', isFocusVisible: true });
  await keyboard.press('Enter');
  await person.enterAddressAndKey();
  await person.panel.getByRole('button', { name: 'Explain the selection' }).waitFor();
});

test('code is selected and asked about by keyboard, and the composer gets the focus', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  await workbench.openFile('units.ts');
  await workbench.selectLines(1, 3);
  await keyboard.press('Alt+Shift+K');
  await person.inputBoxWith('Ask About Selection').waitFor();
  await keyboard.type('Why?');
  await keyboard.press('Enter');
  await person.replyFinished(1);
  await person.panel.locator('textarea:focus').waitFor();
});

test('a follow-up is typed and sent by keyboard', async () => {
  const { keyboard } = e2e.workbench.page;
  await keyboard.type('One line');
  await keyboard.press('Shift+Enter');
  await keyboard.type('and another');
  await keyboard.press('Enter');
  await person.replyFinished(2);
  assert.match(await person.lastQuestion.innerText(), /One line\nand another/);
});

test('Tab moves through the panel in reading order with visible focus', async () => {
  const { keyboard } = e2e.workbench.page;
  await person.openChat();
  const backwards = [await focused()];
  while (backwards.at(-1)?.name !== 'Conversation' && backwards.length < 40) {
    await keyboard.press('Shift+Tab');
    backwards.push(await focused());
  }
  const question = ['More Actions…'];
  const reply = (...retry: string[]) => [
    'Replace lines 1–3 of units.ts',
    'Code block 1, TypeScript',
    'details',
    'Copy Reply',
    'Insert Reply into Editor',
    ...retry,
    'More Actions…',
  ];
  assert.deepEqual(
    backwards.map(({ name }) => name),
    [
      'Conversation',
      ...question,
      'units.ts 1–3',
      ...reply(),
      ...question,
      ...reply('Retry'),
      'Attach selection units.ts 1–3',
      'Message',
    ].toReversed(),
  );
  assert.deepEqual(
    backwards.filter(({ isFocusVisible }) => !isFocusVisible),
    [],
  );
});

test('a code block replaces the selection by keyboard and is undone', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  const before = await workbench.editorText();
  await workbench.focusEditor();
  await workbench.selectLines(4, 6);
  await person.openChat();
  await keyboard.press('Shift+Tab');
  await person.panel.locator('textarea:focus').waitFor({ state: 'detached' });
  await person.tabTo('Replace lines 1–3 of units.ts');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await person.panel.getByRole('button', { name: 'Replaced' }).waitFor();
  await workbench.waitForEditorText((text) => text !== before);
  await workbench.focusEditor();
  await keyboard.press('Control+Z');
  await workbench.waitForEditorText((text) => text === before);
});

test('the model is switched, a new chat is started, a question is queued and replies are stopped by keyboard', async () => {
  const { workbench, service } = e2e;
  const { keyboard } = workbench.page;
  await workbench.runCommand('Assistant: Select Model');
  await workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: '1M' }).waitFor();
  await keyboard.type('fable');
  await workbench.page
    .locator('.quick-input-widget .monaco-list-row.focused', { hasText: 'fable' })
    .waitFor();
  await keyboard.press('Enter');
  await person.panel.getByRole('button', { name: /^Select Model.*assistant-fable-5/ }).waitFor();
  await person.newChat();
  service.setLatency(20);
  await keyboard.type('!long 3000');
  await keyboard.press('Enter');
  await person.lastReply.locator('p').first().waitFor();
  const queued = person.panel.getByRole('region', { name: 'Queued Question' });
  await keyboard.type('And then? !long 3000');
  await keyboard.press('Enter');
  await queued.getByText('Queued until the reply is finished').waitFor();
  await keyboard.press('Escape');
  await person.lastReply.getByText('Stopped').waitFor();
  await queued.getByText('Not sent because the reply was stopped.').waitFor();
  // Escape has not moved the focus.
  await keyboard.type('Newer');
  await person.panel.locator('textarea:focus').waitFor();
  await person.waitForDraft('Newer');
  await queued.getByRole('button', { name: 'Send' }).focus();
  await keyboard.press('Enter');
  await person.lastQuestion.getByText('And then?').waitFor();
  await person.lastReply.locator('p').first().waitFor();
  assert.equal(await queued.count(), 0);
  await workbench.runCommand('Assistant: Stop Reply');
  await person.lastReply.getByText('Stopped').waitFor();
});

test('the chat is opened, and a new one begun, by key from an editor; without a selection, Ask About Selection opens it', async () => {
  const { workbench } = e2e;
  const { keyboard } = workbench.page;
  await workbench.openFile('shapes.py');
  for (const key of ['Alt+Shift+J', 'Alt+Shift+K']) {
    await workbench.hidePanel();
    await workbench.focusEditor();
    await keyboard.press(key);
    await person.panel.locator('textarea:focus').waitFor();
    await person.lastReply.waitFor();
  }
  await workbench.focusEditor();
  await keyboard.press('Alt+Shift+N');
  await person.panel.locator('textarea:focus').waitFor();
  await person.panel.getByRole('button', { name: 'Explain the selection' }).waitFor();
});

test('files are attached with @, and one is removed with Delete', async () => {
  const { keyboard } = e2e.workbench.page;
  e2e.service.setLatency(0);
  // What is offered of an editor would be the last chip.
  await e2e.workbench.runCommand('View: Close All Editors');
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
  await person.waitForDraft(lastRequestText());
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
