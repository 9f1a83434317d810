import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachPopup } from '../popups.ts';
import { SCENES } from '../scenes.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/**
 * Targets smaller than WCAG 2.2 requires, success criterion 2.5.8. Links in a sentence are exempt. Runs in the page.
 */
function smallTargets(): string[] {
  const MIN_SIZE_PX = 24;
  const TARGETS =
    'button:not(.footnote-reference), input:not(:disabled), textarea, [role=option], [role=row]';
  return [...document.querySelectorAll(TARGETS)]
    .filter((target) => target.checkVisibility({ visibilityProperty: true }))
    .flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      // Tolerates rounding errors in sums of fractional pixels.
      return Math.min(width, height) > MIN_SIZE_PX - 0.01
        ? []
        : [`${target.ariaLabel ?? target.textContent} (${target.className}): ${width} x ${height}`];
    });
}

for (const width of [200, 340]) {
  test(`every target has the minimum size: ${width} px`, async () => {
    const panel = await open({ width });
    const { page } = panel;
    const found: Record<string, string[]> = {};
    const check = async (scene: string): Promise<void> => {
      await panel.untilDrawn();
      const inScene = await page.evaluate(smallTargets);
      if (inScene.length > 0) {
        found[scene] = [...new Set(inScene)];
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
