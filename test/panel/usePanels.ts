import { after, afterEach } from 'node:test';
import { keepTraces } from './artefacts.ts';
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
