import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileLink } from '../../../src/protocol/code.ts';
import type { HostMessage, PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { selectOffsets } from '../selectOffsets.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const TEXT = [
  'See `src/a.ts:12`, [its `b.ts`](te%73t/a.ts#L3-L9) and [`b.ts`](https://example.org/b.ts), then `b.ts` or `c.ts`.',
  '<details><summary>`src/a.ts:12`</summary>\n\n- [gone](gone.md)\n\n</details>',
  '```ts\nsrc/a.ts:12\n```',
  `${'`x` '.repeat(50)} \`b.ts\``,
].join('\n\n');

const LINKS: FileLink[] = [
  { index: 0, text: 'src/a.ts:12', path: 'src/a.ts', lines: { start: 12, end: 12 } },
  { index: 1, text: 'test/a.ts#L3-L9', path: 'lib/test/a.ts', lines: { start: 3, end: 9 } },
  { index: 2, text: 'b.ts', path: 'src/b.ts' },
];

const FILES = {
  type: 'replyFiles' as const,
  turnId: 'reply-1',
  blocks: [],
  links: LINKS,
} satisfies HostMessage;

/** The text and the title of each link that leads to a file. */
function fileLinks(panel: PanelPage): Promise<string[]> {
  return panel.log
    .getByRole('link')
    .and(panel.page.locator('.file-link'))
    .evaluateAll((all) =>
      all.map((one) => `${one.tagName} ${one.textContent}: ${(one as HTMLElement).title}`),
    );
}

/** Where everything in the reply is. */
function places(panel: PanelPage): Promise<string[]> {
  return panel.page.locator('.markdown, .markdown *').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.tagName, x, y, width, height].join(' ');
    }),
  );
}

async function openLinked(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Where?'), reply(TEXT)] }), FILES);
  return panel;
}

test('inline code and links lead to the files that the host has found, and nothing else does', async () => {
  const panel = await openLinked();
  assert.deepEqual(await fileLinks(panel), [
    'CODE src/a.ts:12: Open src/a.ts, line 12',
    'SPAN its b.ts (te%73t/a.ts#L3-L9): Open lib/test/a.ts, lines 3–9',
    'CODE b.ts: Open src/b.ts',
    'CODE src/a.ts:12: Open src/a.ts, line 12',
    'CODE b.ts: Open src/b.ts',
  ]);
  assert.equal(await panel.log.getByRole('link').count(), 6);
});

test('links to files appear without moving or replacing anything', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Where?'), reply(TEXT)], draft: 'Draft' }));
  await selectOffsets(panel.page.locator('.markdown p').first(), 6, 30);
  await panel.page.evaluate(() => {
    const nodes = [...document.querySelectorAll('.markdown *')];
    Object.assign(window, { isSame: () => nodes.every((node) => node.isConnected) });
  });
  const before = await places(panel);
  await panel.textbox.focus();
  await panel.receive(FILES);
  assert.equal((await fileLinks(panel)).length, 5);
  assert.deepEqual(await places(panel), before);
  assert.ok(await panel.page.evaluate('window.isSame()'), 'A node was replaced');
  assert.equal(await panel.page.evaluate(() => String(getSelection())), 'c/a.ts:12, its b.ts (te%');
  assert.equal(await panel.textbox.evaluate((box) => box === document.activeElement), true);
});

test('a link whose file is gone is text again, but for one that has the focus', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Where?'), reply(TEXT)] }));
  const html = () => panel.page.locator('.markdown').innerHTML();
  const before = await html();
  await panel.receive(FILES, { ...FILES, links: LINKS.slice(0, 2) });
  assert.deepEqual(await fileLinks(panel), [
    'CODE src/a.ts:12: Open src/a.ts, line 12',
    'SPAN its b.ts (te%73t/a.ts#L3-L9): Open lib/test/a.ts, lines 3–9',
    'CODE src/a.ts:12: Open src/a.ts, line 12',
  ]);
  await panel.page.locator('.file-link').first().focus();
  await panel.receive({ ...FILES, links: [] });
  assert.equal((await fileLinks(panel)).length, 1);
  assert.equal(await panel.page.locator('.file-link:focus').count(), 1);
  await panel.textbox.focus();
  await panel.receive({ ...FILES, links: [] });
  const withoutEmpty = (text: string) => text.replaceAll(' class=""', '');
  assert.equal(withoutEmpty(await html()), withoutEmpty(before));
});

