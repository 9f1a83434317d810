import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state, TARGET } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const INNER = [
  '# Title',
  '',
  'Call `a()`, as *said*.[^1]',
  '',
  '<details>\n<summary>More</summary>\n\nDeep.\n\n</details>',
  '',
  '```ts title="src/a.ts"',
  'one();',
  '```',
  '',
  '- in a list',
  '',
  '  ```md',
  '  # two',
  '  ```',
  '',
  '[^1]: The note.',
].join('\n');
const fence = (text: string): string => `\`\`\`\`markdown\n${text}\n\`\`\`\``;
const WHOLE = `\n${fence(INNER)}\n\n`;
const PART = `Before.\n\n${fence(INNER)}\n\n\`\`\`sh\nlast\n\`\`\`\n`;

async function show(text: string, options?: Parameters<typeof open>[0]): Promise<PanelPage> {
  const panel = await open(options);
  await panel.receive(state({ turns: [question('How?'), reply(text)] }));
  return panel;
}

function block(panel: PanelPage, label: string): Locator {
  return panel.log.locator('.code').filter({
    has: panel.page.locator(`> .code-header > [role=toolbar][aria-label^="${label},"]`),
  });
}

/** The button of the toolbar, not the item of the menu. */
function renderButton(panel: PanelPage): Locator {
  return panel.page.getByRole('button', { name: 'Render Markdown' });
}

async function toggleInMenu(panel: PanelPage, inBlock: Locator): Promise<string | null> {
  await inBlock.getByRole('button', { name: 'More Actions…' }).first().click();
  const item = panel.page.getByRole('menuitemcheckbox', { name: 'Render Markdown' });
  const checked = await item.getAttribute('aria-checked');
  await item.click();
  return checked;
}

function isRendered(panel: PanelPage): Promise<boolean> {
  return panel.log.getByRole('heading', { name: 'Title' }).isVisible();
}

/** The code blocks that are shown, by their labels. */
function labels(panel: PanelPage): Promise<string[]> {
  return panel.log.getByRole('toolbar').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''));
}

function focused(panel: PanelPage): Promise<string | undefined> {
  return panel.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.tagName);
}

test('a reply that is one Markdown block is rendered and shown as its source by a button, which keeps the focus', async () => {
  const panel = await show(WHOLE);
  const button = renderButton(panel);
  assert.equal(await isRendered(panel), false);
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  await button.click();
  assert.equal(await isRendered(panel), true);
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  assert.equal(await focused(panel), 'Render Markdown');
  await panel.page.keyboard.press('Enter');
  assert.equal(await panel.log.locator('pre').textContent(), INNER);
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  await panel.page.keyboard.press('ArrowRight');
  assert.equal(await focused(panel), 'More Actions…');
  await panel.page.keyboard.press('Enter');
  await panel.page.keyboard.press('End');
  await panel.page.keyboard.press('ArrowUp');
  await panel.page.keyboard.press('Enter');
  assert.equal(await isRendered(panel), true);
  assert.equal(await focused(panel), 'More Actions…');
});

test('a Markdown block of a reply is rendered by its menu, and what is in it is not rendered again', async () => {
  const panel = await show(PART);
  const outer = block(panel, 'Code block 1');
  assert.equal(await renderButton(panel).count(), 0);
  assert.equal(await toggleInMenu(panel, outer), 'false');
  assert.equal(await isRendered(panel), true);
  assert.deepEqual(await labels(panel), [
    'Code block 1, Markdown',
    'Code block 1.1, TypeScript',
    'Code block 1.2, Markdown',
    'Code block 2, Bash',
  ]);
  // From now on, one press away.
  assert.equal(await renderButton(panel).count(), 1);
  for (const label of ['Code block 1.2', 'Code block 2']) {
    await block(panel, label).getByRole('button', { name: 'More Actions…' }).click();
    assert.deepEqual(await panel.page.getByRole('menuitemcheckbox').allTextContents(), ['Word Wrap'], label);
    await panel.page.keyboard.press('Escape');
  }
  // The source is not wrapped while it isn't shown.
  await outer.getByRole('button', { name: 'More Actions…' }).first().click();
  assert.deepEqual(await panel.page.getByRole('menuitemcheckbox').allTextContents(), ['Render Markdown']);
  await panel.page.keyboard.press('Escape');
  assert.equal(await toggleInMenu(panel, outer), 'true');
  assert.equal(await isRendered(panel), false);
});

