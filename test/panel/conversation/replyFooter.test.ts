import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantTurnView } from '../../../src/protocol/conversation.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const CONTINUE = { action: 'continue', label: 'Continue' } as const;
const RETRY = { action: 'retry', label: 'Retry' } as const;
const STOPPED = reply('The table', {
  status: 'stopped',
  canContinue: true,
  notice: { severity: 'info', message: 'Stopped.', actions: [CONTINUE, RETRY] },
});
const RETRY_OR_CONTINUE = { name: /^(Retry|Continue)$/ };

async function openReply(
  turn: AssistantTurnView,
  options: Parameters<typeof open>[0] = {},
): Promise<PanelPage> {
  const panel = await open(options);
  await panel.receive(state({ turns: [question('Why?'), turn] }));
  return panel;
}

test('the details of a reply are its model, all its tokens and its time, and the tooltip has each figure', async () => {
  const now = Date.now();
  const panel = await openReply(reply('So', { inputTokens: 1034, elapsedMs: 95_000, endedAt: now }));
  const details = panel.page.locator('.reply-details');
  const parts = await details.locator('> *').allInnerTexts();
  assert.deepEqual(parts.slice(0, 2), ['sonnet-4', '1.2K']);
  assert.match(parts[2] ?? '', /^\d+:\d\d/);
  assert.match(
    (await details.getAttribute('title')) ?? '',
    /^assistant-sonnet-4\n1,034 tokens in\n168 tokens out\n\d+:\d\d.*\nTook 1 min 35 s$/,
  );
});

test('the details are one line, in which the time is whole, at each width and font size', async () => {
  const model = 'a-vendor/model-of-a-long-name:32b-instruct-q4';
  const panel = await open();
  for (const fontSize of [13, 22]) {
    for (const width of [170, 300, 640]) {
      const at = `${width} px, font size ${fontSize}`;
      await panel.page.setViewportSize({ width, height: 700 });
      await panel.receive(
        {
          type: 'readingSettings',
          readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: true, fontSize },
        },
        state({ turns: [question('Why?'), reply('So', { model, endedAt: Date.now() })] }),
      );
      const { lines, isTimeWhole, isInside } = await panel.page
        .locator('.reply-details')
        .evaluate((details) => {
          const time = details.querySelector('time');
          const box = details.getBoundingClientRect();
          const style = getComputedStyle(details);
          const text = document.createRange();
          text.selectNodeContents(details);
          const heights = [...text.getClientRects()].map(({ top, bottom }) => [top, bottom]);
          const middle = (box.top + box.bottom) / 2;
          return {
            lines:
              heights.every(([top = 0, bottom = 0]) => top < middle && bottom > middle) && style.whiteSpace,
            isTimeWhole: time !== null && time.scrollWidth <= time.clientWidth,
            isInside:
              box.left >= 0 &&
              box.right <= (details.closest('.turn')?.getBoundingClientRect().right ?? 0) + 1,
          };
        });
      assert.deepEqual(
        { lines, isTimeWhole, isInside },
        { lines: 'nowrap', isTimeWhole: true, isInside: true },
        at,
      );
      const boxes = await panel.page
        .locator('.reply-foot button:visible')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getBoundingClientRect().right <= window.innerWidth),
        );
      assert.ok(boxes.length >= 5 && boxes.every(Boolean), at);
    }
  }
});

test('details and buttons share a line at the default width', async () => {
  const panel = await openReply(reply(REPLY, { endedAt: Date.now() }), { width: 300 });
  const details = await panel.page.locator('.reply-details').boundingBox();
  const buttons = await panel.page.locator('.reply-buttons').boundingBox();
  assert.ok(details && buttons && Math.abs(details.y - buttons.y) < 4, JSON.stringify({ details, buttons }));
});

/** Moves the focus back from the text box to a button, and presses it. */
async function pressByKeyboard(panel: PanelPage, name: string): Promise<void> {
  const { keyboard } = panel.page;
  const button = panel.page.getByRole('button', { name, exact: true }).first();
  await panel.textbox.focus();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await button.evaluate((part) => part.matches(':focus'))) {
      await keyboard.press('Enter');
      return;
    }
    await keyboard.press('Shift+Tab');
  }
  assert.fail(`${name} was not reached`);
}

