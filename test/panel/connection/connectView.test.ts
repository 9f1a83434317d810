import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionView } from '../../../src/protocol/panel.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { CONNECTION_VIEWS } from './connectionSamples.ts';

const open = usePanels();
const TURNS = [question('Why?'), reply(REPLY)];

function change(connection: ConnectionView) {
  return { type: 'connection', connection } as const;
}

/** The texts of the first screen and its buttons, without the composer. */
async function screen(panel: PanelPage): Promise<string[]> {
  const parts = panel.page.locator('.welcome:visible :is(h2, p, button):visible');
  return (await parts.allTextContents()).filter((text) => text !== '');
}

const NOT_READY = Object.entries<ConnectionView>(CONNECTION_VIEWS).flatMap(([name, view]) =>
  view.state === 'ready' ? [] : [{ name, view }],
);

for (const { name, view } of NOT_READY) {
  test(`an empty conversation says what is so, and its one step works by keyboard at 220 px: ${name}`, async () => {
    const panel = await open({ width: 220 });
    await panel.receive(state({ connection: view }));
    assert.deepEqual(await screen(panel), [
      view.title,
      [view.message, view.advice].filter((text) => text !== undefined).join(' '),
      view.next.label,
      ...(view.other === undefined ? [] : [view.other.label]),
      ...(view.hint === undefined ? [] : [view.hint]),
    ]);
    assert.equal(await panel.page.locator('.welcome:visible .primary:visible').count(), 1);
    assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), 220);
    assert.deepEqual(await panel.announced(), [], 'What is shown first is announced');
    const steps = [view.next, ...(view.other === undefined ? [] : [view.other])];
    await panel.textbox.focus();
    for (const offered of steps.toReversed()) {
      await panel.page.keyboard.press('Shift+Tab');
      assert.equal(await panel.page.evaluate(() => document.activeElement?.textContent), offered.label);
      await panel.page.keyboard.press('Enter');
    }
    const posted = [await panel.posted('connectionStep', steps.length), ...panel.postedOf('connectionStep')];
    assert.deepEqual(
      posted.slice(1).map(({ step }) => step),
      steps.toReversed().map(({ step }) => step),
    );
  });

  test(`Enter sends the question, or takes the step and keeps it if it can’t be sent: ${name}`, async () => {
    const panel = await open();
    await panel.receive(state({ connection: view }));
    await panel.textbox.press('Enter');
    await panel.textbox.fill('Why?');
    await panel.textbox.press('Enter');
    if (view.canAsk) {
      assert.equal((await panel.posted('sendMessage')).text, 'Why?');
      return;
    }
    assert.equal((await panel.posted('connectionStep')).step, view.next.step);
    await panel.page.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.posted('connectionStep', 2);
    assert.equal(await panel.textbox.inputValue(), 'Why?');
    assert.equal(panel.postedOf('sendMessage').length, 0);
    assert.equal(panel.postedOf('draftChanged').at(-1)?.text, 'Why?');
  });
}

test('a conversation says the same above the composer, with the same step', async () => {
  const panel = await open();
  for (const [index, { name, view }] of NOT_READY.entries()) {
    await panel.receive(state({ connection: view, turns: TURNS }));
    assert.equal(await panel.log.getByRole('article').count(), 2, name);
    const notice = panel.page.locator('.connect-notice');
    assert.equal(await panel.text(notice), `${view.message}${view.next.label}`, name);
    await notice.getByRole('button').click();
    assert.equal((await panel.posted('connectionStep', index + 1)).step, view.next.step, name);
  }
});

test('until the secret storage has responded, an empty conversation says nothing, and a question is sent', async () => {
  const panel = await open();
  await panel.receive(state({ connection: undefined }));
  assert.equal(await panel.page.locator('.welcome:visible').count(), 0);
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  await panel.posted('sendMessage');
});

test('Restricted Mode is named beside the suggestions, with the way to manage trust', async () => {
  const panel = await open({ width: 220 });
  const { message, next } = CONNECTION_VIEWS.restricted.restricted;
  await panel.receive(state({ connection: CONNECTION_VIEWS.restricted }));
  await panel.page.getByRole('button', { name: 'Explain the selection' }).waitFor();
  await panel.page.getByText(message).waitFor();
  await panel.page.getByRole('button', { name: next.label }).press('Enter');
  assert.equal((await panel.posted('connectionStep')).step, 'manageTrust');
  await panel.receive(change(CONNECTION_VIEWS.ready));
  assert.equal(await panel.page.getByText(message).isVisible(), false);
});

test('a change of the state is announced once, and the button keeps the focus while there is one', async () => {
  const panel = await open();
  const { keyRefused, offline, ready } = CONNECTION_VIEWS;
  await panel.receive(state({ connection: ready }), change(keyRefused), change(keyRefused));
  await panel.page.locator('.welcome .primary').focus();
  await panel.receive(change(offline));
  assert.equal(await panel.page.evaluate(() => document.activeElement?.textContent), 'Try Again');
  await panel.receive(change(ready), change(ready));
  assert.deepEqual(await panel.announced(), [
    `${keyRefused.title}\n${keyRefused.message} ${keyRefused.advice}`,
    `${offline.title}\n${offline.message}`,
    'Connected',
  ]);
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
});

test('Try Again shows that it is trying, and says it if nothing has changed', async () => {
  const panel = await open();
  const { offline } = CONNECTION_VIEWS;
  panel.respond = () => 'silence';
  await panel.receive(state({ connection: offline }));
  const button = panel.page.locator('.welcome .primary');
  await button.press('Enter');
  const { requestId } = await panel.posted('connectionStep');
  assert.equal(await panel.text(button), 'Trying…');
  await panel.receive(change(offline), { type: 'response', requestId });
  await panel.untilAnnounced(`${offline.title}\n${offline.message}`);
  assert.equal(await panel.text(button), 'Try Again');
});

test('a failure that is no state of the connection is shown above the text box', async () => {
  const panel = await open();
  panel.respond = () => 'The service failed (500).';
  await panel.receive(state({ connection: CONNECTION_VIEWS.offline }));
  await panel.page.getByRole('button', { name: 'Try Again' }).click();
  await panel.page.locator('.composer > .status', { hasText: 'The service failed (500).' }).waitFor();
});

test('what the notice of the last reply says is not said a second time above the composer', async () => {
  const panel = await open();
  const notice = { severity: 'error' as const, message: 'The key.', actions: [] };
  const failed = reply('', { id: 'reply-2', status: 'failed', notice });
  const shown = panel.page.locator('.connect-notice:visible');
  await panel.receive(state({ connection: CONNECTION_VIEWS.keyRefused, turns: TURNS }));
  assert.equal(await shown.count(), 1);
  await panel.receive({ type: 'turnAdded', turn: question('And?') }, { type: 'turnAdded', turn: failed });
  assert.equal(await shown.count(), 0);
  await panel.receive(change(CONNECTION_VIEWS.noKey));
  assert.equal(await shown.count(), 1);
  await panel.receive(change(CONNECTION_VIEWS.keyRefused), {
    type: 'replyChanged',
    turn: growing('', { id: 'reply-2' }),
  });
  assert.equal(await shown.count(), 1);
});
