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
 * The focus changes that the panel reported, in order: `reply/block` for a code block, nothing for another element, and
 * ` away` if the panel lost the focus.
 */
function focusChanges(panel: PanelPage): string[] {
  return panel
    .postedOf('focusChanged')
    .slice(1)
    .map(({ hasFocus, codeBlock }) =>
      [codeBlock && `${codeBlock.turnId}/${codeBlock.blockIndex}`, hasFocus ? '' : ' away'].join(''),
    );
}

async function runCommands(panel: PanelPage, ...commands: ('next' | 'previous')[]): Promise<void> {
  await panel.receive(...commands.map((command) => ({ type: 'codeBlockCommand', command }) as const));
}

test('Next and Previous Code Block move through the blocks of all turns and wrap around', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }));
  await panel.textbox.focus();
  await runCommands(panel, 'previous', 'previous', 'previous', 'previous', 'next', 'next', 'next');
  assert.deepEqual(focusChanges(panel), [
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

/** Blurs the page, as VS Code does before a command reaches it. */
async function loseFocus(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

test('Next and Previous Code Block start at the block that had the focus before the command took it', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }));
  await panel.textbox.focus();
  for (const command of ['next', 'next', 'next', 'previous', 'previous'] as const) {
    await loseFocus(panel);
    await runCommands(panel, command);
  }
  const [found] = await panel.page.locator('.code pre').all();
  await found?.click();
  for (const command of ['next', 'previous', 'previous'] as const) {
    // A click on the block that already has the focus.
    await panel.page.locator('.code pre:focus').click();
    await loseFocus(panel);
    await runCommands(panel, command);
  }
  assert.deepEqual(focusChanges(panel), [
    ...['reply-2/0', 'reply-1/0', 'reply-1/1', 'reply-1/0', 'reply-2/0'],
    ...['reply-1/0', 'reply-1/1', 'reply-1/0', 'reply-2/0'],
  ]);
});

test('from the composer, Next Code Block goes to the first block of the last reply with code', async () => {
  const panel = await open();
  await panel.receive(
    state({ turns: [...TURNS.slice(0, 2), question('Why?'), reply('No code', { id: 'r' })] }),
  );
  await panel.textbox.focus();
  await runCommands(panel, 'next');
  assert.deepEqual(focusChanges(panel), ['reply-1/0']);
});

test('from another element of a turn, Next and Previous Code Block go to the nearest blocks', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }));
  await panel.page.getByRole('button', { name: 'Copy Reply' }).first().focus();
  await runCommands(panel, 'next');
  await panel.page.getByRole('button', { name: 'Copy Reply' }).first().focus();
  await runCommands(panel, 'previous');
  assert.deepEqual(focusChanges(panel), ['reply-2/0', '', 'reply-1/1']);
});

test('Next Code Block scrolls the block into view with a visible focus outline', async () => {
  const panel = await open({ height: 300 });
  const far = `${'Text.\n\n'.repeat(60)}${ONE}${'\n\nText.'.repeat(60)}`;
  await panel.receive(state({ turns: [question('Why?'), reply(far)] }));
  await panel.textbox.press('Escape');
  await runCommands(panel, 'next');
  const box = await panel.page.locator('.code').boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 300, JSON.stringify(box));
  assert.equal(
    await panel.page.locator('.code pre').evaluate((pre) => getComputedStyle(pre).outlineStyle),
    'solid',
  );
});

test('a focused button counts as its code block, which stays the current one while VS Code has the focus', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }));
  await runCommands(panel, 'next');
  await panel.page.keyboard.press('Shift+Tab');
  assert.equal(await panel.page.evaluate(() => document.activeElement?.ariaLabel), 'Copy');
  await panel.page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.deepEqual(focusChanges(panel), ['reply-2/0', 'reply-2/0 away']);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await panel.textbox.focus();
  assert.deepEqual(focusChanges(panel).slice(2), ['reply-2/0', '']);
});

/** Blurs and refocuses the page, as the browser does when an input box of VS Code opens and closes. */
async function leaveAndComeBack(panel: PanelPage): Promise<void> {
  await panel.page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
  });
}

test('a code block gets the focus back when an input box of VS Code closes', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }));
  await runCommands(panel, 'next');
  await leaveAndComeBack(panel);
  await panel.page.locator('.code pre:focus').waitFor();
  assert.deepEqual(focusChanges(panel), ['reply-2/0', 'reply-2/0 away', 'reply-2/0']);
});

test('the focus returns to the composer if the focused block is gone, and to nothing after a click on the background', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }));
  await runCommands(panel, 'next');
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

test('Toggle Word Wrap in Code Block wraps only the block that had the focus', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }));
  await runCommands(panel, 'next');
  await loseFocus(panel);
  await panel.receive({ type: 'codeBlockCommand', command: 'toggleWrap' });
  assert.deepEqual(
    await panel.page
      .locator('.code pre')
      .evaluateAll((all) =>
        all.map((pre) => getComputedStyle(pre).whiteSpaceCollapse + getComputedStyle(pre).textWrapMode),
      ),
    ['preservenowrap', 'preservenowrap', 'preservewrap'],
  );
});

test('a code block command that opened the panel runs when the turns arrive', async () => {
  const panel = await open();
  await runCommands(panel, 'next');
  await panel.receive(state({ turns: TURNS }));
  await panel.page.locator('.code pre:focus').waitFor();
  assert.deepEqual(focusChanges(panel).at(-1), 'reply-2/0');
});

test('the host is asked once for the files of a reply, when a reply that names files ends', async () => {
  const panel = await open();
  const named = '```ts title="src/a.ts"\na\n```\n\n```py\nb\n```\n\n```sh title="../c.sh"\nc\n```';
  await panel.receive(state({ turns: [question('Why?'), growing(named)] }));
  await panel.untilDrawn();
  assert.equal(panel.postedOf('findReplyFiles').length, 0);
  await panel.receive(
    { type: 'replyChanged', turn: reply(named) },
    { type: 'replyChanged', turn: reply(named) },
  );
  assert.equal((await panel.posted('findReplyFiles')).turnId, 'reply-1');
  assert.equal(panel.postedOf('findReplyFiles').length, 1);
  await panel.receive({
    type: 'replyFiles',
    turnId: 'reply-1',
    blocks: [
      { blockIndex: 0, path: 'src/a.ts', leadsTo: 'file', isOwn: true },
      { blockIndex: 2, path: '../c.sh', leadsTo: 'nowhere', isOwn: true },
      { blockIndex: 7, path: 'src/a.ts', leadsTo: 'file', isOwn: true },
    ],
    links: [],
  });
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
