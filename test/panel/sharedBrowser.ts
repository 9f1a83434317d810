import type { Browser } from 'playwright-core';
import { launchChromium } from '../harness/chromium.ts';
import { type PanelServer, startPanelServer } from './panelServer.ts';

export interface PanelBrowser {
  readonly server: PanelServer;
  readonly browser: Browser;
}

let users = 0;
let shared: Promise<PanelBrowser> | undefined;

/** Counts one more user of the process’s browser and server. The last one to leave closes both. */
export function shareBrowser(): { open(): Promise<PanelBrowser>; leave(): Promise<void> } {
  users += 1;
  return {
    open: () => {
      shared ??= start();
      return shared;
    },
    leave: async () => {
      users -= 1;
      if (users === 0 && shared !== undefined) {
        const { server, browser } = await shared;
        shared = undefined;
        await browser.close();
        await server.close();
      }
    },
  };
}

async function start(): Promise<PanelBrowser> {
  const [server, browser] = await Promise.all([startPanelServer(), launchChromium()]);
  return { server, browser };
}
