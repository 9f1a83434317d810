import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suggest } from '../composer/suggestions.ts';
import type { PanelPage } from '../panelPage.ts';
import { question, REPLY, reply, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { usePanels } from '../usePanels.ts';
import { contrasts, MIN_CONTRAST } from './contrasts.ts';

const open = usePanels();

async function openForced(colorScheme: 'dark' | 'light' = 'dark'): Promise<PanelPage> {
  const panel = await open({ theme: `high-contrast${colorScheme === 'light' ? '-light' : ''}` });
  await panel.page.emulateMedia({ forcedColors: 'active', colorScheme });
  return panel;
}

describe('with forced colors', () => {
  for (const scheme of ['dark', 'light'] as const) {
    test(`every text has enough contrast: ${scheme}`, async () => {
      const panel = await openForced(scheme);
      for (const [scene, messages] of Object.entries(SCENES)) {
        await panel.receive(...messages());
        const low = (await panel.page.evaluate(contrasts, undefined)).filter(
          ({ contrast }) => contrast < MIN_CONTRAST,
        );
        assert.deepEqual(low, [], scene);
      }
    });
  }

  test('the focused menu item has a different background', async () => {
    const panel = await openForced();
    await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
    await panel.page.locator('.code').getByRole('button', { name: 'More Actions…', exact: true }).click();
    const backgrounds = await panel.page
      .getByRole('menu')
      .locator('.menu-item:visible')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item).backgroundColor));
    assert.equal(new Set(backgrounds).size, 2, String(backgrounds));
    assert.notEqual(backgrounds[0], backgrounds[1]);
  });

  test('the active suggestion has a different background, and all have enough contrast', async () => {
    const panel = await openForced();
    await panel.receive(state());
    await suggest(panel, '@');
    const backgrounds = await panel.page
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => getComputedStyle(option).backgroundColor));
    assert.equal(new Set(backgrounds).size, 2, String(backgrounds));
    assert.notEqual(backgrounds[0], backgrounds[1]);
    const low = (await panel.page.evaluate(contrasts, undefined)).filter(
      ({ contrast }) => contrast < MIN_CONTRAST,
    );
    assert.deepEqual(low, []);
  });

  test('Match Case shows whether it is on', async () => {
    const panel = await openForced();
    await panel.receive(...(SCENES['find']?.() ?? []));
    const matchCase = panel.page.getByRole('button', { name: 'Match Case' });
    const background = () => matchCase.evaluate((button) => getComputedStyle(button).backgroundColor);
    const off = await background();
    await matchCase.click();
    assert.notEqual(await background(), off);
  });
});
