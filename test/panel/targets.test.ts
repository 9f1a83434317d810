import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HITS, history, SHOW_HISTORY } from './historySamples.ts';
import { question, REPLY, reply, state } from './samples.ts';
import { SCENES } from './scenes.ts';
import { suggest } from './suggestions.ts';
import { usePanels } from './usePanels.ts';

const open = usePanels();

/**
 * What can be pressed and is smaller than WCAG 2.2 asks, success criterion 2.5.8. Links in a sentence are exempt. Runs
 * in the page.
 */
function smallTargets(): string[] {
  const LEAST = 24;
  const TARGETS = 'button, input:not(:disabled), textarea, [role=option], [role=row]';
  return [...document.querySelectorAll(TARGETS)]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      // Fractions of a pixel are lost in sums of them.
      return Math.min(width, height) > LEAST - 0.01
        ? []
        : [`${target.ariaLabel ?? target.textContent} (${target.className}): ${width} x ${height}`];
    });
}

for (const width of [200, 340]) {
  test(`everything that can be pressed is large enough: ${width} px`, async () => {
    const panel = await open({ width });
    const { page } = panel;
    const found: Record<string, string[]> = {};
    const look = async (scene: string): Promise<void> => {
      await panel.frame();
      const inScene = await page.evaluate(smallTargets);
      if (inScene.length > 0) {
        found[scene] = [...new Set(inScene)];
      }
    };
    for (const [scene, messages] of Object.entries(SCENES)) {
      await panel.tell(...messages());
      await look(scene);
    }
    await panel.tell({ type: 'showChat' }, state({ turns: [question('Why?'), reply(REPLY)] }));
    await page.locator('.code').getByRole('button', { name: 'More Actions', exact: true }).click();
    await look('menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /tokens would be sent$/ }).click();
    await look('ring');
    await page.keyboard.press('Escape');
    await panel.textbox.fill('');
    await suggest(panel, '@');
    await look('suggestions');
    await panel.tell(SHOW_HISTORY, history());
    await page.getByRole('row').first().hover();
    await look('row');
    await page.getByRole('row', { name: 'Summarise' }).press('F2');
    await look('title');
    await page.getByRole('textbox', { name: 'Search everything' }).fill('match');
    const { searchId } = await panel.posted('searchHistory');
    await panel.tell({ type: 'searchHits', searchId, hits: HITS, total: 7 });
    await look('search');
    assert.deepEqual(found, {});
  });
}
