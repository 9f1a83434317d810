import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

/** The main workflow by keyboard only, from connecting to changing a file. */
const e2e = endToEnd();
const person = new Person(e2e);

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
  assert.equal(await person.composer.inputValue(), 'Newer');
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
