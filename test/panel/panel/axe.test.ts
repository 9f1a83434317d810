import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { suggest } from '../composer/suggestions.ts';
import { HITS, history, SHOW_HISTORY } from '../history/historySamples.ts';
import type { PanelPage } from '../panelPage.ts';
import { BUDGET, MANY, question, reply, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { THEMES_TO_LOOK_AT, type ThemeKind } from '../themes.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What of axe's report is about trouble; `incomplete` is what it could not decide, such as text over pictures. */
const Report = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })),
    }),
  ),
});

const OPTIONS = {
  rules: {
    // VS Code gives the page its heading; the panel is one part of it.
    'page-has-heading-one': { enabled: false },
    // Chromium gives the keyboard to what scrolls by itself, which axe does not know; a test below proves it.
    'scrollable-region-focusable': { enabled: false },
  },
};

/** A panel in which axe can be run. */
async function openWithAxe(theme: ThemeKind): Promise<PanelPage> {
  // The policy would keep axe out as well: it is no part of the panel.
  const panel = await open({ theme, bypassPolicy: true });
  await panel.page.evaluate(axe);
  return panel;
}

async function violations(panel: PanelPage): Promise<string[]> {
  await panel.frame();
  const report: unknown = await panel.page.evaluate(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return Report.parse(report).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  );
}

for (const theme of THEMES_TO_LOOK_AT) {
  test(`axe finds nothing in any scene, ${theme}`, async () => {
    const panel = await openWithAxe(theme);
    const found: Record<string, string[]> = {};
    for (const [scene, messages] of Object.entries(SCENES)) {
      await panel.tell(...messages());
      const inScene = await violations(panel);
      if (inScene.length > 0) {
        found[scene] = inScene;
      }
    }
    assert.deepEqual(found, {});
  });

  test(`axe finds nothing in what a search found, nor in a title that is written, ${theme}`, async () => {
    const panel = await openWithAxe(theme);
    await panel.tell(state(), SHOW_HISTORY, history());
    await panel.page.getByRole('textbox', { name: 'Search everything' }).fill('match');
    const { searchId } = await panel.posted('searchHistory');
    await panel.tell({ type: 'searchHits', searchId, hits: HITS, total: 7 });
    await panel.page.getByRole('row').first().focus();
    assert.deepEqual(await violations(panel), []);
    await panel.page.getByRole('button', { name: 'Clear Search' }).click();
    await panel.page.getByRole('row', { name: 'Summarise' }).press('F2');
    await panel.page.getByRole('textbox', { name: 'Title' }).waitFor();
    assert.deepEqual(await violations(panel), []);
  });

  test(`axe finds nothing in the parts of what would be sent, nor while something to attach is chosen, ${theme}`, async () => {
    const panel = await openWithAxe(theme);
    const attachments = MANY.map(({ path }) => ({ name: path, tokens: 7000 }));
    await panel.tell(state({ contextUsage: { ...BUDGET, attachments, total: 214_100, medianError: 0.02 } }));
    await panel.page.getByRole('button', { name: /tokens would be sent$/ }).press('Enter');
    await panel.page.getByRole('dialog', { name: 'Tokens in the next request' }).waitFor();
    assert.deepEqual(await violations(panel), []);
    await panel.page.keyboard.press('Escape');
    await suggest(panel, 'See @d');
    await panel.page.keyboard.press('ArrowDown');
    assert.deepEqual(await violations(panel), []);
  });
}

test('code and tables that are wider than the panel are reached by keyboard, to be scrolled sideways', async () => {
  const panel = await open({ width: 200 });
  const wide = `\`\`\`\n${'wide '.repeat(40)}\n\`\`\`\n\n|${'column|'.repeat(20)}\n|${'--|'.repeat(20)}\n`;
  await panel.tell(state({ turns: [question('Why?'), reply(wide)] }));
  await panel.frame();
  for (const scroller of ['pre', 'div.table']) {
    for (let presses = 0; presses < 20; presses += 1) {
      await panel.page.keyboard.press('Tab');
      if (await panel.page.locator(`${scroller}:focus`).count()) {
        break;
      }
    }
    await panel.page.keyboard.press('ArrowRight');
    await panel.page.waitForFunction((name) => (document.querySelector(name)?.scrollLeft ?? 0) > 0, scroller);
  }
});
