import { after, afterEach, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../harness/chromium.ts';
import { openPanel, type PanelPage, type PanelPageOptions } from './panelPage.ts';
import { type PanelServer, startPanelServer } from './panelServer.ts';

type OpenOptions = Omit<PanelPageOptions, 'server' | 'browser'>;

/** One browser and one server for the tests of a file; gives the function that opens a panel for a test. */
export function usePanels(): (options?: OpenOptions) => Promise<PanelPage> {
  let server: PanelServer;
  let browser: Browser;
  let open: PanelPage[] = [];
  before(async () => {
    [server, browser] = await Promise.all([startPanelServer(), launchChromium()]);
  });
  afterEach(async () => {
    await Promise.all(open.map((panel) => panel.close()));
    open = [];
  });
  after(async () => {
    await browser.close();
    await server.close();
  });
  return async (options = {}) => {
    const panel = await openPanel({ ...options, server, browser });
    open.push(panel);
    return panel;
  };
}
