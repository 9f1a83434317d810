import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReplyTarget } from '../../../src/protocol/toPanel.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state, TARGET } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const TS = '```ts title="src/a-folder/duration.ts"\nconst one = 1;\n```';
const PY = '```py\none = 1\n```';

async function openWith(text: string, target: ReplyTarget, width = 340): Promise<PanelPage> {
  const panel = await open({ width });
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  await showTarget(panel, target);
  return panel;
}

async function showTarget(panel: PanelPage, target?: ReplyTarget): Promise<void> {
  await panel.receive({ type: 'replyTarget', turnId: 'reply-1', ...(target && { target }) });
}

/** Names of the visible buttons of a block's toolbar. */
function buttonNames(panel: PanelPage, block = 0): Promise<(string | null)[]> {
  return panel.log
    .getByRole('toolbar')
    .nth(block)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
}

async function menuNames(panel: PanelPage, block = 0): Promise<string[]> {
  await panel.log.locator('.code').nth(block).getByRole('button', { name: 'More Actions…' }).click();
  return panel.page.getByRole('menuitem').allTextContents();
}

function focusedName(panel: PanelPage): Promise<string | null | undefined> {
  return panel.page.evaluate(() => document.activeElement?.ariaLabel);
}

test('the first button of a block that fits names the lines asked about', async () => {
  const panel = await openWith(`${TS}\n\n${PY}`, TARGET);
  assert.deepEqual(await buttonNames(panel), [
    'Replace lines 3–11 of duration.ts',
    'Copy',
    'Insert at Cursor',
    'Replace Selection',
    'Review Change',
    'More Actions…',
  ]);
  for (const [target, name] of [
    [{ ...TARGET, endLine: 3 }, 'Replace line 3 of duration.ts'],
    [{ file: 'a\u202eb.ts', languageId: 'typescript' }, 'Replace lines of a[U+202E]b.ts'],
    [{ ...TARGET, isOneOfSeveral: true }, 'Replace lines…'],
    [{ ...TARGET, endLine: 3, isPlace: true }, 'Insert at line 3 of duration.ts'],
    [{ file: 'a.ts', languageId: 'typescript', isPlace: true }, 'Insert at empty line of a.ts'],
  ] as const) {
    await showTarget(panel, target);
    assert.equal((await buttonNames(panel))[0], name);
  }
  await showTarget(panel);
  assert.deepEqual(await buttonNames(panel), [
    'Copy',
    'Insert at Cursor',
    'Replace Selection',
    'More Actions…',
  ]);
  assert.deepEqual(await menuNames(panel), ['New File', 'Review Change']);
});

test('a block in another language has the action in its menu', async () => {
  const panel = await openWith(`${TS}\n\n${PY}`, TARGET);
  assert.deepEqual(await buttonNames(panel, 1), [
    'Copy',
    'Insert at Cursor',
    'Replace Selection',
    'More Actions…',
  ]);
  assert.deepEqual(await menuNames(panel, 1), [
    'Replace lines 3–11 of duration.ts',
    'New File',
    'Review Change',
  ]);
  await panel.page.keyboard.press('Enter');
  const { blockIndex, action } = await panel.posted('codeBlockAction');
  assert.deepEqual([blockIndex, action], [1, 'replaceAskedAbout']);
  await panel.log
    .locator('.code')
    .nth(1)
    .getByRole('status')
    .getByText('Replaced lines 3–11 of duration.ts.')
    .waitFor();
  assert.deepEqual((await menuNames(panel)).sort(), ['New File']);
});

test('success is announced, and what the host says about it is shown', async () => {
  const panel = await openWith(TS, TARGET);
  await panel.stopClock();
  const status = panel.log.locator('.code').getByRole('status');
  await panel.page.getByRole('button', { name: 'Replace lines 3–11' }).click();
  assert.equal((await panel.posted('codeBlockAction')).action, 'replaceAskedAbout');
  await status.getByText('Replaced lines 3–11 of duration.ts.').waitFor();
  assert.equal(await status.evaluate((line) => line.classList.contains('visually-hidden')), true);
  await showTarget(panel, { ...TARGET, startLine: 4, endLine: 12 });
  await panel.page.clock.runFor(2000);
  assert.equal((await buttonNames(panel))[0], 'Replace lines 4–12 of duration.ts');
  panel.respond = () => ({ kind: 'info', text: 'Opened for review: the lines have changed.' });
  await panel.page.getByRole('button', { name: 'Replace lines 4–12' }).click();
  await status.getByText('Opened for review').waitFor();
  assert.equal(await status.evaluate((line) => line.classList.contains('visually-hidden')), false);
  assert.equal((await buttonNames(panel))[0], 'Replace lines 4–12 of duration.ts');
  panel.respond = () => undefined;
  await panel.page.getByRole('button', { name: 'Review Change' }).click();
  assert.equal((await panel.posted('codeBlockAction', 3)).action, 'review');
  await status.getByText('Review opened.').waitFor();
});