test('actions of a rendered block and of those in it name the block by which the host finds it', async () => {
  const panel = await show(PART, { width: 600 });
  await toggleInMenu(panel, block(panel, 'Code block 1'));
  const press = async (label: string, name: string) => {
    const count = panel.postedOf('codeBlockAction').length + 1;
    await block(panel, label).getByRole('button', { name, exact: true }).first().click();
    const { blockIndex, innerIndex, part, action } = await panel.posted('codeBlockAction', count);
    return [blockIndex, innerIndex, part && [part.start, part.end], action];
  };
  assert.deepEqual(await press('Code block 1', 'Copy'), [0, undefined, undefined, 'copy']);
  assert.deepEqual(await press('Code block 1.2', 'Copy'), [0, 1, undefined, 'copy']);
  assert.deepEqual(await press('Code block 1.1', 'Insert at Cursor'), [0, 0, undefined, 'insert']);
  assert.deepEqual(await press('Code block 2', 'Replace Selection'), [1, undefined, undefined, 'replace']);
  await block(panel, 'Code block 1.1').locator('pre').selectText();
  assert.deepEqual(await press('Code block 1.1', 'Copy Selected Text'), [0, 0, [0, 6], 'copy']);
  // Of the rendered text, no offsets in the source are known.
  await panel.log.getByText('Call').selectText();
  assert.deepEqual(await press('Code block 1', 'Copy'), [0, undefined, undefined, 'copy']);
});

test('what the host says of a block goes to that block, whichever are rendered', async () => {
  const panel = await show(PART, { width: 600 });
  const receiveStatus = (text: string, innerIndex?: number) =>
    panel.receive({
      type: 'codeBlockStatus',
      turnId: 'reply-1',
      blockIndex: 0,
      ...(innerIndex !== undefined && { innerIndex }),
      text,
    });
  await toggleInMenu(panel, block(panel, 'Code block 1'));
  // The files are looked up again, now also those in the rendered block.
  await panel.posted('findReplyFiles');
  await panel.receive(
    { type: 'codeBlockStatus', turnId: 'reply-1', blockIndex: 1, text: 'Second.' },
    { type: 'replyTarget', turnId: 'reply-1', target: TARGET },
    {
      type: 'replyFiles',
      turnId: 'reply-1',
      blocks: [{ blockIndex: 0, innerIndex: 0, path: 'src/a.ts', leadsTo: 'file' }],
      links: [],
    },
  );
  await receiveStatus('Inner.', 1);
  assert.equal(await block(panel, 'Code block 2').getByRole('status').textContent(), 'Second.');
  assert.equal(await block(panel, 'Code block 1.2').getByRole('status').textContent(), 'Inner.');
  assert.equal(
    await block(panel, 'Code block 1.1')
      .getByRole('button', { name: /^Replace lines/ })
      .count(),
    1,
  );
  await panel.page.getByRole('button', { name: 'Open src/a.ts' }).click();
  const { blockIndex, innerIndex, action } = await panel.posted('codeBlockAction');
  assert.deepEqual([blockIndex, innerIndex, action], [0, 0, 'openFile']);
  await renderButton(panel).click();
  await receiveStatus('Accepted.', 0);
  assert.equal(await block(panel, 'Code block 1').getByRole('status').textContent(), 'Accepted.');
});

test('Next and Previous Code Block go through rendered blocks and those in them', async () => {
  const panel = await show(PART);
  await toggleInMenu(panel, block(panel, 'Code block 1'));
  await panel.textbox.focus();
  const visited: (string | undefined)[] = [];
  for (const command of [...Array(5).fill('next'), 'previous', 'previous', 'previous'] as const) {
    await panel.receive({ type: 'codeBlockCommand', command });
    visited.push((await focused(panel))?.match(/[\d.]+/)?.[0]);
  }
  assert.deepEqual(visited, ['1', '1.1', '1.2', '2', '1', '2', '1.2', '1.1']);
  const { codeBlock } = panel.postedOf('focusChanged').at(-1) ?? {};
  assert.deepEqual(codeBlock, { turnId: 'reply-1', blockIndex: 0, innerIndex: 0 });
});

