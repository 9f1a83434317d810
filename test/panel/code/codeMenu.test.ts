import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { isExpanded } from '../popups.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const LONG_LINE = `echo ${'word '.repeat(200)}`;
const BLOCKS = ['```sh', LONG_LINE, '```', '', '```ts', 'const one = 1;', '```'].join('\n');

async function openMenu(panel: PanelPage, block: number): Promise<void> {
  await panel.log.locator('.code').nth(block).getByRole('button', { name: 'More Actions…' }).click();
  await panel.page.getByRole('menu').waitFor();
}

function focusedText(panel: PanelPage): Promise<string | null | undefined> {
  return panel.page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent);
}

/** Items of the open menu; `-` is a separator. */
function menuItems(panel: PanelPage): Promise<string[]> {
  return panel.page
    .locator('.menu:popover-open > :not([hidden])')
    .evaluateAll((lines) =>
      lines.map((line) =>
        line.role === 'separator' ? '-' : [...line.children].map((part) => part.textContent).join(' '),
      ),
    );
}

async function withBlocks(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('How?'), reply(BLOCKS)] }));
  return panel;
}

test('the menu of a code block offers Insert into Terminal with its shortcut for shell code only', async () => {
  const panel = await withBlocks();
  assert.equal(await isExpanded(panel.page, /^More Actions…$/), false);
  await openMenu(panel, 0);
  assert.deepEqual(await menuItems(panel), [
    'New File',
    'Insert into Terminal Ctrl+Alt+Enter',
    'Review Change',
    '-',
    'Word Wrap',
  ]);
  assert.equal(await isExpanded(panel.page, /^More Actions…$/), true);
  await panel.page.keyboard.press('Escape');
  await openMenu(panel, 1);
  assert.deepEqual(await menuItems(panel), ['New File', 'Review Change', '-', 'Word Wrap']);
});

test('the menu of a terminal session offers Insert into Terminal if its prompts are certain', async () => {
  const panel = await open();
  const sessions = ['```console', '$ npm ci', 'added 1 package', '```', '', '```console', 'added', '```'];
  await panel.receive(state({ turns: [question('How?'), reply(sessions.join('\n'))] }));
  await openMenu(panel, 0);
  assert.ok((await menuItems(panel)).includes('Insert into Terminal Ctrl+Alt+Enter'));
  await panel.page.keyboard.press('Escape');
  await openMenu(panel, 1);
  assert.ok(!(await menuItems(panel)).includes('Insert into Terminal Ctrl+Alt+Enter'));
});

test('the menu of a diagram, and of no other block, offers Open Preview', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('How?'), reply('```Mermaid\ngraph TD; A-->B\n```')] }));
  await openMenu(panel, 0);
  await panel.page.getByRole('menuitem', { name: 'Open Preview' }).click();
  assert.equal((await panel.posted('codeBlockAction')).action, 'openPreview');
});

test('a menu item sends turn and block to the host, and the block shows the result', async () => {
  const panel = await withBlocks();
  await openMenu(panel, 1);
  await panel.page.getByRole('menuitem', { name: 'New File' }).click();
  const first = await panel.posted('codeBlockAction');
  assert.deepEqual([first.turnId, first.blockIndex, first.action], ['reply-1', 1, 'newFile']);
  await openMenu(panel, 0);
  await panel.page.getByRole('menuitem', { name: 'Insert into Terminal' }).click();
  const second = await panel.posted('codeBlockAction', 2);
  assert.deepEqual([second.turnId, second.blockIndex, second.action], ['reply-1', 0, 'run']);
  const status = panel.log.locator('.code').first().getByRole('status');
  await status.getByText('Press Enter there to run it').waitFor();
  panel.respond = () => 'No terminal.';
  await openMenu(panel, 0);
  await panel.page.getByRole('menuitem', { name: 'Insert into Terminal' }).click();
  await status.getByText('No terminal.').waitFor();
});

test('the menu works by keyboard and returns the focus when it closes', async () => {
  const panel = await withBlocks();
  const { keyboard } = panel.page;
  await panel.log.getByRole('button', { name: 'Copy', exact: true }).first().focus();
  await keyboard.press('End');
  assert.equal(await focusedText(panel), 'More Actions…');
  await keyboard.press('ArrowDown');
  assert.equal(await focusedText(panel), 'New File');
  await keyboard.press('ArrowUp');
  assert.equal(await focusedText(panel), 'Word Wrap');
  await keyboard.press('ArrowDown');
  assert.equal(await focusedText(panel), 'New File');
  await keyboard.press('Escape');
  assert.equal(await focusedText(panel), 'More Actions…');
  assert.equal(await panel.page.getByRole('menu').count(), 0);
  await keyboard.press('Enter');
  assert.equal(await focusedText(panel), 'New File');
  await keyboard.press('Tab');
  assert.equal(await panel.page.getByRole('menu').count(), 0);
  assert.match((await focusedText(panel)) ?? '', /^Code block 1/);
});

test('the menu stays at its button while the reply grows', async () => {
  const panel = await open({ height: 400 });
  await panel.receive(state({ turns: [question('How?'), growing(BLOCKS)] }));
  await openMenu(panel, 0);
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: `\n\n${'More. '.repeat(200)}` });
  await panel.untilDrawn();
  assert.equal(await panel.page.locator('.menu:popover-open').count(), 1);
  const distance = await panel.page.evaluate(() => {
    const menu = document.querySelector('.menu:popover-open')?.getBoundingClientRect();
    const button = document.querySelector('.code [aria-haspopup=menu]')?.getBoundingClientRect();
    return menu && button
      ? Math.min(Math.abs(menu.top - button.bottom), Math.abs(button.top - menu.bottom))
      : -1;
  });
  assert.ok(distance >= 0 && distance < 2, `Distance: ${distance}`);
});

async function scrolls(panel: PanelPage): Promise<boolean[]> {
  return panel.page
    .locator('.code pre')
    .evaluateAll((all) => all.map((pre) => pre.scrollWidth > pre.clientWidth));
}

test('long lines scroll in their block until its menu or the setting wraps them', async () => {
  const panel = await withBlocks();
  const wrap = panel.page.getByRole('menuitemcheckbox', { name: 'Word Wrap' });
  assert.deepEqual(await scrolls(panel), [true, false]);
  assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), 340);
  await openMenu(panel, 0);
  assert.equal(await wrap.getAttribute('aria-checked'), 'false');
  await wrap.click();
  assert.deepEqual(await scrolls(panel), [false, false]);
  await openMenu(panel, 0);
  assert.equal(await wrap.getAttribute('aria-checked'), 'true');
  await wrap.click();
  assert.deepEqual(await scrolls(panel), [true, false]);
  // The choice for a block overrides the setting.
  await panel.receive({ type: 'wrapCode', wrapCode: true });
  assert.deepEqual(await scrolls(panel), [true, false]);
  await panel.receive(state({ wrapCode: true, turns: [question('And?'), reply(BLOCKS, { id: 'reply-2' })] }));
  assert.deepEqual(await scrolls(panel), [false, false]);
  await openMenu(panel, 0);
  assert.equal(await wrap.getAttribute('aria-checked'), 'true');
  await wrap.click();
  assert.deepEqual(await scrolls(panel), [true, false]);
});
