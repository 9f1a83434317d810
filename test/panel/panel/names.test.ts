import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONNECTION_VIEWS } from '../connection/connectionSamples.ts';
import { STOPPED } from '../failures/noticeScenes.ts';
import { growing, question, REPLY, reply, SELECTION, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

test('the conversation, its turns, the composer and the code blocks have accessible roles and names', async () => {
  const panel = await open();
  const { page, log, textbox } = panel;
  await panel.receive(state({ turns: [question('Why?', { attachments: [SELECTION] }), reply(REPLY)] }));
  assert.equal(await log.count(), 1);
  const turns = log.getByRole('article');
  assert.equal(await turns.count(), 2);
  assert.equal(await log.getByRole('article', { name: /^You/ }).count(), 1);
  assert.equal(await log.getByRole('article', { name: /^Assistant/ }).count(), 1);
  assert.equal(await textbox.count(), 1);
  for (const name of ['Send', 'Add Context…', /^Select Model/]) {
    assert.equal(await page.getByRole('button', { name }).count(), 1, String(name));
  }
  const bar = turns.nth(1).getByRole('toolbar');
  assert.equal(await bar.count(), 1);
  assert.deepEqual(
    await bar.getByRole('button').evaluateAll((buttons) => buttons.map((button) => button.ariaLabel)),
    ['Copy', 'Insert at Cursor', 'Replace Selection', 'More Actions…'],
  );
  assert.match(await panel.text(turns.nth(0)), /duration\.ts 12–24/);
});

test('texts are in VS Code’s display language, and in English where they have no translation', async () => {
  const panel = await open({
    translations: { Send: '<b>"Senden"</b> & {0}', 'Code block {0}, {1}': '{1}, Codeblock {0}' },
  });
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  const names = ['<b>"Senden"</b> & {0}', 'Select Model: assistant-sonnet-4'];
  for (const name of names) {
    await panel.page.getByLabel(name, { exact: true }).filter({ visible: true }).waitFor();
  }
  await panel.log.getByRole('group', { name: 'TypeScript, Codeblock 1' }).waitFor();
});

test('Send becomes Stop while a reply is streaming, and keeps the focus', async () => {
  const panel = await open();
  const stop = panel.page.getByRole('button', { name: 'Stop', exact: true });
  const send = panel.page.getByRole('button', { name: 'Send' });
  await panel.receive(state({ turns: [question('Why?'), growing('So')] }));
  assert.equal(await send.count(), 0);
  await stop.focus();
  await stop.press('Enter');
  await panel.posted('stop');
  await panel.receive({ type: 'replyChanged', turn: reply('So', { status: 'stopped', notice: STOPPED }) });
  assert.equal(await stop.count(), 0);
  assert.equal(await send.count(), 1);
  assert.match(await panel.text(panel.log), /Stopped/);
});

test('a toolbar is one Tab stop, and the arrow keys move inside', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  const focused = () => panel.page.evaluate(() => document.activeElement?.ariaLabel);
  await panel.page.getByRole('button', { name: 'Copy', exact: true }).focus();
  await panel.page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'Insert at Cursor');
  await panel.page.keyboard.press('End');
  assert.equal(await focused(), 'More Actions…');
  await panel.page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'Copy');
  await panel.page.keyboard.press('ArrowLeft');
  await panel.page.keyboard.press('Shift+Tab');
  assert.notEqual(await focused(), 'Insert at Cursor');
  await panel.page.keyboard.press('Tab');
  assert.equal(await focused(), 'More Actions…', 'the toolbar remembers its focused button');
});

test('the state of a reply is announced once, not with each piece of text', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('', { status: 'waiting' })] }));
  const article = panel.log.getByRole('article', { name: /^Assistant/ });
  assert.equal(await article.getAttribute('aria-busy'), 'true');
  await panel.receive({ type: 'replyChanged', turn: growing('One') });
  for (const text of [' two', ' three', ' four']) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
    await panel.untilDrawn();
  }
  await panel.receive({ type: 'replyChanged', turn: reply('One two three four') });
  assert.equal(await article.getAttribute('aria-busy'), 'false');
  assert.deepEqual(await panel.announced(), ['Assistant is writing', 'One two three four', 'Reply finished']);
});

test('an empty panel offers three suggested questions, or only Connect… without a connection', async () => {
  const panel = await open();
  await panel.receive(state());
  await panel.page.getByRole('button', { name: 'Find problems in the selection' }).click();
  assert.equal((await panel.posted('askSuggestion')).suggestion, 'findProblems');
  await panel.receive({ type: 'connection', connection: CONNECTION_VIEWS.notSetUp });
  assert.equal(await panel.page.getByRole('button', { name: 'Explain the selection' }).count(), 0);
  await panel.page.getByRole('button', { name: 'Connect…' }).click();
  assert.equal((await panel.posted('connectionStep')).step, 'connect');
  await panel.receive({ type: 'connection', connection: CONNECTION_VIEWS.ready });
  assert.equal(await panel.page.getByRole('button', { name: 'Connect…' }).count(), 0);
});

test('the context usage has an accessible name and, in a wide panel, visible figures', async () => {
  const panel = await open({ width: 800 });
  await panel.receive(state());
  const ring = panel.page.getByRole('button', { name: 'Next request: about 4.1K of 200K tokens' });
  const figures = ring.getByText('4.1K of 200K');
  assert.equal(await figures.isVisible(), true);
  await panel.page.setViewportSize({ width: 340, height: 700 });
  assert.equal(await figures.isVisible(), false);
  await panel.receive({
    type: 'contextUsage',
    contextUsage: { question: 3, attachments: [], history: 0, total: 3 },
  });
  await panel.page.getByRole('button', { name: 'Next request: about 3 tokens' }).waitFor();
  await panel.receive({ type: 'model', model: { id: 'other' } });
  assert.equal(await panel.page.getByRole('button', { name: 'Select Model: other' }).count(), 1);
});

test('no scene is wider than a panel of 200 px or scrolls the page itself', async () => {
  const panel = await open({ width: 200 });
  for (const [scene, messages] of Object.entries(SCENES)) {
    await panel.receive(...messages());
    await panel.untilDrawn();
    const cut = await panel.page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((part) => !part.closest('pre, .table, .visually-hidden'))
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5)
        .map((part) => part.outerHTML.slice(0, 100)),
    );
    assert.deepEqual(cut, [], scene);
    const page = await panel.page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    assert.deepEqual(page, [200, 700], scene);
    assert.deepEqual(panel.errors, [], scene);
    assert.deepEqual(await panel.violations(), [], scene);
  }
});

test('the checkbox of a task exposes its state and is disabled', async () => {
  const panel = await open();
  await panel.receive(
    state({ turns: [question('Why?'), reply('- [x] pattern changed\n- [ ] tests written')] }),
  );
  for (const [name, checked] of [
    ['Completed task', true],
    ['Incomplete task', false],
  ] as const) {
    const box = panel.log.getByRole('checkbox', { name, checked, disabled: true });
    assert.equal(await box.count(), 1, name);
  }
});
