import { servers } from './serversInNode.ts';

/**
 * Starts servers for tests. The browser bundle replaces `serversInNode.ts` with `serversOverHttp.ts`, so a test that
 * imports nothing else from Node.js runs in both.
 */
export const { startService, startScriptedServer, closedBaseUrl } = servers;

export type { Script, ScriptedServer, Step, TestService } from './servers.ts';

/** Whether this is a browser, whose `fetch` exposes neither the target of a redirect nor the cause of a failure. */
export const inBrowser = typeof navigator !== 'undefined' && /Chrome/.test(navigator.userAgent);
