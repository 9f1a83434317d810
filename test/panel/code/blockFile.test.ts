import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { BlockFileView } from '../../../src/protocol/code.ts';
import type { ReplyTarget } from '../../../src/protocol/toPanel.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state, TARGET } from '../samples.ts';
import { selectOffsets } from '../selectOffsets.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const TS = '```ts\nconst one = 1;\n```';
const NAMED = '```ts title="units.ts"\nconst one = 1;\n```';

const UNITS: BlockFileView = { blockIndex: 0, path: 'src/units.ts', leadsTo: 'file', isOwn: true };
const NEW: BlockFileView = { blockIndex: 0, path: 'src/new/thing.ts', leadsTo: 'newFile', isOwn: true };

async function openWith(text: string, files: BlockFileView[], target?: ReplyTarget): Promise<PanelPage> {
  const panel = await open({ width: 640 });
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  if (target !== undefined) {
    await panel.receive({ type: 'replyTarget', turnId: 'reply-1', target });
  }
  await showFiles(panel, ...files);
  return panel;
}

async function showFiles(panel: PanelPage, ...blocks: BlockFileView[]): Promise<void> {
  await panel.receive({ type: 'replyFiles', turnId: 'reply-1', blocks, links: [] });
}

function block(panel: PanelPage, index = 0): Locator {
  return panel.log.locator('.code').nth(index);
}

/** Names of the visible buttons of the toolbar. */
function buttonNames(panel: PanelPage, index = 0): Promise<(string | null)[]> {
  return block(panel, index)
    .getByRole('toolbar')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
}

async function menuNames(panel: PanelPage, index = 0): Promise<string[]> {
  await block(panel, index).getByRole('button', { name: 'More Actions…' }).click();
  return panel.page.getByRole('menuitem').allTextContents();
}

async function leave(panel: PanelPage): Promise<void> {
  await panel.textbox.focus();
  await panel.textbox.hover();
  await panel.untilDrawn();
}

/** Tag, text and tooltip of the file in the header. */
function fileIn(panel: PanelPage, index = 0): Promise<string[]> {
  return block(panel, index)
    .locator('.code-file')
    .evaluateAll((all) =>
      all.flatMap((one) => [one.tagName, one.textContent ?? '', (one as HTMLElement).title]),
    );
}

test('the first button applies a block to the file that it is for, or creates that', async () => {
  const panel = await openWith(NAMED, [UNITS], TARGET);
  const rest = ['Copy', 'Insert at Cursor', 'Replace Selection', 'More Actions…'];
  const label = block(panel).locator('.button-label').first();
  for (const [file, name, shown] of [
    [UNITS, 'Apply to units.ts in src', 'Apply to units.ts'],
    [{ ...UNITS, isChoice: true }, 'Apply to units.ts…', 'Apply to units.ts…'],
    [NEW, 'Create thing.ts in src/new', 'Create thing.ts'],
    [{ ...NEW, isChoice: true }, 'Create thing.ts…', 'Create thing.ts…'],
    [{ ...UNITS, path: 'a\u202eb.ts' }, 'Apply to a[U+202E]b.ts', 'Apply to a[U+202E]b.ts'],
  ] as const) {
    await showFiles(panel, file);
    assert.deepEqual(await buttonNames(panel), [name, ...rest]);
    assert.equal(await label.textContent(), shown);
  }
  await showFiles(panel, UNITS);
  const status = block(panel).getByRole('status');
  await panel.page.getByRole('button', { name: 'Apply to units.ts in src' }).click();
  assert.equal((await panel.posted('codeBlockAction')).action, 'applyToFile');
  await status.getByText('Review opened.').waitFor();
  await leave(panel);
  await showFiles(panel, NEW);
  await panel.page.getByRole('button', { name: 'Create thing.ts in src/new' }).click();
  assert.equal((await panel.posted('codeBlockAction', 2)).action, 'applyToFile');
  await status.getByText('Opened src/new/thing.ts, not saved yet.').waitFor();
});

test('what a block is for decides its first button, and the other ways are in its menu', async () => {
  const panel = await openWith(`${NAMED}\n\n${TS}`, [], TARGET);
  const toFile = 'Apply to units.ts in src';
  const toLines = 'Replace lines 3–11 of duration.ts';
  const { isOwn: _, ...above } = UNITS;
  for (const [file, first, inMenu] of [
    [undefined, toLines, []],
    [UNITS, toFile, [toLines]],
    [above, toLines, [toFile]],
    [{ ...UNITS, isAskedAbout: true }, toLines, [toFile]],
    [{ ...UNITS, leadsTo: 'nowhere' }, 'Copy', [toLines]],
    [{ ...above, leadsTo: 'nowhere' }, toLines, []],
  ] as const) {
    await leave(panel);
    await showFiles(panel, ...(file ? [file] : []));
    assert.equal((await buttonNames(panel))[0], first, JSON.stringify(file));
    const offered = (await menuNames(panel)).filter((name) => name === toFile || name === toLines);
    assert.deepEqual(offered, inMenu, JSON.stringify(file));
    await panel.page.keyboard.press('Escape');
  }
  await leave(panel);
  await panel.receive({ type: 'replyTarget', turnId: 'reply-1', target: { ...TARGET, blocks: [1] } });
  await showFiles(panel, above);
  assert.deepEqual((await buttonNames(panel))[0], toFile);
  await panel.receive({ type: 'replyTarget', turnId: 'reply-1', target: TARGET });
  assert.deepEqual(await menuNames(panel), [toFile, 'New File']);
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('codeBlockAction')).action, 'applyToFile');
  await block(panel).getByRole('status').getByText('Review opened.').waitFor();
});

