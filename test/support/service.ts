import { servers } from './serversInNode.ts';

/**
 * What tests start servers with. The bundle of the tests for a browser has `serversOverHttp.ts` in place of
 * `serversInNode.ts`, so a test that imports nothing else of Node runs in both.
 */
export const { startService, startScriptedServer, closedBaseUrl } = servers;

export type { Script, ScriptedServer, Step, TestService } from './servers.ts';

/** Whether this is a browser, whose `fetch` shows less: no target of a redirect, no cause of a failure. */
export const inBrowser = typeof navigator !== 'undefined' && /Chrome/.test(navigator.userAgent);
