import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantTurnView } from '../../../src/protocol/conversation.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const STOPPED = reply('The table', { status: 'stopped', canContinue: true });

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

test('the last reply has Retry, and Continue if it was stopped; both work by keyboard', async () => {
  const panel = await openReply(STOPPED);
  const { page } = panel;
  await panel.textbox.focus();
  const pressed = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 12; presses += 1) {
      if (await button.evaluate((part) => part.matches(':focus'))) {
        await page.keyboard.press('Enter');
        return;
      }
      await page.keyboard.press('Shift+Tab');
    }
    assert.fail(`${name} was not reached`);
  };
  panel.respond = (request) => (request.type === 'turnAction' ? 'Not now.' : undefined);
  await pressed('Retry');
  assert.equal((await panel.posted('turnAction')).action, 'retry');
  await page.locator('.turn > .status', { hasText: 'Not now.' }).waitFor();
  await pressed('Copy Reply');
  assert.equal((await panel.posted('replyAction')).action, 'copy');
  await pressed('Continue');
  const { action, turnId } = await panel.posted('turnAction', 2);
  assert.deepEqual([action, turnId], ['continue', STOPPED.id]);
  await panel.receive({ type: 'replyChanged', turn: growing('The table', { canContinue: true }) });
  assert.equal(await page.getByRole('button', { name: /^(Retry|Continue)$/ }).count(), 0);
});

test('earlier replies have neither Retry nor Continue, nor does one whose notice offers them', async () => {
  const panel = await open();
  const retryAndContinue = { name: /^(Retry|Continue)$/ };
  await panel.receive(
    state({ turns: [question('Why?'), STOPPED, question('And?'), reply('So', { id: 'reply-2' })] }),
  );
  const [earlier, last] = await panel.page.getByRole('article', { name: 'Assistant' }).all();
  assert.equal(await earlier?.getByRole('button', retryAndContinue).count(), 0);
  assert.deepEqual(await last?.getByRole('button', retryAndContinue).count(), 1);
  const notice = {
    severity: 'warning' as const,
    message: 'Interrupted.',
    actions: [
      { action: 'continue' as const, label: 'Continue' },
      { action: 'retry' as const, label: 'Retry' },
    ],
  };
  await panel.receive(state({ turns: [question('Why?'), { ...STOPPED, status: 'interrupted', notice }] }));
  assert.equal(await panel.page.getByRole('button', retryAndContinue).count(), 2);
});
