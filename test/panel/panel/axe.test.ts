import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as z from 'zod/mini';
import type { PanelPage } from '../panelPage.ts';
import { forEachPopup } from '../popups.ts';
import { question, reply, state } from '../samples.ts';
import { SCENES } from '../scenes.ts';
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
    // `contrast.test.ts` measures it in all themes, also on hover and focus.
    'color-contrast': { enabled: false },
    // The panel is one part of VS Code's page, which has the heading.
    'page-has-heading-one': { enabled: false },
    // Chromium makes scrollers focusable by itself, which axe does not know. A test below verifies it.
    'scrollable-region-focusable': { enabled: false },
  },
};

async function violations(panel: PanelPage): Promise<string[]> {
  await panel.untilDrawn();
  const report: unknown = await panel.page.evaluate(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  return Report.parse(report).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  );
}

test('axe finds no violation in any scene or popup', async () => {
  // The page's policy would block axe too.
  const panel = await open({ bypassCsp: true });
  await panel.page.evaluate(axe);
  const found: Record<string, string[]> = {};
  const check = async (scene: string): Promise<void> => {
    const inScene = await violations(panel);
    if (inScene.length > 0) {
      found[scene] = inScene;
    }
  };
  for (const [scene, messages] of Object.entries(SCENES)) {
    await panel.receive(...messages());
    await check(scene);
  }
  await forEachPopup(panel, check);
  assert.deepEqual(found, {});
});

test('code and tables wider than the panel can be focused and scrolled sideways by keyboard', async () => {
  const panel = await open({ width: 200 });
  const wide = `\`\`\`\n${'wide '.repeat(40)}\n\`\`\`\n\n|${'column|'.repeat(20)}\n|${'--|'.repeat(20)}\n`;
  await panel.receive(state({ turns: [question('Why?'), reply(wide)] }));
  await panel.untilDrawn();
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