test('lines that move rename the focused button, and it stays until the focus leaves if the target is gone', async () => {
  const panel = await openWith(TS, TARGET);
  const { keyboard } = panel.page;
  await panel.log.getByRole('button', { name: 'Copy', exact: true }).focus();
  await keyboard.press('ArrowLeft');
  assert.equal(await focusedName(panel), 'Replace lines 3–11 of duration.ts');
  const boxBefore = await panel.log.locator('.code').boundingBox();
  await showTarget(panel, { ...TARGET, startLine: 1003, endLine: 1011 });
  assert.equal(await focusedName(panel), 'Replace lines 1003–1011 of duration.ts');
  assert.deepEqual(await panel.log.locator('.code').boundingBox(), boxBefore);
  await keyboard.press('ArrowLeft');
  assert.equal(await focusedName(panel), 'More Actions…');
  await keyboard.press('ArrowRight');
  await showTarget(panel);
  assert.equal(await focusedName(panel), 'Replace lines 1003–1011 of duration.ts');
  await keyboard.press('Tab');
  await panel.untilDrawn();
  assert.equal(await focusedName(panel), 'Code block 1, TypeScript');
  await keyboard.press('Shift+Tab');
  assert.equal(await focusedName(panel), 'Copy');
  await keyboard.press('ArrowLeft');
  assert.equal(await focusedName(panel), 'More Actions…');
});

test('the host is asked once for what a reply can replace, as soon as it has a code block', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('Text\n\n')] }));
  await panel.untilDrawn();
  assert.equal(panel.postedOf('findReplyTarget').length, 0);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '```ts\na' });
  assert.equal((await panel.posted('findReplyTarget')).turnId, 'reply-1');
  await showTarget(panel, TARGET);
  const replace = panel.page.getByRole('button', { name: 'Replace lines 3–11' });
  assert.equal(await replace.getAttribute('aria-disabled'), 'true');
  assert.equal(await replace.getAttribute('title'), 'This code block is still being written.');
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '\n```\n\n```ts\nb\n```\n' });
  await panel.untilDrawn();
  assert.deepEqual(await replace.evaluateAll((all) => all.map((one) => one.ariaDisabled)), [null, null]);
  await panel.receive({ type: 'replyChanged', turn: reply('Text\n\n```ts\na\n```\n\n```ts\nb\n```\n') });
  assert.equal(panel.postedOf('findReplyTarget').length, 1);
});

test('a code block shows what became of its review', async () => {
  const panel = await openWith(`${TS}\n\n${PY}`, TARGET);
  await panel.receive({
    type: 'codeBlockStatus',
    turnId: 'reply-1',
    blockIndex: 1,
    text: 'Accepted in a\u202eb.ts.',
  });
  const statuses = panel.log.locator('.code-status');
  assert.deepEqual(await statuses.allTextContents(), ['', 'Accepted in a[U+202E]b.ts.']);
});

