import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach } from 'node:test';
import { testFolder } from '../harness/paths.ts';
import { openPanel, type PanelPage, type PanelPageOptions } from './panelPage.ts';
import { openBrowser, type PanelBrowser } from './sharedBrowser.ts';

type OpenOptions = Omit<PanelPageOptions, 'server' | 'browser'>;

/** One browser and one server for the tests of a file; gives the function that opens a panel for a test. */
export function usePanels(): (options?: OpenOptions) => Promise<PanelPage> {
  // Not in a hook: those that run before the tests run for a file too of which no test is chosen by its name, and
  // are not waited for then.
  let shared: Promise<PanelBrowser> | undefined;
  let open: PanelPage[] = [];
  afterEach(async (context) => {
    const panels = open;
    open = [];
    if ('passed' in context && !context.passed) {
      await keepTraces(context.name, panels);
    }
    await Promise.all(panels.map((panel) => panel.close()));
  });
  after(async () => (await shared)?.close());
  return async (options = {}) => {
    shared ??= openBrowser();
    const panel = await openPanel({ ...options, ...(await shared) });
    open.push(panel);
    return panel;
  };
}

/** For a page that does not answer any more, in ms. */
const PATIENCE = 10_000;

/** Keeps a picture of each panel, what its console said and what it told its host, for a test that failed; prints where. */
async function keepTraces(test: string, panels: readonly PanelPage[]): Promise<void> {
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
