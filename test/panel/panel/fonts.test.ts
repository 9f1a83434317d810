import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingSettings } from '../../../src/protocol/panel.ts';
import type { PanelPage } from '../panelPage.ts';
import { forEachPopup } from '../popups.ts';
import { question, REPLY, reply, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

function style(panel: PanelPage, selector: string) {
  return panel.page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { fontSize, fontFamily, fontFeatureSettings } = getComputedStyle(element);
      return { fontSize, fontFamily, fontFeatureSettings };
    });
}

async function openWith(reading: Partial<ReadingSettings>): Promise<PanelPage> {
  const panel = await open();
  await panel.receive({
    type: 'readingSettings',
    readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: false, ...reading },
  });
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  return panel;
}

test('text has VS Code’s font, and code the editor’s', async () => {
  const panel = await openWith({ codeFontFeatures: '"liga" on, "calt" on' });
  assert.equal((await style(panel, '.markdown p')).fontSize, '13px');
  const code = await style(panel, 'pre code');
  assert.equal(code.fontSize, '14px');
  assert.match(code.fontFamily, /Droid Sans Mono/);
  assert.match(code.fontFeatureSettings, /"liga".*"calt"|"calt".*"liga"/);
});

test('the font settings apply to all text but code, at once and until they are reset', async () => {
  const panel = await openWith({ fontSize: 19, fontFamily: 'Georgia, serif' });
  for (const selector of ['.markdown p', '.question-text', 'textarea']) {
    const { fontSize, fontFamily } = await style(panel, selector);
    assert.deepEqual([fontSize, fontFamily], ['19px', 'Georgia, serif'], selector);
  }
  assert.equal((await style(panel, 'pre code')).fontSize, '14px');
  await panel.receive({
    type: 'readingSettings',
    readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: false },
  });
  assert.equal((await style(panel, '.markdown p')).fontSize, '13px');
  assert.deepEqual(await panel.violations(), []);
});

test('an invalid font setting is ignored', async () => {
  const panel = await openWith({ fontFamily: 'x; } body { display: none', codeFontFeatures: 'liga(' });
  assert.match((await style(panel, '.markdown p')).fontFamily, /system-ui/);
  assert.equal((await style(panel, 'pre code')).fontFeatureSettings, 'normal');
});

/**
 * Texts of the page that overlap, or are clipped at their top or bottom by an element that doesn't scroll. Runs in the
 * page.
 */
function crowdedTexts(): string[] {
  /** Tolerance in px, since a glyph may extend a little beyond its line. */
  const TOLERANCE_PX = 1;
  const LAYERS =
    '[popover], .find, .history, .scroll-to-end, .sticky-question, .row-actions, .composer-box, .suggest-note';
  interface Line {
    text: string;
    layer: Element | null;
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const found: string[] = [];
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    const part = walker.currentNode.parentElement;
    if (
      text === '' ||
      !part?.checkVisibility({ visibilityProperty: true }) ||
      // The boxes of a formula's letters are far higher than the letters.
      part.closest('.visually-hidden, math')
    ) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      let { left, right, top, bottom } = box;
      for (let outer: Element | null = part; outer !== null; outer = outer.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(outer);
        const frame = outer.getBoundingClientRect();
        const isScroller = /auto|scroll/.test(overflowY) && outer.scrollHeight > outer.clientHeight;
        // On purpose, a snippet, a queued question and one on top are clamped to their lines, and a code block's language is
        // left out if it doesn't fit.
        const isClamped =
          outer.matches('.row-snippet, .queued-text, .sticky-text') || part.matches('.code-language');
        const isCut = overflowY !== 'visible' && !isScroller && !isClamped;
        const isOutside = outer.matches('button, [role=option], [role=row], input');
        const beyond = Math.max(frame.top - top, bottom - frame.bottom);
        if ((isCut || isOutside) && bottom > top && beyond > TOLERANCE_PX) {
          found.push(`cut: ${part.className} ${text.slice(0, 30)}: ${beyond}`);
        }
        if (overflowX !== 'visible') {
          left = Math.max(left, frame.left);
          right = Math.min(right, frame.right);
        }
        if (overflowY !== 'visible') {
          top = Math.max(top, frame.top);
          bottom = Math.min(bottom, frame.bottom);
        }
        if (outer.matches('[popover]')) {
          // A popover is in the top layer, where no ancestor clips it.
          break;
        }
      }
      if (right - left > TOLERANCE_PX && bottom - top > TOLERANCE_PX) {
        lines.push({ text, layer: part.closest(LAYERS), left, right, top, bottom });
      }
    }
  }
  for (const input of document.querySelectorAll('input:not([type=checkbox])')) {
    if (input.checkVisibility() && input.scrollHeight > input.clientHeight + TOLERANCE_PX) {
      found.push(`cut: ${input.ariaLabel}`);
    }
  }
  lines.sort((one, other) => one.top - other.top);
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (other.top >= one.bottom - TOLERANCE_PX) {
        break;
      }
      const isBeside = Math.min(one.right, other.right) - Math.max(one.left, other.left) <= TOLERANCE_PX;
      // A text with an ellipsis exists twice, with and without it.
      const isSame = one.text === other.text && other.top - one.top <= TOLERANCE_PX;
      if (one.layer === other.layer && !isBeside && !isSame) {
        found.push(`over each other: ${one.text.slice(0, 30)} | ${other.text.slice(0, 30)}`);
      }
    }
  }
  return [...new Set(found)];
}

for (const fontSize of [18, 22]) {
  test(`text neither overlaps nor is clipped at a large font size: ${fontSize} px`, async () => {
    const panel = await open({ width: 300 });
    const { page } = panel;
    await panel.receive({
      type: 'readingSettings',
      readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: false, fontSize },
    });
    const found: Record<string, string[]> = {};
    const check = async (scene: string): Promise<void> => {
      await panel.untilDrawn();
      const inScene = await page.evaluate(crowdedTexts);
      if (inScene.length > 0) {
        found[scene] = inScene;
      }
    };
    for (const [scene, messages] of Object.entries(SCENES)) {
      await panel.receive(...messages());
      await check(scene);
    }
    await forEachPopup(panel, check);
    assert.deepEqual(found, {});
  });
}

test('list numbers fit in the padding of the list at every font size', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply('1. one')] }));
  for (const fontSize of [undefined, 18, 22]) {
    const reading = { codeFontFeatures: '"liga" 0', announce: 'off' as const, scrollOnSend: false };
    await panel.receive({
      type: 'readingSettings',
      readingSettings: { ...reading, ...(fontSize && { fontSize }) },
    });
    const { room, needed } = await panel.page.locator('.markdown ol').evaluate((list) => {
      const { paddingInlineStart, font } = getComputedStyle(list);
      const context = document.createElement('canvas').getContext('2d');
      if (context === null) {
        throw new Error('Nothing to measure with');
      }
      context.font = font;
      return { room: Number.parseFloat(paddingInlineStart), needed: context.measureText('1. ').width };
    });
    assert.ok(room >= needed, `${fontSize}: ${room} of ${needed} px`);
  }
});
