import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrasts, LEAST_CONTRAST } from './contrasts.ts';
import { SCENES } from './scenes.ts';
import { THEME_KINDS } from './themes.ts';
import { usePanels } from './usePanels.ts';

const open = usePanels();

for (const theme of THEME_KINDS) {
  test(`every text can be read: ${theme}`, async () => {
    const panel = await open({ theme });
    for (const messages of Object.values(SCENES)) {
      await panel.tell(...messages());
      const found = await panel.page.evaluate(contrasts);
      assert.ok(found.length > 2);
      const weak = found
        .filter(({ contrast }) => contrast < LEAST_CONTRAST)
        .map(({ text, contrast }) => `${text}: ${contrast.toFixed(2)}`);
      assert.deepEqual([...new Set(weak)], []);
    }
  });
}
