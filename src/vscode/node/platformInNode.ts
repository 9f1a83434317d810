import { homedir } from 'node:os';
import type { Platform } from '../platform.ts';

/** The extension host on Node.js, local or remote. */
export const platform: Platform = {
  network: {
    isBrowser: false,
    isSecurePage: false,
    // Node.js reads the variable for each connection, and other extensions can set it. No setting of VS Code has this effect.
    checksCertificates: () => process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
    // Node.js can't tell before a request fails.
    isOnline: () => true,
  },
  operatingSystem: process.platform,
  homeFolder: homedir(),
  realPath: async (path) => (await import('./realPath.ts')).realPath(path),
  // Loaded on first use, to keep activation fast.
  async historyFiles(folder, writer) {
    if (folder.scheme === 'file') {
      const { createHistoryFilesOnDisk } = await import('./historyFilesOnDisk.ts');
      return createHistoryFilesOnDisk(folder.fsPath, writer);
    }
    const { createWorkspaceHistoryFiles } = await import('../history/files/workspaceHistoryFiles.ts');
    return createWorkspaceHistoryFiles(folder, writer);
  },
};
