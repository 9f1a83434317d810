import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { AppliedView } from '../../../src/protocol/code.ts';
import type { PanelPage } from '../panelPage.ts';
import { question, REPLY, reply, state, TARGET } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const APPLIED: AppliedView = { path: 'src/duration.ts', lines: { start: 3, end: 11 } };
const TS = '```ts\nconst one = 1;\n```';
const MARKDOWN = `\`\`\`\`md\n# Title\n\n${TS}\n\`\`\`\``;

async function openWith(text: string, options?: Parameters<typeof open>[0]): Promise<PanelPage> {
  const panel = await open(options);
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  return panel;
}

async function showApplied(panel: PanelPage, applied?: AppliedView, innerIndex?: number): Promise<void> {
  await panel.receive({
    type: 'codeBlockApplied',
    turnId: 'reply-1',
    blockIndex: 0,
    ...(innerIndex !== undefined && { innerIndex }),
    ...(applied && { applied }),
  });
}

function link(panel: PanelPage): Locator {
  return panel.log.getByRole('button', { name: /^In duration/ });
}

function revert(panel: PanelPage): Locator {
  return panel.log.getByRole('button', { name: 'Revert in src/duration.ts' });
}

function focusedText(panel: PanelPage): Promise<string | undefined> {
  return panel.page.evaluate(() => document.activeElement?.textContent ?? undefined);
}

test('a code block says where it was applied, leads there, and takes it back', async () => {
  const panel = await openWith(TS);
  for (const [applied, text] of [
    [APPLIED, 'In duration.ts, 3–11'],
    [{ ...APPLIED, isChanged: true }, 'In duration.ts, 3–11, changed since'],
    [{ ...APPLIED, lines: { start: 3, end: 3 } }, 'In duration.ts, 3'],
    [{ ...APPLIED, lines: { start: 3, end: 3 }, isChanged: true }, 'In duration.ts, 3, changed since'],
    [{ path: APPLIED.path }, 'In duration.ts'],
    [{ path: APPLIED.path, isChanged: true }, 'In duration.ts, changed since'],
  ] as const) {
    await showApplied(panel, applied);
    assert.deepEqual(await panel.log.locator('.code-applied').allTextContents(), [`${text}Revert`]);
    assert.equal(await link(panel).getAttribute('title'), 'src/duration.ts');
  }
  // What was there when the page was loaded, or was applied elsewhere, is not announced.
  assert.deepEqual(await panel.announced(), []);
  const status = panel.log.locator('.code-status');
  await link(panel).click();
  assert.equal((await panel.posted('codeBlockAction')).action, 'showApplied');
  panel.respond = () => ({ kind: 'info', text: 'Opened for review: it has changed.' });
  await revert(panel).click();
  const { action, blockIndex } = await panel.posted('codeBlockAction', 2);
  assert.deepEqual([action, blockIndex], ['revert', 0]);
  await status.getByText('Opened for review: it has changed.').waitFor();
  panel.respond = () => undefined;
  await revert(panel).click();
  await status.getByText('Reverted.').waitFor();
  await showApplied(panel);
  assert.equal(await panel.log.locator('.code-applied').count(), 0);
  // After Undo in the editor.
  await showApplied(panel, APPLIED);
  await link(panel).waitFor();
  assert.equal(await status.textContent(), '');
});

test('the place is announced once when an action here has led to it', async () => {
  const panel = await openWith(TS);
  await panel.receive({ type: 'replyTarget', turnId: 'reply-1', target: TARGET });
  await panel.page.getByRole('button', { name: 'Replace lines 3–11' }).click();
  await panel.posted('codeBlockAction');
  await panel.log.locator('.code-status').getByText('Replaced lines').waitFor({ state: 'attached' });
  await showApplied(panel, APPLIED);
  await panel.untilAnnounced('In duration.ts, 3–11');
  assert.match((await panel.log.locator('.code-status').textContent()) ?? '', /^Replaced lines/);
  await showApplied(panel, { ...APPLIED, lines: { start: 4, end: 12 } });
  await panel.untilDrawn();
  assert.deepEqual(await panel.announced(), ['In duration.ts, 3–11']);
});