test('the host is asked for the files that a reply names in its text, once it has ended', async () => {
  const panel = await open();
  await panel.receive(
    state({
      turns: [
        question('One'),
        reply('`format()` and [a](#b)', { id: 'other' }),
        question('Two'),
        growing('In [it](src/a.ts)', { id: 'running' }),
      ],
    }),
  );
  await panel.untilDrawn();
  assert.deepEqual(panel.postedOf('findReplyFiles'), []);
  const ended = { type: 'replyChanged' as const, turn: reply('In [it](src/a.ts)', { id: 'running' }) };
  await panel.receive(ended, ended);
  assert.equal((await panel.posted('findReplyFiles')).turnId, 'running');
  await panel.untilDrawn();
  assert.equal(panel.postedOf('findReplyFiles').length, 1);
});

test('the host is asked for the files of an older reply when it comes near', async () => {
  const panel = await open();
  const turns = Array.from({ length: 40 }, (_, index) => [
    question(`Question ${index}`),
    reply(`In \`src/a${index}.ts\`\n\n${'More.\n\n'.repeat(20)}`, { id: `reply-${index}` }),
  ]).flat();
  await panel.receive(state({ turns }));
  await panel.untilTurns(80);
  const asked = () => panel.postedOf('findReplyFiles').map(({ turnId }) => turnId);
  await panel.posted('findReplyFiles');
  assert.ok(!asked().includes('reply-0') && asked().length < 20, asked().join());
  await panel.log.evaluate((log) => log.scrollTo(0, 0));
  while (!asked().includes('reply-0')) {
    await panel.posted('findReplyFiles', asked().length + 1);
  }
});

test('a link to a file is opened by a click and by Enter, also in a summary, and a failure is shown', async () => {
  const panel = await openLinked();
  const opened = async (count: number) => (await panel.posted('openFileLink', count)).linkIndex;
  const links = panel.page.locator('.file-link');
  await links.nth(1).click();
  assert.equal(await opened(1), 1);
  await panel.log.focus();
  // After the menu of the question.
  for (const name of ['More Actions…', 'src/a.ts:12', 'its b.ts (te%73t/a.ts#L3-L9)']) {
    await panel.page.keyboard.press('Tab');
    const { label, text } = await panel.page.evaluate(() => ({
      label: document.activeElement?.ariaLabel,
      text: document.activeElement?.textContent,
    }));
    assert.equal(label ?? text, name);
  }
  panel.respond = () => 'The file was not found in the workspace.';
  await panel.page.keyboard.press('Shift+Enter');
  await panel.page.keyboard.down('Enter');
  await panel.page.keyboard.down('Enter');
  await panel.page.keyboard.up('Enter');
  assert.equal(await opened(2), 1);
  await panel.page.getByText('The file was not found in the workspace.').waitFor();
  await links.nth(3).click();
  assert.equal(await opened(3), 0);
  await links.nth(2).evaluate((link) => link instanceof HTMLElement && link.click());
  assert.equal(await opened(4), 2, 'A press without a pointer, as by a screen reader');
  assert.equal(
    await panel.page.locator('details').evaluate((details) => details.hasAttribute('open')),
    false,
  );
});

test('selecting the text of a link to a file does not open it, and typing continues where it was after a click', async () => {
  const panel = await openLinked();
  const link = panel.page.locator('.file-link').first();
  const box = await link.boundingBox();
  assert.ok(box);
  const middle = box.y + box.height / 2;
  const drag = async (start: number, end: number): Promise<void> => {
    await panel.page.mouse.move(box.x + start, middle);
    await panel.page.mouse.down();
    await panel.page.mouse.move(box.x + end, middle, { steps: 3 });
    await panel.page.mouse.up();
  };
  await drag(30, box.width - 5);
  assert.equal(await panel.page.evaluate(() => String(getSelection())), 'a.ts:12');
  // Where Chromium may select nothing, as from before the first character.
  await drag(0.5, 40);
  await panel.receive({ type: 'find' });
  const find = panel.page.getByRole('textbox', { name: 'Find' });
  await find.focus();
  await panel.page.locator('.file-link').nth(2).dblclick();
  assert.equal((await panel.posted('openFileLink')).linkIndex, 2);
  await panel.page.evaluate(() => {
    document.activeElement?.remove();
  });
  await find.and(panel.page.locator(':focus')).waitFor();
  assert.equal(panel.postedOf('openFileLink').length, 1);
});
