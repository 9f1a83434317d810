import { createWorkspaceHistoryFiles } from './history/files/workspaceHistoryFiles.ts';
import type { Platform } from './platform.ts';

/** The extension host in a web worker of the page that VS Code runs in. */
export const platform: Platform = {
  network: {
    isBrowser: true,
    isSecurePage: globalThis.origin.startsWith('https:'),
    isOnline: () => navigator.onLine,
  },
  operatingSystem: undefined,
  homeFolder: undefined,
  createSharedSlots: () => undefined,
  historyFiles: async (folder, writer) => createWorkspaceHistoryFiles(folder, writer),
};
