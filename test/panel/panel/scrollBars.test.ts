import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { suggest } from '../composer/suggestions.ts';
import { history, SHOW_HISTORY } from '../history/historySamples.ts';
import type { PanelPage } from '../panelPage.ts';
import { CONTEXT_USAGE, MANY_FILES, question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** Width of VS Code's scroll bars in webviews, in px. */
const SCROLL_BAR_PX = 10;
const LONG = 'A paragraph of the reply.\n\n'.repeat(60);
const WIDE = `\`\`\`\n${'wide '.repeat(60)}\n\`\`\`\n\n|${'column|'.repeat(30)}\n|${'--|'.repeat(30)}\n`;

/** Space that the scroll bars of an element take from its width and height, in px. */
function scrollBarSize(part: Locator): Promise<{ width: number; height: number }> {
  return part.first().evaluate((scroller) => {
    const { borderLeftWidth, borderRightWidth, borderTopWidth, borderBottomWidth } =
      getComputedStyle(scroller);
    const { offsetWidth, clientWidth, offsetHeight, clientHeight } = scroller as HTMLElement;
    return {
      width:
        offsetWidth - clientWidth - Number.parseFloat(borderLeftWidth) - Number.parseFloat(borderRightWidth),
      height:
        offsetHeight -
        clientHeight -
        Number.parseFloat(borderTopWidth) -
        Number.parseFloat(borderBottomWidth),
    };
  });
}

async function horizontalEdges(part: Locator): Promise<{ left: number; right: number }> {
  return part.evaluate((shown) => {
    const { left, right } = shown.getBoundingClientRect();
    return { left, right };
  });
}

test('all scroll bars are as narrow as VS Code’s', async () => {
  const panel = await open();
  const attachments = MANY_FILES.map(({ path }) => ({ name: path, tokens: 7000 }));
  await panel.receive(
    state({
      attachments: MANY_FILES,
      draft: 'line\n'.repeat(40),
      turns: [question('Why?'), reply(`${WIDE}\n\n${LONG}`)],
      contextUsage: { ...CONTEXT_USAGE, attachments, total: 214_100 },
    }),
  );
  const { page } = panel;
  for (const part of [panel.log, page.locator('.composer .chips'), panel.textbox]) {
    assert.deepEqual(await scrollBarSize(part), { width: SCROLL_BAR_PX, height: 0 });
  }
  for (const selector of ['pre', 'div.table']) {
    assert.deepEqual(
      await scrollBarSize(page.locator(selector)),
      { width: 0, height: SCROLL_BAR_PX },
      selector,
    );
  }
  await page.getByRole('button', { name: /^Next request: about / }).click();
  assert.deepEqual(await scrollBarSize(page.locator('.context-usage-rows')), {
    width: SCROLL_BAR_PX,
    height: 0,
  });
  await page.keyboard.press('Escape');
  await panel.textbox.fill('');
  await suggest(panel, '@');
  assert.deepEqual(await scrollBarSize(page.getByRole('listbox')), { width: SCROLL_BAR_PX, height: 0 });
  await panel.receive(SHOW_HISTORY, history());
  assert.deepEqual(await scrollBarSize(page.getByRole('treegrid')), { width: SCROLL_BAR_PX, height: 0 });
});

test('a scroll bar that appears does not move the text or change its margins', async () => {
  for (const width of [200, 340, 1200]) {
    const panel = await open({ width });
    const { page } = panel;
    await panel.receive(
      state({ attachments: MANY_FILES.slice(0, 1), turns: [question('Why?'), reply('So')] }),
    );
    const parts = [page.locator('.markdown'), page.locator('.composer .chip').first()];
    const text = () =>
      panel.textbox.evaluate((box) => {
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      });
    const edges = async () => ({ parts: await Promise.all(parts.map(horizontalEdges)), text: await text() });
    const before = await edges();
    await panel.receive(
      state({ attachments: MANY_FILES, turns: [question('Why?'), reply(`So\n\n${LONG}`)] }),
    );
    await panel.textbox.fill('line\n'.repeat(40));
    for (const scroller of [panel.log, page.locator('.composer .chips'), panel.textbox]) {
      assert.ok(await scroller.evaluate((part) => part.scrollHeight > part.clientHeight));
    }
    await page.locator('.composer .chips').evaluate((chips) => {
      chips.scrollTop = 0;
    });
    assert.deepEqual(await edges(), before, String(width));
    const column = before.parts[0];
    assert.ok(column && Math.abs(column.left - (width - column.right)) < 0.01, JSON.stringify(column));
  }
});

test('a scroll bar has no buttons, and a click at its end scrolls by a page', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(LONG)] }));
  await panel.untilDrawn();
  const box = await panel.log.boundingBox();
  assert.ok(box);
  const scrollTop = (): Promise<number> => panel.log.evaluate((log) => log.scrollTop);
  const end = await scrollTop();
  await panel.page.mouse.click(box.x + box.width - 3, box.y + 3);
  await panel.page.waitForFunction(
    (top) => (document.querySelector('.log')?.scrollTop ?? top) < top,
    end - box.height / 2,
  );
});

test('the thumb of a scroll bar can be dragged from end to end', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(LONG)] }));
  await panel.untilDrawn();
  const box = await panel.log.boundingBox();
  assert.ok(box);
  await panel.page.mouse.move(box.x + box.width - 3, box.y + box.height - 3);
  await panel.page.mouse.down();
  await panel.page.mouse.move(box.x + box.width - 3, box.y);
  await panel.page.mouse.up();
  await panel.page.waitForFunction(() => document.querySelector('.log')?.scrollTop === 0);
});

/** Colors of the track and the thumb of the conversation's scroll bar. */
function scrollBarColors(panel: PanelPage): Promise<string[]> {
  return panel.log.evaluate((log) =>
    ['track', 'thumb'].map((part) => getComputedStyle(log, `::-webkit-scrollbar-${part}`).backgroundColor),
  );
}

test('the thumb of a scroll bar has a color of the theme, or a system color with forced colors', async () => {
  const panel = await open({ theme: 'high-contrast' });
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.log.focus();
  const [track, thumb] = await scrollBarColors(panel);
  assert.deepEqual([track, thumb], ['rgba(0, 0, 0, 0)', 'rgba(111, 195, 223, 0.6)']);
  await panel.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const [, forced] = await scrollBarColors(panel);
  assert.notEqual(forced, thumb);
  assert.doesNotMatch(forced ?? '', /^rgba?\(0, 0, 0/, 'the background color');
});

test('a thumb is shown only while the pointer or the keyboard is in its scroller', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(`${WIDE}\n\n${LONG}`)] }));
  const { page } = panel;
  const shown = (): Promise<string[]> =>
    page.evaluate(() =>
      ['.log', 'pre', 'div.table'].filter((selector) => {
        const scroller = document.querySelector(selector);
        return (
          scroller !== null &&
          getComputedStyle(scroller, '::-webkit-scrollbar-thumb').backgroundColor !== 'rgba(0, 0, 0, 0)'
        );
      }),
    );
  await panel.textbox.focus();
  await panel.textbox.hover();
  assert.deepEqual(await shown(), []);
  await page.locator('.table').hover();
  assert.deepEqual(await shown(), ['.log', 'div.table']);
  await panel.textbox.hover();
  await page.locator('pre').focus();
  assert.deepEqual(await shown(), ['.log', 'pre']);
});
