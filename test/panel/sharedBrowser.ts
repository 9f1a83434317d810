import { type Browser, chromium } from 'playwright-core';
import { launchChromium, launchChromiumServer } from '../harness/chromium.ts';
import { type PanelPages, panelPages, startPanelServer } from './panelServer.ts';

/** Environment variables by which the runner passes its server and browser to the processes of the test files. */
const ORIGIN = 'PANEL_ORIGIN';
const ENDPOINT = 'PANEL_BROWSER_ENDPOINT';

/** Bundles the panel and launches a browser for all processes that this one starts afterwards. */
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

/** Connects to the runner's browser and server, or starts both if the file runs without the runner. */
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
