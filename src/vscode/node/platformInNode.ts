import { homedir } from 'node:os';
import { watchFiles } from '../history/files/watchFiles.ts';
import { createWorkspaceHistoryFiles } from '../history/files/workspaceHistoryFiles.ts';
import type { Platform } from '../platform.ts';
import { containsBytes } from './containsBytes.ts';
import { fetchByProxy } from './fetchByProxy.ts';
import { createHistoryFilesOnDisk } from './historyFilesOnDisk.ts';
import { networkInNode } from './networkInNode.ts';
import { realPath } from './realPath.ts';

/** The extension host on Node.js, local or remote. */
export const platform: Platform = {
  network: networkInNode,
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
