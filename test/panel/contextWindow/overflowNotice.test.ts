import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OVERFLOW, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const STATE = state({ turns: [question('Why?'), reply('Because.')] });

test('the overflow notice shows the reason and the remedies, each button with a description', async () => {
  const panel = await open();
  await panel.receive(STATE, { type: 'overflow', overflow: OVERFLOW });
  const notice = panel.page.getByRole('region', { name: 'Context Window Exceeded' });
  assert.equal(await notice.getByText(OVERFLOW.message).first().isVisible(), true);
  for (const { label, detail } of OVERFLOW.choices) {
    const described = await notice
      .getByRole('button', { name: label })
      .evaluate(
        (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      );
    assert.equal(described, detail);
  }
  await panel.receive({ type: 'overflow' });
  assert.equal((await panel.page.locator('.overflow').boundingBox())?.height, 0);
  assert.equal(await panel.page.locator('.overflow').getByRole('button').count(), 0);
});

test('the overflow notice is announced once, even if its figures change', async () => {
  const panel = await open();
  await panel.receive(STATE);
  await panel.page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const line = document.querySelector('.overflow [role=status]');
    new MutationObserver(() => announced.push(line?.textContent ?? '')).observe(line ?? document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await panel.receive({ type: 'overflow', overflow: OVERFLOW });
  await panel.receive({
    type: 'overflow',
    overflow: { ...OVERFLOW, message: OVERFLOW.message.replace('210K', '211K') },
  });
  await panel.untilDrawn();
  assert.deepEqual(await panel.page.evaluate(() => Reflect.get(window, 'announced')), [OVERFLOW.message]);
});

test('a choice in the overflow notice is sent to the host after the draft, and the focus moves to the composer', async () => {
  const panel = await open();
  await panel.receive(STATE, { type: 'overflow', overflow: OVERFLOW });
  await panel.textbox.fill('Much of it');
  const button = panel.page.getByRole('button', { name: 'Cut duration.ts' });
  await button.focus();
  await panel.page.keyboard.press('Enter');
  const { noticeId, choice } = await panel.posted('overflowChoice');
  assert.deepEqual([noticeId, choice], [1, 'cut']);
  const order = panel.postedMessages.map(({ type }) => type);
  assert.ok(order.lastIndexOf('draftChanged') < order.indexOf('overflowChoice'), order.join());
  assert.equal(panel.postedOf('draftChanged').at(-1)?.text, 'Much of it');
  await panel.receive({ type: 'overflow' });
  await panel.page.locator('textarea:focus').waitFor();
  assert.equal(panel.postedOf('sendMessage').length, 0, 'It was sent');
});

test('the button of a remedy keeps the focus while it is offered, even if the others change', async () => {
  const panel = await open();
  await panel.receive(STATE, { type: 'overflow', overflow: OVERFLOW });
  const focused = (): Promise<string> => panel.page.evaluate(() => document.activeElement?.textContent ?? '');
  const buttons = panel.page.locator('.overflow').getByRole('button');
  await panel.page.getByRole('button', { name: 'Cut duration.ts' }).focus();
  const [leaveOut, cut, ...others] = OVERFLOW.choices;
  assert.ok(leaveOut && cut);
  const further = { ...cut, label: 'Cut units.ts to Its First 3 Lines' };
  const newChat = { kind: 'newChat' as const, label: 'Ask in a New Chat', detail: '' };
  await panel.receive({
    type: 'overflow',
    overflow: { noticeId: 2, message: 'More.', choices: [further, newChat, ...others] },
  });
  assert.equal(await focused(), further.label);
  assert.deepEqual(await buttons.allTextContents(), [
    further.label,
    'Ask assistant-fable-5',
    newChat.label,
    'Send Anyway',
  ]);
  await panel.page.keyboard.press('Enter');
  const { noticeId, choice } = await panel.posted('overflowChoice');
  assert.deepEqual([noticeId, choice], [2, 'cut']);
  await panel.receive({ type: 'overflow', overflow: { noticeId: 3, message: 'Less.', choices: [leaveOut] } });
  await panel.page.locator('textarea:focus').waitFor();
  assert.deepEqual(await buttons.allTextContents(), [leaveOut.label]);
});

test('the message after a choice is announced and shown only in the overflow notice', async () => {
  const panel = await open();
  await panel.receive(STATE, { type: 'overflow', overflow: OVERFLOW });
  const message = OVERFLOW.message.replace('210K', '205K');
  await panel.receive({ type: 'overflow', overflow: { ...OVERFLOW, noticeId: 2, message } });
  panel.respond = () => ({ kind: 'error', text: message, isOverflow: true });
  await panel.page.getByRole('button', { name: 'Cut duration.ts' }).click();
  await panel.page.locator('.overflow [role=status]', { hasText: '205K' }).waitFor({ state: 'attached' });
  assert.equal(await panel.page.locator('.composer > .status').textContent(), '');
});

test('a double click or a held key chooses a remedy only once', async () => {
  const panel = await open();
  await panel.receive(STATE, { type: 'overflow', overflow: OVERFLOW });
  const button = panel.page.getByRole('button', { name: 'Cut duration.ts' });
  await button.dblclick();
  await panel.untilDrawn();
  assert.equal(panel.postedOf('overflowChoice').length, 1);
  await button.focus();
  for (let times = 0; times < 3; times++) {
    // Another keydown without a keyup is a key repeat.
    await panel.page.keyboard.down('Enter');
  }
  await panel.page.keyboard.up('Enter');
  await panel.untilDrawn();
  assert.equal(panel.postedOf('overflowChoice').length, 2);
});

test('Send Anyway sends the text once the host has accepted the choice, and not if the host rejects it', async () => {
  const panel = await open();
  await panel.receive(STATE, { type: 'overflow', overflow: OVERFLOW });
  await panel.textbox.fill('Much of it');
  panel.respond = () => 'The options have changed.';
  const anyway = panel.page.getByRole('button', { name: 'Send Anyway' });
  await anyway.click();
  await panel.page.getByText('The options have changed.').waitFor();
  assert.equal(panel.postedOf('sendMessage').length, 0, 'It was sent');
  panel.respond = () => undefined;
  await anyway.click();
  assert.equal((await panel.posted('sendMessage')).text, 'Much of it');
  assert.equal(await panel.page.getByText('The options have changed.').count(), 0);
});

test('a rejection for what the overflow notice says is not shown a second time', async () => {
  const panel = await open();
  await panel.receive(STATE, { type: 'overflow', overflow: OVERFLOW });
  panel.respond = () => ({ kind: 'error', text: OVERFLOW.message, isOverflow: true });
  await panel.textbox.fill('Much of it');
  await panel.page.keyboard.press('Enter');
  await panel.posted('sendMessage');
  await panel.untilDrawn();
  assert.equal(await panel.page.locator('.composer > .status').textContent(), '');
  assert.equal(await panel.textbox.inputValue(), 'Much of it');
});

test('file and model names in the overflow notice are shown as text and wrap', async () => {
  const panel = await open({ width: 200 });
  const label = `Cut <b>x</b>\u202e${'x'.repeat(100)} to 3`;
  const choices = [{ kind: 'cut' as const, label, detail: label }];
  await panel.receive(STATE, { type: 'overflow', overflow: { noticeId: 1, message: label, choices } });
  assert.equal(await panel.page.locator('.overflow b').count(), 0);
  assert.match(
    (await panel.page.locator('.overflow-detail:visible').textContent()) ?? '',
    /^Cut <b>x<\/b>\[U\+202E\]/,
  );
  assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), 200);
});
