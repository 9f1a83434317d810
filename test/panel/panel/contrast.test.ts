import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession } from 'playwright-core';
import { suggest } from '../composer/suggestions.ts';
import type { PanelPage } from '../panelPage.ts';
import { forEachPopup } from '../popups.ts';
import { question, REPLY, RICH, reply, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { THEMES_FOR_CONTRAST } from '../themes.ts';
import { usePanels } from '../usePanels.ts';
import { contrasts, MIN_CONTRAST, MIN_GRAPHIC_CONTRAST } from './contrasts.ts';

const open = usePanels();

/** Texts below the minimum contrast, each once. */
async function lowContrastTexts(panel: PanelPage): Promise<string[]> {
  const found = await panel.page.evaluate(contrasts, undefined);
  assert.ok(found.length > 2);
  const low = found
    .filter(({ contrast }) => contrast < MIN_CONTRAST)
    .map(({ text, contrast }) => `${text}: ${contrast.toFixed(2)}`);
  return [...new Set(low)];
}

/** The scenes with the most interactive elements. */
const STATEFUL_SCENES = [
  'empty',
  'connect',
  'codeBlocks',
  'codeFiles',
  'markdown',
  'attachments',
  'notSaving',
  'noticeActions',
  'overflow',
  'notSent',
  'compared',
  'retried',
  'notices',
  'find',
  'history',
  'historyTrash',
];

/** Elements that change their colors on hover or focus. */
const STATEFUL = 'button, a, summary, .row, [role=option], pre, input, textarea';

/** Marks one element of each group with the same styles, and returns a selector for them. Runs in the page. */
function markEachKind(stateful: string): string {
  const kinds = new Set<string>();
  for (const part of document.querySelectorAll(stateful)) {
    let kind = '';
    for (let outer: Element | null = part; outer !== null; outer = outer.parentElement) {
      kind += ` ${outer.tagName}.${outer.className}${outer.ariaSelected}${outer.ariaCurrent}${outer.ariaPressed}`;
    }
    part.toggleAttribute('data-kind', part.checkVisibility() && !kinds.has(kind));
    kinds.add(kind);
  }
  return '[data-kind]';
}

/** Texts below the minimum contrast while all interactive elements are hovered or focused. */
async function lowContrastTextsInUse(panel: PanelPage, session: CDPSession): Promise<string[]> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const selector = await panel.page.evaluate(markEachKind, STATEFUL);
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const found: string[] = [];
  const force = (states: string[]) =>
    Promise.all(
      nodeIds.map((nodeId) => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states })),
    );
  for (const states of [['hover'], ['focus', 'focus-visible']]) {
    await force(states);
    found.push(...(await lowContrastTexts(panel)).map((text) => `${states[0]}: ${text}`));
  }
  await force([]);
  return found;
}

/** Informative graphics without text, with the property of their color. */
const GRAPHICS = {
  '.ring-track': 'stroke',
  '.ring-used': 'stroke',
  'input.task': 'border-top-color',
  '.code .icon-button': 'color',
  'blockquote.callout': 'border-inline-start-color',
  '.callout-label > .icon': 'color',
};

for (const theme of THEMES_FOR_CONTRAST) {
  test(`every text has enough contrast: ${theme}`, async () => {
    const panel = await open({ theme });
    for (const messages of Object.values(SCENES)) {
      await panel.receive(...messages());
      assert.deepEqual(await lowContrastTexts(panel), []);
    }
  });

  test(`informative graphics have enough contrast: ${theme}`, async () => {
    const panel = await open({ theme });
    await panel.receive(
      state({ turns: [question('Why?'), reply(`- [x] done\n- [ ] to be done\n\n${REPLY}\n\n${RICH}`)] }),
    );
    const found = await panel.page.evaluate(contrasts, GRAPHICS);
    assert.deepEqual(new Set(found.map(({ text }) => text)), new Set(Object.keys(GRAPHICS)));
    assert.deepEqual(
      found.filter(({ contrast }) => contrast < MIN_GRAPHIC_CONTRAST),
      [],
    );
  });

  test(`suggestions have enough contrast: ${theme}`, async () => {
    const panel = await open({ theme });
    await panel.receive(state());
    await suggest(panel, '@');
    assert.deepEqual(await lowContrastTexts(panel), []);
  });

  test(`every text has enough contrast on hover and focus: ${theme}`, async () => {
    const panel = await open({ theme });
    const { page } = panel;
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const found: Record<string, string[]> = {};
    const check = async (scene: string, atRest: readonly string[] = []): Promise<void> => {
      const low = [...atRest, ...(await lowContrastTextsInUse(panel, session))];
      if (low.length > 0) {
        found[scene] = low;
      }
    };
    for (const scene of STATEFUL_SCENES) {
      await panel.receive(...(SCENES[scene]?.() ?? []));
      await check(scene);
    }
    await forEachPopup(panel, async (popup) => check(popup, await lowContrastTexts(panel)));
    assert.deepEqual(found, {});
  });
}
