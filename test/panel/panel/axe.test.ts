import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { suggest } from '../composer/suggestions.ts';
import { HITS, history, SHOW_HISTORY } from '../history/historySamples.ts';
import type { PanelPage } from '../panelPage.ts';
import { CONTEXT_USAGE, MANY_FILES, question, reply, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
import { THEMES_TO_CHECK, type ThemeKind } from '../themes.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations of axe's report. Its `incomplete` list, such as text over images, is ignored. */
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
    // The panel is one part of VS Code's page, which has the heading.
    'page-has-heading-one': { enabled: false },
    // Chromium makes scrollers focusable by itself, which axe does not know. A test below verifies it.
    'scrollable-region-focusable': { enabled: false },
  },
};

/** Opens a panel with axe injected. */
async function openWithAxe(theme: ThemeKind): Promise<PanelPage> {
  // The page's policy would block axe too.
  const panel = await open({ theme, bypassCsp: true });
  await panel.page.evaluate(axe);
  return panel;
}

async function violations(panel: PanelPage): Promise<string[]> {
  await panel.nextFrame();
  const report: unknown = await panel.page.evaluate(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return Report.parse(report).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  );
}

for (const theme of THEMES_TO_CHECK) {
  test(`axe finds no violation in any scene, ${theme}`, async () => {
    const panel = await openWithAxe(theme);
    const found: Record<string, string[]> = {};
    for (const [scene, messages] of Object.entries(SCENES)) {
      await panel.receive(...messages());
      const inScene = await violations(panel);
      if (inScene.length > 0) {
        found[scene] = inScene;
      }
    }
    assert.deepEqual(found, {});
  });

  test(`axe finds no violation in search results or in a title being edited, ${theme}`, async () => {
    const panel = await openWithAxe(theme);
    await panel.receive(state(), SHOW_HISTORY, history());
    await panel.page.getByRole('textbox', { name: 'Search conversations' }).fill('match');
    const { searchId } = await panel.posted('searchHistory');
    await panel.receive({ type: 'searchHits', searchId, hits: HITS, total: 7 });
    await panel.page.getByRole('row').first().focus();
    assert.deepEqual(await violations(panel), []);
    await panel.page.getByRole('button', { name: 'Clear Search' }).click();
    await panel.page.getByRole('row', { name: 'Summarize' }).press('F2');
    await panel.page.getByRole('textbox', { name: 'Title' }).waitFor();
    assert.deepEqual(await violations(panel), []);
  });

  test(`axe finds no violation in the context usage details or in the suggestions, ${theme}`, async () => {
    const panel = await openWithAxe(theme);
    const attachments = MANY_FILES.map(({ path }) => ({ name: path, tokens: 7000 }));
    await panel.receive(
      state({ contextUsage: { ...CONTEXT_USAGE, attachments, total: 214_100, medianError: 0.02 } }),
    );
    await panel.page.getByRole('button', { name: /^Next request: about / }).press('Enter');
    await panel.page.getByRole('dialog', { name: 'Tokens in the next request' }).waitFor();
    assert.deepEqual(await violations(panel), []);
    await panel.page.keyboard.press('Escape');
    await suggest(panel, 'See @d');
    await panel.page.keyboard.press('ArrowDown');
    assert.deepEqual(await violations(panel), []);
  });
}

test('code and tables wider than the panel can be focused and scrolled sideways by keyboard', async () => {
  const panel = await open({ width: 200 });
  const wide = `\`\`\`\n${'wide '.repeat(40)}\n\`\`\`\n\n|${'column|'.repeat(20)}\n|${'--|'.repeat(20)}\n`;
  await panel.receive(state({ turns: [question('Why?'), reply(wide)] }));
  await panel.nextFrame();
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
