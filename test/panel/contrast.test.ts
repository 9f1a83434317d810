import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrasts, LEAST_CONTRAST } from './contrasts.ts';
import type { PanelPage } from './panelPage.ts';
import { state } from './samples.ts';
import { SCENES } from './scenes.ts';
import { suggest } from './suggestions.ts';
import { THEME_KINDS } from './themes.ts';
import { usePanels } from './usePanels.ts';

const open = usePanels();

/** The texts that can hardly be read, each once. */
async function weakTexts(panel: PanelPage): Promise<string[]> {
  const found = await panel.page.evaluate(contrasts);
  assert.ok(found.length > 2);
  const weak = found
    .filter(({ contrast }) => contrast < LEAST_CONTRAST)
    .map(({ text, contrast }) => `${text}: ${contrast.toFixed(2)}`);
  return [...new Set(weak)];
}

for (const theme of THEME_KINDS) {
  test(`every text can be read: ${theme}`, async () => {
    const panel = await open({ theme });
    for (const messages of Object.values(SCENES)) {
      await panel.tell(...messages());
      assert.deepEqual(await weakTexts(panel), []);
    }
  });

  test(`so can what is to be attached: ${theme}`, async () => {
    const panel = await open({ theme });
    await panel.tell(state());
    await suggest(panel, '@');
    assert.deepEqual(await weakTexts(panel), []);
  });
}
