import { type Browser, chromium } from 'playwright-core';
import { launchChromium, launchChromiumServer } from '../harness/chromium.ts';
import { type PanelPages, panelPages, startPanelServer } from './panelServer.ts';

/** Where the processes of the test files find what their runner has started for all of them. */
const ORIGIN = 'PANEL_ORIGIN';
const ENDPOINT = 'PANEL_BROWSER_ENDPOINT';

/** Bundles the panel and launches a browser, once for all processes that this one starts from now on. */
export async function shareBrowser(): Promise<{ close(): Promise<void> }> {
  const [server, browser] = await Promise.all([startPanelServer(), launchChromiumServer()]);
  process.env[ORIGIN] = server.origin;
  process.env[ENDPOINT] = browser.wsEndpoint();
  return {
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

export interface PanelBrowser {
  readonly server: PanelPages;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** The browser and the panel's pages that the runner shares, or some of its own for a file that is run by itself. */
export async function openBrowser(): Promise<PanelBrowser> {
  const origin = process.env[ORIGIN];
  const endpoint = process.env[ENDPOINT];
  if (origin !== undefined && endpoint !== undefined) {
    const browser = await chromium.connect(endpoint);
    return { server: panelPages(origin), browser, close: () => browser.close() };
  }
  const [server, browser] = await Promise.all([startPanelServer(), launchChromium()]);
  return {
    server,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
