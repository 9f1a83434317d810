import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocksOf } from '../../../src/core/markdown/codeBlocks.ts';
import type { PanelPage } from '../panelPage.ts';
import { question, reply, state, TARGET } from '../samples.ts';
import { selectOffsets } from '../selectOffsets.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const CODE = [
  'const face = "😀";',
  'const a\u202eb = 1;',
  'const c\u200b\u200b\u200b\u200b\u200bd = 2;',
  'last();',
];
/** With CRLF line ends, of which the host has LF ones only. */
const REPLY = ['Before', '', '```ts', ...CODE, '```', '', 'After'].join('\r\n');
const HOST_CODE = codeBlocksOf(REPLY)[0]?.code ?? '';

async function openCode(): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }), {
    type: 'replyTarget',
    turnId: 'reply-1',
    target: TARGET,
  });
  return panel;
}

/** Selects from the first occurrence of a shown text to the end of the first occurrence of another. */
async function select(panel: PanelPage, from: string, to: string): Promise<void> {
  const code = panel.page.locator('.code pre code');
  const shown = await panel.text(code);
  await selectOffsets(code, shown.indexOf(to) + to.length, shown.indexOf(from));
  await panel.untilDrawn();
}

/** What the host takes from the block for the last action. */
async function actedOn(panel: PanelPage, count: number): Promise<string> {
  const { part } = await panel.posted('codeBlockAction', count);
  return part === undefined ? 'all' : HOST_CODE.slice(part.start, part.end);
}

function buttonNames(panel: PanelPage): Promise<(string | null)[]> {
  return panel.log
    .getByRole('toolbar')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
}

test('the offsets of a selected part are those of the code that the host has', async () => {
  const panel = await openCode();
  const copy = panel.page.getByRole('button', { name: /^Cop/ }).first();
  const shown: readonly (readonly [from: string, to: string, part: string])[] = [
    ['😀', '";', '😀";'],
    ['😀";\n', 'const a', '😀";\nconst a'],
    ['[U+202E]', 'b =', '\u202eb ='],
    ['b = ', 'b = ', 'b = '],
    // Half of a mark: the mark stands for its characters as a whole.
    ['a[U+', '2E]', 'a\u202e'],
    ['202E]', '[U+20', '\u202e'],
    ['a[U+202E]b', '+4', 'a\u202eb = 1;\nconst c\u200b\u200b\u200b\u200b\u200b'],
    ['d = 2', 'last', 'd = 2;\nlast'],
  ];
  for (const [index, [from, to, part]] of shown.entries()) {
    await select(panel, from, to);
    await copy.click();
    assert.equal(await actedOn(panel, index + 1), part);
  }
});

test('the buttons say what they act on, and keep the selection', async () => {
  const panel = await openCode();
  await select(panel, 'face', 'const a');
  assert.deepEqual(await buttonNames(panel), [
    'Replace lines 3–11 of duration.ts with Selected Lines',
    'Copy Selected Lines',
    'Insert at Cursor: Selected Lines',
    'Replace Selection with Selected Lines',
    'Review Change: Selected Lines',
    'More Actions…',
  ]);
  for (const [index, name] of [
    /^Replace line/,
    /^Insert at Cursor/,
    /^Replace Selection/,
    /^Review/,
  ].entries()) {
    await panel.page.getByRole('button', { name }).click();
    assert.equal(await actedOn(panel, index + 1), 'face = "😀";\nconst a');
  }
  await panel.page.locator('.code').getByRole('button', { name: 'More Actions…' }).click();
  await panel.page.getByRole('menuitem', { name: 'New File' }).click();
  assert.equal(await actedOn(panel, 5), 'all');
  await select(panel, 'face', 'face');
  assert.equal((await buttonNames(panel))[1], 'Copy Selected Text');
  // Other text is selected too.
  await panel.page.evaluate(() =>
    getSelection()?.selectAllChildren(document.querySelector('.markdown') as Node),
  );
  await panel.untilDrawn();
  assert.equal((await buttonNames(panel))[1], 'Copy');
  await panel.page.evaluate(() => getSelection()?.removeAllRanges());
  await select(panel, '\n', '\n');
  assert.equal((await buttonNames(panel))[1], 'Copy', 'a line end alone is no part');
});

test('a part can be selected by mouse and extended by keys, and commands for the focused block act on it', async () => {
  const panel = await openCode();
  const code = panel.page.locator('.code pre code');
  const { keyboard, mouse } = panel.page;
  const box = await code.boundingBox();
  assert.ok(box);
  const lineHeight = box.height / CODE.length;
  // The last line: the browser selects up to the start of the next paragraph.
  await mouse.click(box.x + 4, box.y + 3.5 * lineHeight, { clickCount: 3 });
  await panel.untilDrawn();
  /** Waits until the host knows this part of the focused block. */
  const untilReported = async (expected: string) => {
    for (let count = 1; ; count++) {
      const { part } = (await panel.posted('focusChanged', count)).codeBlock ?? {};
      if (part !== undefined && HOST_CODE.slice(part.start, part.end) === expected) {
        return count;
      }
    }
  };
  await untilReported('last();');
  await mouse.dblclick(box.x + 4, box.y + 0.5 * lineHeight);
  await untilReported('const');
  await keyboard.press('Shift+ArrowDown');
  const count = await untilReported('const face = "😀";\nconst');
  await panel.page.evaluate(() => document.dispatchEvent(new Event('selectionchange')));
  await panel.untilDrawn();
  assert.equal(panel.postedOf('focusChanged').length, count, 'posted only on change');
  await panel.textbox.focus();
  assert.equal((await panel.posted('focusChanged', count + 1)).codeBlock, undefined);
});
