import { createWorkspaceHistoryFiles } from './history/files/workspaceHistoryFiles.ts';
import type { Platform } from './platform.ts';

/** For the extension host in a web worker (VS Code for the Web). */
export const platform: Platform = {
  network: {
    isBrowser: true,
    isSecurePage: globalThis.origin.startsWith('https:'),
    checksCertificates: () => true,
    // The browser's own.
    proxy: () => undefined,
    isOnline: () => navigator.onLine,
  },
  fetch: (...request) => fetch(...request),
  operatingSystem: undefined,
  homeFolder: undefined,
  realPath: undefined,
  historyFiles: async (folder, writer) => createWorkspaceHistoryFiles(folder, writer),
  containsBytes: undefined,
};
