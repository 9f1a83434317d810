import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession } from 'playwright-core';
import { suggest } from '../composer/suggestions.ts';
import type { PanelPage } from '../panelPage.ts';
import { throughPopups } from '../popups.ts';
import { question, reply, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { ALL_THEMES, THEMES_TO_MEASURE } from '../themes.ts';
import { usePanels } from '../usePanels.ts';
import { contrasts, LEAST_CONTRAST, LEAST_GRAPHIC_CONTRAST } from './contrasts.ts';

const open = usePanels();

/** The texts that can hardly be read, each once. */
async function weakTexts(panel: PanelPage): Promise<string[]> {
  const found = await panel.page.evaluate(contrasts, undefined);
  assert.ok(found.length > 2);
  const weak = found
    .filter(({ contrast }) => contrast < LEAST_CONTRAST)
    .map(({ text, contrast }) => `${text}: ${contrast.toFixed(2)}`);
  return [...new Set(weak)];
}

/** Those with the most to press. */
const STATEFUL_SCENES = [
  'empty',
  'connect',
  'codeBlocks',
  'markdown',
  'attachments',
  'notSaving',
  'waysOut',
  'fit',
  'notSent',
  'compared',
  'problems',
  'find',
  'history',
  'historyTrash',
];

/** What changes its colours under the pointer or with the keyboard on it. */
const STATEFUL = 'button, a, .row, [role=option], pre, input, textarea';

/** Marks one of each kind of what is drawn alike, and gives the selector for them. Runs in the page. */
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

/** The texts that can hardly be read with the pointer, or with the keyboard, on everything that can have it. */
async function weakWhenUsed(panel: PanelPage, session: CDPSession): Promise<string[]> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const selector = await panel.page.evaluate(markEachKind, STATEFUL);
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const found: string[] = [];
  for (const states of [['hover'], ['focus', 'focus-visible'], []]) {
    await Promise.all(
      nodeIds.map((nodeId) => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states })),
    );
    found.push(...(await weakTexts(panel)).map((text) => `${states[0] ?? 'at rest'}: ${text}`));
  }
  return found;
}

/** Parts without a text of their own, which say something. */
const GRAPHICS = { '.ring-track': 'stroke', '.ring-used': 'stroke', 'input.task': 'border-top-color' };

for (const theme of ALL_THEMES) {
  test(`every text can be read: ${theme}`, async () => {
    const panel = await open({ theme });
    for (const messages of Object.values(SCENES)) {
      await panel.tell(...messages());
      assert.deepEqual(await weakTexts(panel), []);
    }
  });

  test(`so can graphics that say something: ${theme}`, async () => {
    const panel = await open({ theme });
    await panel.tell(state({ turns: [question('Why?'), reply('- [x] done\n- [ ] to be done')] }));
    const found = await panel.page.evaluate(contrasts, GRAPHICS);
    assert.deepEqual(new Set(found.map(({ text }) => text)), new Set(Object.keys(GRAPHICS)));
    assert.deepEqual(
      found.filter(({ contrast }) => contrast < LEAST_GRAPHIC_CONTRAST),
      [],
    );
  });

  test(`so can what is to be attached: ${theme}`, async () => {
    const panel = await open({ theme });
    await panel.tell(state());
    await suggest(panel, '@');
    assert.deepEqual(await weakTexts(panel), []);
  });
}

for (const theme of THEMES_TO_MEASURE) {
  test(`every text can be read where the pointer or the keyboard is: ${theme}`, async () => {
    const panel = await open({ theme });
    const { page } = panel;
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const found: Record<string, string[]> = {};
    const look = async (scene: string): Promise<void> => {
      const weak = await weakWhenUsed(panel, session);
      if (weak.length > 0) {
        found[scene] = weak;
      }
    };
    for (const scene of STATEFUL_SCENES) {
      await panel.tell(...(SCENES[scene]?.() ?? []));
      await look(scene);
    }
    await throughPopups(panel, look);
    assert.deepEqual(found, {});
  });
}
