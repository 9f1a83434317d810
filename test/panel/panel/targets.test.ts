import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throughPopups } from '../popups.ts';
import { SCENES } from '../scenes.ts';
import { usePanels } from '../usePanels.ts';

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
    await throughPopups(panel, look);
    assert.deepEqual(found, {});
  });
}
