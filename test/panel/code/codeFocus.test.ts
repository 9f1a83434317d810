import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const TWO = 'One\n\n```ts\na\n```\n\n- in a list\n\n  ```py\n  b\n  ```\n\nEnd';
const ONE = '```sh\nc\n```';
const TURNS = [
  question('First?'),
  reply(TWO),
  question('Second?'),
  reply(ONE, { id: 'reply-2' }),
  question('Third?'),
  reply('No code', { id: 'reply-3' }),
];

/**
 * Which code blocks had the keyboard, in order: `reply/block`, or nothing for something else in the panel; with `away`
 * for what has it no more because the panel has not.
 */
function told(panel: PanelPage): string[] {
  return panel
    .saidOf('focusChanged')
    .slice(1)
    .map(({ hasFocus, codeBlock }) =>
      [codeBlock && `${codeBlock.turnId}/${codeBlock.blockIndex}`, hasFocus ? '' : ' away'].join(''),
    );
}

async function press(panel: PanelPage, ...commands: ('next' | 'previous')[]): Promise<void> {
  await panel.tell(...commands.map((command) => ({ type: 'codeBlockCommand', command }) as const));
}

test('the keyboard goes from block to block through all turns, and round the ends', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await panel.textbox.focus();
  await press(panel, 'previous', 'previous', 'previous', 'previous', 'next', 'next', 'next');
  assert.deepEqual(told(panel), [
    'reply-2/0',
    'reply-1/1',
    'reply-1/0',
    'reply-2/0',
    'reply-1/0',
    'reply-1/1',
    'reply-2/0',
  ]);
  assert.equal(await panel.page.locator('.code pre:focus').getAttribute('aria-label'), 'Code block 1, Bash');
});

/** As VS Code does to the page before a command reaches it. */
async function loseFocus(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

test('the keyboard goes on from the block that had it before the command took it away', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await panel.textbox.focus();
  for (const command of ['next', 'next', 'next', 'previous', 'previous'] as const) {
    await loseFocus(panel);
    await press(panel, command);
  }
  const [found] = await panel.page.locator('.code pre').all();
  await found?.click();
  for (const command of ['next', 'previous', 'previous'] as const) {
    // A press on the block that has the keyboard already.
    await panel.page.locator('.code pre:focus').click();
    await loseFocus(panel);
    await press(panel, command);
  }
  assert.deepEqual(told(panel), [
    ...['reply-2/0', 'reply-1/0', 'reply-1/1', 'reply-1/0', 'reply-2/0'],
    ...['reply-1/0', 'reply-1/1', 'reply-1/0', 'reply-2/0'],
  ]);
});

test('from the composer, next is the first block of the last reply that has one', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [...TURNS.slice(0, 2), question('Why?'), reply('No code', { id: 'r' })] }));
  await panel.textbox.focus();
  await press(panel, 'next');
  assert.deepEqual(told(panel), ['reply-1/0']);
});

test('from anywhere in a turn, next is what comes after it', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await panel.page.getByRole('button', { name: 'Copy Reply' }).first().focus();
  await press(panel, 'next');
  await panel.page.getByRole('button', { name: 'Copy Reply' }).first().focus();
  await press(panel, 'previous');
  assert.deepEqual(told(panel), ['reply-2/0', '', 'reply-1/1']);
});

test('a block is brought into view, and has a visible focus', async () => {
  const panel = await open({ height: 300 });
  const far = `${'Text.\n\n'.repeat(60)}${ONE}${'\n\nText.'.repeat(60)}`;
  await panel.tell(state({ turns: [question('Why?'), reply(far)] }));
  await panel.textbox.press('Escape');
  await press(panel, 'next');
  const box = await panel.page.locator('.code').boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 300, JSON.stringify(box));
  assert.equal(
    await panel.page.locator('.code pre').evaluate((pre) => getComputedStyle(pre).outlineStyle),
    'solid',
  );
});

test('the buttons of a block mean the same block, and a box of VS Code takes nothing away', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await press(panel, 'next');
  await panel.page.keyboard.press('Shift+Tab');
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Copy');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.deepEqual(told(panel), ['reply-2/0', 'reply-2/0 away']);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await panel.textbox.focus();
  assert.deepEqual(told(panel).slice(2), ['reply-2/0', '']);
});

/** As the browser does when a box of VS Code takes the keyboard and gives it back. */
async function leaveAndComeBack(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
  });
}

test('a block that had the keyboard before a box of VS Code took it has it again after', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await press(panel, 'next');
  await leaveAndComeBack(panel);
  await panel.page.locator('.code pre:focus').waitFor();
  assert.deepEqual(told(panel), ['reply-2/0', 'reply-2/0 away', 'reply-2/0']);
});

test('the keyboard comes back to the composer where what had it is gone, and to nothing after a press beside all', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await press(panel, 'next');
  await panel.page.evaluate(() => {
    document.querySelector('.code pre:focus')?.closest('.turn')?.remove();
  });
  await leaveAndComeBack(panel);
  await panel.page.locator('textarea:focus').waitFor();
  // Below the composer.
  await panel.page.mouse.click(170, 699);
  await leaveAndComeBack(panel);
  assert.equal(await panel.page.evaluate(() => document.activeElement === document.body), true);
});

test('lines are wrapped by the command too, in the block that has the keyboard alone', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  await press(panel, 'next');
  await loseFocus(panel);
  await panel.tell({ type: 'codeBlockCommand', command: 'toggleWrap' });
  assert.deepEqual(
    await panel.page
      .locator('.code pre')
      .evaluateAll((all) =>
        all.map((pre) => getComputedStyle(pre).whiteSpaceCollapse + getComputedStyle(pre).textWrapMode),
      ),
    ['preservenowrap', 'preservenowrap', 'preservewrap'],
  );
});

test('a command that opened the panel waits for the turns', async () => {
  const panel = await open();
  await press(panel, 'next');
  await panel.tell(state({ turns: TURNS }));
  assert.deepEqual(told(panel).at(-1), 'reply-2/0');
});

test('the host is asked for files once, at the end of a reply that names some', async () => {
  const panel = await open();
  const named = '```ts title="src/a.ts"\na\n```\n\n```py\nb\n```\n\n```sh title="../c.sh"\nc\n```';
  await panel.tell(state({ turns: [question('Why?'), growing(named)] }));
  await panel.frame();
  assert.equal(panel.saidOf('findReplyFiles').length, 0);
  await panel.tell(
    { type: 'replyChanged', turn: reply(named) },
    { type: 'replyChanged', turn: reply(named) },
  );
  assert.equal((await panel.posted('findReplyFiles')).turnId, 'reply-1');
  assert.equal(panel.saidOf('findReplyFiles').length, 1);
  await panel.tell({ type: 'replyFiles', turnId: 'reply-1', blockIndexes: [0, 7] });
  assert.deepEqual(
    await panel.page.locator('.code-file').evaluateAll((all) => all.map((one) => one.tagName)),
    ['BUTTON', 'SPAN'],
  );
  await panel.page.getByRole('button', { name: 'Open src/a.ts' }).click();
  const { turnId, blockIndex, action } = await panel.posted('codeBlockAction');
  assert.deepEqual(
    { turnId, block: blockIndex, action },
    { turnId: 'reply-1', block: 0, action: 'openFile' },
  );
});

test('nothing is asked for where no block names a file', async () => {
  const panel = await open();
  await panel.tell(state({ turns: TURNS }));
  assert.equal(panel.saidOf('findReplyFiles').length, 0);
});
