import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach } from 'node:test';
import { testFolder } from '../harness/paths.ts';
import { openPanel, type PanelPage, type PanelPageOptions } from './panelPage.ts';
import { shareBrowser } from './sharedBrowser.ts';

type OpenOptions = Omit<PanelPageOptions, 'server' | 'browser'>;

/** Returns a function that opens a panel for a test. The files of a process share one browser and one server. */
export function usePanels(): (options?: OpenOptions) => Promise<PanelPage> {
  const browser = shareBrowser();
  let open: PanelPage[] = [];
  afterEach(async (context) => {
    const panels = open;
    open = [];
    if ('passed' in context && !context.passed) {
      await saveDiagnostics(context.name, panels);
    }
    await Promise.all(panels.map((panel) => panel.close()));
    // What the host can't read is a defect of the panel, whatever the test was about.
    assert.deepEqual(
      panels.flatMap(({ unreadable }) => unreadable),
      [],
    );
  });
  after(browser.leave);
  return async (options = {}) => {
    // Not in a `before` hook: node:test runs such hooks even if no test of the file matches the name pattern, and
    // doesn't await them then.
    const panel = await openPanel({ ...options, ...(await browser.open()) });
    open.push(panel);
    return panel;
  };
}

/** Timeout for the screenshot of a page that may hang, in ms. */
const SCREENSHOT_TIMEOUT_MS = 10_000;

/** Saves a screenshot, the console output and the posted messages of each panel of a failed test. Prints the paths. */
async function saveDiagnostics(test: string, panels: readonly PanelPage[]): Promise<void> {
  const folder = join(testFolder(), 'artefacts/panel');
  await mkdir(folder, { recursive: true });
  const name = test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  await Promise.all(
    panels.map(async (panel, index) => {
      const path = join(folder, `${name}-${index + 1}`);
      const posted = panel.postedMessages.map((message) => `posted to the host: ${JSON.stringify(message)}`);
      await writeFile(`${path}.txt`, [...panel.console, ...posted, ''].join('\n'));
      console.log(`Saved ${path}.txt`);
      try {
        await panel.page.screenshot({ path: `${path}.png`, timeout: SCREENSHOT_TIMEOUT_MS });
        console.log(`Saved ${path}.png`);
      } catch (error) {
        console.log(`No screenshot: ${error}`);
      }
    }),
  );
}