for (const width of [200, 340, 640]) {
  test(`the buttons and the menu of a code block fit in a panel of ${width} px`, async () => {
    const inList = TS.replaceAll(/^/gm, '   ').replace('  ', '1.');
    const panel = await openWith(`${TS}\n\n${inList}`, { ...TARGET, startLine: 1003, endLine: 1011 }, width);
    const isLabelShown = await panel.page.locator('.button-label').first().isVisible();
    assert.equal(isLabelShown, width === 640);
    assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), width);
    await panel.log.locator('.code').first().getByRole('button', { name: 'More Actions…' }).click();
    for (const found of ['.menu:popover-open', '.code .toolbar button:visible']) {
      for (const part of await panel.page.locator(found).all()) {
        const box = await part.boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${found}: ${JSON.stringify(box)}`);
      }
    }
    const cut = await panel.page
      .locator('.code-header, .code .toolbar button:visible')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    assert.equal(cut, 0);
  });
}

test('the head of a code block is one line at each width and font size', async () => {
  const long = TS.replace('ts title="src/', 'typescript title="src/webview/conversation/');
  const panel = await openWith(`${long}\n\n${PY}\n\n- ${long.replaceAll('\n', '\n  ')}`, TARGET);
  await panel.receive({
    type: 'replyFiles',
    turnId: 'reply-1',
    blocks: [
      { blockIndex: 0, path: 'src/webview/conversation/a-folder/duration.ts', leadsTo: 'file' },
      {
        blockIndex: 2,
        path: 'src/webview/conversation/a-folder/duration.ts',
        leadsTo: 'newFile',
        isOwn: true,
      },
    ],
    links: [],
  });
  for (const width of [170, 300, 640]) {
    await panel.page.setViewportSize({ width, height: 700 });
    for (const fontSize of [13, 18, 22]) {
      await panel.receive({
        type: 'readingSettings',
        readingSettings: { fontSize, codeFontFeatures: 'normal', announce: 'sentences', scrollOnSend: true },
      });
      const heads = await panel.page.locator('.code-header').evaluateAll((all) =>
        all.map((head) => ({
          lines:
            head.clientHeight / Math.max(24, 1.5 * 0.92 * Number.parseFloat(getComputedStyle(head).fontSize)),
          isCut: head.scrollWidth > head.clientWidth,
          hasTitle: (head.querySelector('.code-title')?.clientWidth ?? 0) > 0,
        })),
      );
      assert.equal(heads.length, 3);
      for (const head of heads) {
        const at = `${width} px, font ${fontSize}: ${JSON.stringify(head)}`;
        assert.ok(head.lines < 1.5 && !head.isCut && head.hasTitle, at);
      }
    }
  }
});

test('a narrow code block has in its menu the actions whose buttons do not fit', async () => {
  const panel = await openWith(TS, TARGET, 200);
  assert.deepEqual(
    await panel.log
      .locator('.code .toolbar button:visible')
      .evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ['Replace lines 3–11 of duration.ts', 'Copy', 'More Actions…'],
  );
  assert.deepEqual(await menuNames(panel), [
    'Insert at Cursor',
    'Replace Selection',
    'New File',
    'Review Change',
  ]);
  await panel.page.getByRole('menuitem', { name: 'Replace Selection' }).click();
  assert.equal((await panel.posted('codeBlockAction')).action, 'replace');
});

test('after its focused button went into the menu, the toolbar is still reached by Tab', async () => {
  const panel = await openWith(TS, TARGET, 640);
  await panel.log.getByRole('button', { name: 'Insert at Cursor' }).focus();
  await panel.textbox.focus();
  await panel.page.setViewportSize({ width: 200, height: 700 });
  await panel.log.locator('pre').focus();
  await panel.page.keyboard.press('Shift+Tab');
  assert.equal(await focusedName(panel), 'Replace lines 3–11 of duration.ts');
  await panel.page.keyboard.press('ArrowRight');
  await panel.page.keyboard.press('ArrowRight');
  assert.equal(await focusedName(panel), 'More Actions…');
});

test('blocks that are not meant for the lines asked about have the action in their menu', async () => {
  const panel = await openWith([TS, TS, PY, TS].join('\n\n'), TARGET);
  assert.equal((await panel.posted('compareCodeBlocks')).turnId, 'reply-1');
  await showTarget(panel, { ...TARGET, blocks: [1, 3] });
  const first = async (): Promise<(string | null | undefined)[]> =>
    Promise.all([0, 1, 2, 3].map(async (block) => (await buttonNames(panel, block))[0]));
  assert.deepEqual(await first(), [
    'Copy',
    'Replace lines 3–11 of duration.ts',
    'Copy',
    'Replace lines 3–11 of duration.ts',
  ]);
  assert.deepEqual(await menuNames(panel), [
    'Replace lines 3–11 of duration.ts',
    'New File',
    'Review Change',
  ]);
  await panel.page.keyboard.press('Enter');
  const { blockIndex, action } = await panel.posted('codeBlockAction');
  assert.deepEqual([blockIndex, action], [0, 'replaceAskedAbout']);
  await showTarget(panel, TARGET);
  assert.equal((await first())[0], 'Copy');
  await panel.textbox.focus();
  await panel.textbox.hover();
  await panel.untilDrawn();
  assert.equal((await first())[0], 'Replace lines 3–11 of duration.ts');
});

test('no button goes from under the pointer or the focus when other blocks turn out to be meant', async () => {
  const panel = await openWith(`${TS}\n\n${TS}`, TARGET);
  const toolbar = panel.log.getByRole('toolbar').first();
  const replace = toolbar.getByRole('button', { name: 'Replace lines 3–11' });
  await toolbar.getByRole('button', { name: 'Copy', exact: true }).hover();
  await showTarget(panel, { ...TARGET, blocks: [1] });
  assert.equal(await replace.isVisible(), true);
  await replace.focus();
  await panel.textbox.hover();
  assert.equal(await focusedName(panel), 'Replace lines 3–11 of duration.ts');
  await panel.page.keyboard.press('ArrowRight');
  assert.deepEqual([await focusedName(panel), await replace.isVisible()], ['Copy', true]);
  await panel.textbox.focus();
  await replace.waitFor({ state: 'hidden' });
  // It doesn't come back under the pointer either.
  await toolbar.hover();
  await showTarget(panel, { ...TARGET, startLine: 4, endLine: 12, blocks: [1] });
  assert.equal((await buttonNames(panel))[0], 'Copy');
});

test('the host is asked once which of several blocks are meant, when the reply has ended', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing(`${TS}\n\n`)] }));
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: `${TS}\n` });
  await panel.untilDrawn();
  assert.equal(panel.postedOf('compareCodeBlocks').length, 0);
  const ended = reply(`${TS}\n\n${TS}\n`);
  await panel.receive({ type: 'replyChanged', turn: ended });
  assert.equal((await panel.posted('compareCodeBlocks')).turnId, 'reply-1');
  await panel.receive({ type: 'replyChanged', turn: ended });
  await panel.receive(state({ turns: [question('Why?'), reply(TS)] }));
  await panel.untilDrawn();
  assert.equal(panel.postedOf('compareCodeBlocks').length, 1);
});