test('a growing block can be rendered and grows on, and more text after it takes the button away', async () => {
  const panel = await open();
  const half = WHOLE.indexOf('();\n');
  await panel.receive(state({ turns: [question('How?'), growing(WHOLE.slice(0, half))] }));
  await renderButton(panel).click();
  const inner = block(panel, 'Code block 1.1');
  assert.equal(await isRendered(panel), true);
  assert.equal(await inner.getByRole('button', { name: 'Copy' }).getAttribute('aria-disabled'), 'true');
  assert.equal(await panel.log.locator('[data-cursor]').count(), 2);
  for (const piece of WHOLE.slice(half).trimEnd()) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text: piece });
  }
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '\n' });
  await panel.untilDrawn();
  const text = await panel.log.locator('.rendered > .markdown').innerHTML();
  assert.equal(await inner.getByRole('button', { name: 'Copy' }).getAttribute('aria-disabled'), null);
  assert.equal(await focused(panel), 'Render Markdown');
  // As when it is drawn at once.
  await panel.receive({ type: 'replyChanged', turn: reply(WHOLE) });
  await panel.untilDrawn();
  await renderButton(panel).click();
  await renderButton(panel).click();
  assert.equal(await panel.log.locator('.rendered > .markdown').innerHTML(), text);
  // Never pressed, it is gone when the block is not the whole reply any more.
  await panel.receive(
    state({ conversationId: 'other', turns: [question('How?'), growing(WHOLE, { id: 'reply-2' })] }),
  );
  await renderButton(panel).focus();
  await panel.receive({ type: 'replyText', turnId: 'reply-2', text: 'After.' });
  await panel.untilDrawn();
  assert.equal(await renderButton(panel).count(), 0);
  assert.equal(await focused(panel), 'Copy');
});

test('what is rendered and opened in a block stays so after another conversation was shown, and in a page that is loaded again', async () => {
  const text = `${PART}\n<details>\n<summary>Own</summary>\n\nDeep.\n\n</details>\n`;
  const shown = state({ turns: [question('How?'), reply(text)] });
  const panel = await show(text);
  const opened = (one: PanelPage) =>
    one.log.locator('details').evaluateAll((all: HTMLDetailsElement[]) => all.map((each) => each.open));
  await toggleInMenu(panel, block(panel, 'Code block 1'));
  await panel.log.getByText('More', { exact: true }).click();
  assert.deepEqual(await opened(panel), [true, false]);
  await panel.receive(state({ conversationId: 'other' }), shown);
  assert.deepEqual(await opened(panel), [true, false]);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  const again = await open({ savedState: await panel.page.evaluate(() => window.stubState) });
  await again.receive(shown);
  await again.untilDrawn();
  assert.deepEqual(await opened(again), [true, false]);
  await renderButton(again).click();
  await again.receive(state({ conversationId: 'other' }), shown);
  assert.deepEqual([await isRendered(again), await opened(again)], [false, [false]]);
});

test('Find, footnotes, copying and announcements take a rendered block as text', async () => {
  const panel = await show(`Own.[^1]\n\n${fence(INNER)}\n\n[^1]: Another note.`, { height: 900 });
  await toggleInMenu(panel, block(panel, 'Code block 1'));
  const references = panel.log.locator('.footnote-reference');
  for (const [index, note] of ['Another note.', 'The note.'].entries()) {
    await references.nth(index).click();
    assert.equal(await panel.page.evaluate(() => document.activeElement?.textContent?.trim()), note);
  }
  const copied = await panel.page.evaluate(() => {
    const turn = document.querySelector('.markdown');
    document.getSelection()?.selectAllChildren(turn ?? document.body);
    let text = '';
    const listen = ({ clipboardData }: ClipboardEvent): void => {
      text = clipboardData?.getData('text/plain') ?? '';
    };
    addEventListener('copy', listen);
    document.execCommand('copy');
    removeEventListener('copy', listen);
    return text;
  });
  assert.match(
    copied,
    /^Own\.\[1\]\n\nTitle\n\nCall a\(\), as said\.\[1\]\n\nMore\n\n(?:Deep\.\n\n)?one\(\);\n\n- in a list/,
  );
  assert.equal(copied.match(/Title/g)?.length, 1);
  await panel.page.keyboard.press('Control+f');
  await panel.page.keyboard.type('a(), as said');
  assert.equal(await panel.page.locator('.find-count').textContent(), '1 of 1');
});

test('a rendered block is announced by sentence while it grows, and its code by name', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('How?'), growing('')] }));
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '````md\nFirst' });
  await renderButton(panel).click();
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: ' one. Second' });
  // In one announcement or several, whenever the first is made.
  const untilSpoken = (text: string) =>
    panel.page.waitForFunction((wanted) => window.announced.join('\n').includes(wanted), text);
  await untilSpoken('Code block 1, Markdown\nFirst one.');
  // What takes several frames to draw is not spoken before. That the reply has finished may be.
  const code = 'a\n'.repeat(50_000);
  const text = `\`\`\`\`md\nFirst one. Second one.\n\n\`\`\`ts\n${code}\`\`\`\n\nThe end.\n\`\`\`\``;
  await panel.receive({ type: 'replyChanged', turn: reply(text) });
  await untilSpoken('Second one.\nCode block 1.1, TypeScript\nThe end.');
});
