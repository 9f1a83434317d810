import { homedir } from 'node:os';
import type { Platform } from '../platform.ts';
import { fetchByProxy } from './fetchByProxy.ts';

/** The extension host on Node.js, local or remote. */
export const platform: Platform = {
  network: {
    isBrowser: false,
    isSecurePage: false,
    // Node.js reads the variable for each connection, and other extensions can set it. No setting of VS Code has this effect.
    checksCertificates: () => process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
    // The variables that VS Code reads if the setting `http.proxy` is empty.
    proxy: () =>
      process.env['HTTPS_PROXY'] ||
      process.env['https_proxy'] ||
      process.env['HTTP_PROXY'] ||
      process.env['http_proxy'],
    // Node.js can't tell before a request fails.
    isOnline: () => true,
  },
  fetch: fetchByProxy,
  operatingSystem: process.platform,
  homeFolder: homedir(),
  realPath: async (path) => (await import('./realPath.ts')).realPath(path),
  // Loaded on first use, to keep activation fast.
  async historyFiles(folder, writer) {
    if (folder.scheme === 'file') {
      const { createHistoryFilesOnDisk } = await import('./historyFilesOnDisk.ts');
      const { watchFiles } = await import('../history/files/watchFiles.ts');
      return createHistoryFilesOnDisk(folder.fsPath, writer, undefined, (onChange) =>
        watchFiles(folder, onChange),
      );
    }
    const { createWorkspaceHistoryFiles } = await import('../history/files/workspaceHistoryFiles.ts');
    return createWorkspaceHistoryFiles(folder, writer);
  },
};
