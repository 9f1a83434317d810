import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';
import { suggest, suggestPrompts } from './suggestions.ts';

const open = usePanels();

async function openChat(size: { width?: number; height?: number } = {}): Promise<PanelPage> {
  const panel = await open(size);
  await panel.receive(state({}));
  await panel.textbox.focus();
  return panel;
}

function list(panel: PanelPage) {
  return panel.page.getByRole('listbox');
}

for (const [name, size] of Object.entries({
  'narrow panel': { width: 200, height: 500 },
  'low panel': { width: 340, height: 160 },
  'narrow and low panel': { width: 200, height: 160 },
  'wide panel': { width: 1200, height: 800 },
})) {
  test(`the list of suggestions fits in the panel and does not cover the typed text: ${name}`, async () => {
    const panel = await openChat(size);
    for (const attachments of [[], [SELECTION]]) {
      await panel.textbox.fill('');
      await panel.receive({ type: 'attachments', attachments });
      await suggest(panel, '@');
      await panel.page.keyboard.press('End');
      await panel.untilDrawn();
      const { x, y, width, height } = (await list(panel).boundingBox()) ?? {
        x: -1,
        y: -1,
        width: 0,
        height: 0,
      };
      assert.ok(x >= 0 && y >= 0, `${x} ${y}`);
      assert.ok(x + width <= size.width && y + height <= size.height, `${x} ${y} ${width} ${height}`);
      assert.ok(height >= 24, `${height} px high`);
      const box = await panel.textbox.boundingBox();
      assert.equal(x, box?.x, 'the list is aligned with the text box');
      assert.ok(box && (y + height <= box.y + 1 || y >= box.y + box.height - 1), `${y} ${height} ${box?.y}`);
      const cut = await list(panel).evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      assert.equal(cut, 0, 'nothing is cut off horizontally');
    }
  });
}

test('a list of suggestions that scrolls shows only whole lines at every height and font size', async () => {
  for (const [height, fontSize] of [
    [700, 13],
    [430, 13],
    [700, 22],
  ] as const) {
    const panel = await openChat({ height });
    await panel.receive({
      type: 'readingSettings',
      readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: false, fontSize },
    });
    await suggest(panel, '@');
    const { seen, line } = await list(panel).evaluate((shown) => ({
      seen: shown.clientHeight,
      line: Number.parseFloat(getComputedStyle(shown).lineHeight),
    }));
    assert.ok(seen > 3 * line && Math.abs(seen / line - Math.round(seen / line)) < 0.05, `${seen} / ${line}`);
  }
});

test('the letters that were typed are highlighted in each name', async () => {
  const panel = await openChat();
  await suggest(panel, '@dur');
  const marks = (name: string) => list(panel).getByRole('option', { name }).locator('mark').allTextContents();
  assert.deepEqual(await marks('parseDuration'), ['Dur']);
  assert.deepEqual(await marks('Git Changes'), []);
  await panel.textbox.fill('');
  await suggestPrompts(panel, '/rn');
  assert.deepEqual(await marks('release-notes'), ['r', 'n']);
});

test('each suggestion is on one line, and the end of a long name stays visible', async () => {
  const panel = await openChat({ width: 240 });
  await suggest(panel, '@', [
    { key: 'c0', kind: 'file', label: `${'aLongName'.repeat(8)}.test.ts`, detail: 'src/of/a/long/folder' },
    { key: 'c1', kind: 'file', label: 'short.ts', detail: 'src' },
  ]);
  const [long, short] = await list(panel)
    .getByRole('option')
    .evaluateAll((options) =>
      options.map((option) => {
        const tail = option.querySelector('.one-line-name > :last-child')?.getBoundingClientRect();
        const { height, right } = option.getBoundingClientRect();
        return { height, isTailVisible: tail !== undefined && tail.width > 0 && tail.right <= right };
      }),
    );
  assert.equal(long?.height, short?.height);
  assert.ok(long?.isTailVisible);
});

test('a file has the icon of the file icon theme once its font has loaded', async () => {
  const panel = await openChat();
  const file = {
    key: 'c0',
    kind: 'file',
    label: 'a.ts',
    fileIcon: { character: '\uEA60', color: '#519aba' },
  } as const;
  const icon = list(panel).locator('.file-icon');
  await panel.receive({ type: 'fileIconFont', data: 'not a font', size: '100%' });
  await suggest(panel, '@', [file]);
  assert.equal(await icon.count(), 0);
  const font = await readFile(new URL(import.meta.resolve('@vscode/codicons/dist/codicon.ttf')));
  await panel.receive({ type: 'fileIconFont', data: font.toString('base64'), size: '100%' });
  await panel.page.waitForFunction(() => document.fonts.check('16px file-icons'));
  await panel.textbox.fill('');
  await suggest(panel, '@', [file]);
  assert.equal(await icon.textContent(), '\uEA60');
  assert.equal(await icon.evaluate((shown) => getComputedStyle(shown).color), 'rgb(81, 154, 186)');
});