test('Tab reaches both buttons after the code, an update keeps the focus, and the code gets it when they go', async () => {
  const panel = await openWith(TS);
  await showApplied(panel, APPLIED);
  await panel.log.locator('pre').focus();
  await panel.page.keyboard.press('Tab');
  assert.equal(await focusedText(panel), 'In duration.ts, 3–11');
  await showApplied(panel, { ...APPLIED, isChanged: true });
  assert.equal(await focusedText(panel), 'In duration.ts, 3–11, changed since');
  await panel.page.keyboard.press('Tab');
  assert.equal(await focusedText(panel), 'Revert');
  await panel.receive({ type: 'codeBlockStatus', turnId: 'reply-1', blockIndex: 0, text: 'Accepted.' });
  await showApplied(panel, APPLIED);
  assert.equal(await focusedText(panel), 'Revert');
  await showApplied(panel);
  assert.equal(await panel.log.locator('pre:focus').count(), 1);
});

test('the place stays when its block is drawn again, also of one in a rendered block', async () => {
  const panel = await openWith(MARKDOWN, { width: 200 });
  const rows = () => panel.log.locator('.code-applied').allTextContents();
  await showApplied(panel, { path: 'notes.md', lines: { start: 1, end: 1 } });
  await showApplied(panel, APPLIED, 0);
  assert.deepEqual(await rows(), ['In notes.md, 1Revert']);
  const render = panel.page.getByRole('button', { name: 'Render Markdown' });
  for (const shown of [2, 1, 2]) {
    await render.click();
    assert.equal((await rows()).length, shown);
  }
  assert.deepEqual(await rows(), ['In duration.ts, 3–11Revert', 'In notes.md, 1Revert']);
  await revert(panel).click();
  const { blockIndex, innerIndex } = await panel.posted('codeBlockAction');
  assert.deepEqual([blockIndex, innerIndex], [0, 0]);
  await revert(panel).focus();
  await showApplied(panel, undefined, 0);
  assert.equal(await panel.log.locator('.rendered pre:focus').count(), 1);
  const inRendered = panel.log.getByRole('button', { name: 'Revert in notes.md' });
  await inRendered.focus();
  await showApplied(panel);
  assert.equal(await panel.log.locator('.rendered > .markdown:focus').count(), 1);
  // The text of the reply is replaced.
  await showApplied(panel, APPLIED);
  await panel.receive({ type: 'replyChanged', turn: reply(`So.\n\n${TS}`) });
  assert.deepEqual(await rows(), ['In duration.ts, 3–11Revert']);
});

test('what a reader sees stays where it is when a place appears above', async () => {
  const panel = await open({ height: 500 });
  const turns = [1, 2, 3, 4].flatMap((index) => [
    question(`Question ${index}?`),
    reply(REPLY, { id: `reply-${index}` }),
  ]);
  await panel.receive(state({ turns }));
  const read = panel.log.getByText('Question 3?');
  await panel.receive({ type: 'showTurn', turnId: turns[4]?.id ?? '' });
  const top = async () => Math.round((await read.boundingBox())?.y ?? 0);
  const before = await top();
  await showApplied(panel, APPLIED);
  await panel.untilDrawn();
  assert.ok(Math.abs((await top()) - before) <= 1);
  await showApplied(panel);
  await panel.untilDrawn();
  assert.ok(Math.abs((await top()) - before) <= 1);
});

for (const width of [200, 340]) {
  test(`a long place wraps in a panel of ${width} px and is not cut`, async () => {
    const panel = await openWith(`- ${TS.replaceAll('\n', '\n  ')}`, { width });
    await showApplied(panel, {
      path: `src/${'durationsWithFractions'.repeat(3)}.ts`,
      lines: { start: 1003, end: 1011 },
      isChanged: true,
    });
    const cut = await panel.log
      .locator('.code-applied, .code-applied button')
      .evaluateAll(
        (all) => all.filter((each) => each.scrollWidth > each.clientWidth || each.clientHeight < 22).length,
      );
    assert.equal(cut, 0);
    assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), width);
  });
}