test('why Retry failed is visible, also if something was copied while the host worked on it', async () => {
  const panel = await openReply(reply('So'));
  panel.respond = (message) => (message.type === 'turnAction' ? 'silence' : undefined);
  await panel.page.getByRole('button', { name: 'Retry' }).click();
  const { requestId } = await panel.posted('turnAction');
  await panel.page.getByRole('button', { name: 'Copy Reply' }).click();
  await panel.page.getByRole('button', { name: 'Copied' }).waitFor();
  await panel.receive({ type: 'response', requestId, result: { kind: 'error', text: 'Not connected.' } });
  await panel.page.locator('.status:not(.visually-hidden)', { hasText: 'Not connected.' }).waitFor();
});

test('the last reply has Retry in its toolbar, which works by keyboard', async () => {
  const panel = await openReply(reply('So'));
  panel.respond = (request) => (request.type === 'turnAction' ? 'Not now.' : undefined);
  await pressByKeyboard(panel, 'Retry');
  assert.equal((await panel.posted('turnAction')).action, 'retry');
  await panel.page.locator('.turn > .status', { hasText: 'Not now.' }).waitFor();
  await pressByKeyboard(panel, 'Copy Reply');
  assert.equal((await panel.posted('replyAction')).action, 'copy');
});

for (const status of ['stopped', 'cutAtLimit', 'interrupted', 'failed'] as const) {
  test(`a reply that ended early has Continue and Retry in one place, once, by keyboard: ${status}`, async () => {
    const panel = await openReply({ ...STOPPED, status });
    const { page } = panel;
    const shown = page.getByRole('article', { name: 'Assistant' }).getByRole('button', RETRY_OR_CONTINUE);
    assert.deepEqual(await shown.allTextContents(), ['Continue']);
    await pressByKeyboard(panel, 'Continue');
    const { action, turnId } = await panel.posted('turnAction');
    assert.deepEqual([action, turnId], ['continue', STOPPED.id]);
    await pressByKeyboard(panel, 'Other Actions…');
    await page.keyboard.press('Enter');
    assert.equal((await panel.posted('turnAction', 2)).action, 'retry');
    await panel.receive({ type: 'replyChanged', turn: growing('The table', { canContinue: true }) });
    assert.equal(await page.getByRole('button', RETRY_OR_CONTINUE).count(), 0);
  });
}

test('a reply with text that is not the last can neither be continued nor retried, but says how it ended', async () => {
  const panel = await open();
  const failed = reply('', {
    id: 'reply-3',
    status: 'failed',
    notice: { severity: 'error', message: 'No answer.', actions: [RETRY] },
  });
  const turns = [question('Why?'), STOPPED, question('How?'), failed];
  await panel.receive(state({ turns: [...turns, question('And?'), reply('So', { id: 'reply-2' })] }));
  const [earlier, empty, last] = await panel.page.getByRole('article', { name: 'Assistant' }).all();
  assert.equal(await earlier?.getByText('Stopped.').isVisible(), true);
  assert.equal(await earlier?.locator('.notice button').count(), 0);
  assert.equal(await empty?.getByRole('button', RETRY_OR_CONTINUE).count(), 1);
  assert.equal(await last?.getByRole('button', RETRY_OR_CONTINUE).count(), 1);
});

test('when another question follows, the notice of the reply before it loses Continue', async () => {
  const panel = await openReply(STOPPED);
  await panel.receive(
    { type: 'turnAdded', turn: question('And?') },
    { type: 'turnAdded', turn: growing('', { id: 'reply-2' }) },
  );
  assert.equal(await panel.page.locator('.notice').getByRole('button').count(), 0);
});

test('a reply of white space offers nothing to copy, and a question of white space shows only its attachments', async () => {
  const panel = await open();
  await panel.receive(
    state({ turns: [question('\n '), reply('\n\u00a0\n'), question('Why?'), reply('So', { id: 'r2' })] }),
  );
  const actions = panel.page.locator('.reply-actions');
  assert.deepEqual(await actions.evaluateAll((all) => all.map((each) => each.checkVisibility())), [
    false,
    true,
  ]);
  assert.equal(await panel.page.locator('.question-text').count(), 1);
});
