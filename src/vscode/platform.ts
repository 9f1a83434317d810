import type * as vscode from 'vscode';
import type { NetworkEnvironment } from '../client/networkEnvironment.ts';
import type { HistoryFiles } from '../core/history/files/historyFiles.ts';
import type { ContainsBytes } from '../core/history/search/historySearch.ts';

/** What differs between an extension host on Node.js and one in a browser. One module implements it for each. */
export interface Platform {
  network: NetworkEnvironment;
  fetch: typeof globalThis.fetch;
  /** For example `linux`. `undefined` in a browser, which does not reveal it. */
  operatingSystem: string | undefined;
  homeFolder: string | undefined;
  /**
   * The path without symbolic links, which need not exist. Rejects with the error of Node.js. `undefined` in a browser,
   * which can't follow them.
   */
  realPath: ((path: string) => Promise<string>) | undefined;
  /**
   * Access to the history folder: direct disk access for local folders, otherwise `vscode.workspace.fs`.
   *
   * @param folder need not exist yet
   * @param writer unique to this run of the extension host: a random UUID
   */
  historyFiles(folder: vscode.Uri, writer: string): Promise<HistoryFiles>;
  /** `undefined` in a browser, which can only search text. */
  containsBytes: ContainsBytes | undefined;
}