test('a block is applied to its file as a whole, whatever is selected', async () => {
  const panel = await openWith(NAMED, [UNITS]);
  await selectOffsets(block(panel).locator('pre code'), 0, 5);
  await panel.untilDrawn();
  assert.deepEqual((await buttonNames(panel)).slice(0, 2), [
    'Apply to units.ts in src',
    'Copy Selected Text',
  ]);
  await panel.page.getByRole('button', { name: 'Apply to units.ts in src' }).click();
  assert.equal((await panel.posted('codeBlockAction')).part, undefined);
});

test('no button comes, goes or does another thing under the pointer or the focus because of what is found', async () => {
  const panel = await openWith(NAMED, []);
  panel.respond = () => ({ kind: 'info', text: 'Opened.' });
  const copy = block(panel).getByRole('button', { name: 'Copy', exact: true });
  const box = () => copy.boundingBox();
  await copy.hover();
  const before = await box();
  await showFiles(panel, NEW);
  await panel.receive({ type: 'replyTarget', turnId: 'reply-1', target: TARGET });
  assert.deepEqual(await box(), before);
  await leave(panel);
  const main = block(panel).getByRole('toolbar').getByRole('button').first();
  const name = () => main.getAttribute('aria-label');
  assert.equal(await name(), 'Create thing.ts in src/new');
  await main.focus();
  for (const found of [[{ ...NEW, leadsTo: 'file' as const }], [{ ...NEW, path: 'src/other.ts' }], []]) {
    await showFiles(panel, ...found);
    assert.equal(await name(), 'Create thing.ts in src/new');
  }
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('codeBlockAction')).action, 'applyToFile');
  await showFiles(panel, { ...NEW, leadsTo: 'file' });
  await block(panel).getByRole('status').getByText('Opened.').waitFor();
  assert.equal(await name(), 'Create thing.ts in src/new');
  await leave(panel);
  assert.equal(await name(), 'Apply to thing.ts in src/new');
});

test('the header shows the file however it is named, and nothing else moves when the host finds it', async () => {
  const panel = await openWith(`${NAMED}\n\n${TS}\n\n${TS}\n\nThe end.`, []);
  const places = () =>
    panel.page
      .locator('.code, pre, .code-header, .markdown > p')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  assert.deepEqual(await fileIn(panel), ['SPAN', 'units.ts', '']);
  assert.deepEqual(await fileIn(panel, 1), []);
  const before = await places();
  await showFiles(
    panel,
    UNITS,
    { ...UNITS, blockIndex: 1, path: 'src/parse\u202e.ts' },
    { ...NEW, blockIndex: 2 },
  );
  // What the info string says stays as it is.
  assert.deepEqual(await fileIn(panel), ['BUTTON', 'units.ts', 'Open src/units.ts']);
  assert.equal(await block(panel).locator('.code-title').getAttribute('title'), 'src/units.ts TypeScript');
  assert.deepEqual(await fileIn(panel, 1), ['BUTTON', 'src/parse[U+202E].ts', 'Open src/parse[U+202E].ts']);
  assert.deepEqual(await fileIn(panel, 2), ['SPAN', 'src/new/thing.ts', '']);
  assert.deepEqual(await places(), before);
  await block(panel, 1).locator('.code-file').click();
  const { blockIndex, action } = await panel.posted('codeBlockAction');
  assert.deepEqual([blockIndex, action], [1, 'openFile']);
  await block(panel).locator('.code-file').focus();
  await showFiles(panel, { ...UNITS, isChoice: true }, { ...NEW, leadsTo: 'file', blockIndex: 2 });
  assert.equal(await block(panel).locator('button.code-file:focus').count(), 1);
  assert.deepEqual(await fileIn(panel, 1), []);
  assert.equal((await fileIn(panel, 2))[0], 'BUTTON');
  await showFiles(panel, { ...UNITS, leadsTo: 'nowhere' });
  assert.deepEqual(await fileIn(panel), ['SPAN', 'units.ts', '']);
  assert.equal(await block(panel).locator('pre:focus').count(), 1);
  assert.deepEqual(await places(), before);
});

test('the host is asked for the files of each ended reply with code, since text above may name them', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing(`${TS}\n\n`)] }));
  await panel.untilDrawn();
  assert.equal(panel.postedOf('findReplyFiles').length, 0);
  await panel.receive({ type: 'replyChanged', turn: reply(TS) });
  assert.equal((await panel.posted('findReplyFiles')).turnId, 'reply-1');
  await panel.receive({ type: 'replyChanged', turn: reply(TS) });
  await panel.untilDrawn();
  assert.equal(panel.postedOf('findReplyFiles').length, 1);
});

for (const width of [640, 420, 200]) {
  test(`a long name leaves room for the others in a panel of ${width} px`, async () => {
    const panel = await open({ width });
    const [folder, name] = ['src/parsers/iso8601', 'durationsWithFractionsOfSecondsAndTimeZones.ts'];
    await panel.receive(state({ turns: [question('Why?'), reply(TS)] }));
    await showFiles(panel, { ...UNITS, path: `${folder}/${name}` });
    const head = await block(panel)
      .locator('.code-header')
      .evaluate((header) => ({
        isCut: header.scrollWidth > header.clientWidth,
        height: header.clientHeight,
        title: header.querySelector('.code-title')?.clientWidth ?? 0,
      }));
    assert.ok(!head.isCut && head.height < 40 && head.title > 40, JSON.stringify(head));
    assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.equal((await buttonNames(panel))[0], `Apply to ${name} in ${folder}`);
  });
}
