import { homedir } from 'node:os';
import { watchFiles } from '../history/files/watchFiles.ts';
import { createWorkspaceHistoryFiles } from '../history/files/workspaceHistoryFiles.ts';
import type { Platform } from '../platform.ts';
import { containsBytes } from './containsBytes.ts';
import { fetchByProxy } from './fetchByProxy.ts';
import { createHistoryFilesOnDisk } from './historyFilesOnDisk.ts';
import { realPath } from './realPath.ts';

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
  containsBytes,
  realPath: (path) => realPath(path),
  historyFiles: async (folder, writer) =>
    folder.scheme === 'file'
      ? createHistoryFilesOnDisk(folder.fsPath, writer, undefined, (onChange) => watchFiles(folder, onChange))
      : createWorkspaceHistoryFiles(folder, writer),
};
