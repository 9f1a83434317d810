import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '../harness/paths.ts';
import type { PanelPage } from './panelPage.ts';

/** For a page that does not answer any more, in ms. */
const PATIENCE = 10_000;

/** Keeps a picture of each panel, what its console said and what it told its host, for a test that failed; prints where. */
export async function keepTraces(test: string, panels: readonly PanelPage[]): Promise<void> {
  const folder = join(testFolder(), 'artefacts/panel');
  await mkdir(folder, { recursive: true });
  const name = test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  await Promise.all(
    panels.map(async (panel, index) => {
      const path = join(folder, `${name}-${index + 1}`);
      const said = panel.said.map((message) => `said to the host: ${JSON.stringify(message)}`);
      await writeFile(`${path}.txt`, [...panel.console, ...said, ''].join('\n'));
      console.log(`Kept ${path}.txt`);
      try {
        await panel.page.screenshot({ path: `${path}.png`, timeout: PATIENCE });
        console.log(`Kept ${path}.png`);
      } catch (error) {
        console.log(`There is no picture: ${error}`);
      }
    }),
  );
}
