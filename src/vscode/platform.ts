import type * as vscode from 'vscode';
import type { NetworkEnvironment } from '../client/networkEnvironment.ts';
import type { SlotStore } from '../client/pacing/slotStore.ts';
import type { HistoryFiles } from '../core/history/files/historyFiles.ts';

/** What differs between an extension host on Node.js and one in a browser. Each has a module of this shape. */
export interface Platform {
  network: NetworkEnvironment;
  /** Such as `linux`; `undefined` in a browser, which keeps it to itself. */
  operatingSystem: string | undefined;
  /** The user's own folder, where there is one. */
  homeFolder: string | undefined;
  /**
   * What all windows of this machine share to keep within the limit of requests; `undefined` where they share
   * nothing, so that each window keeps within it by itself.
   *
   * @param folder the extension's own
   */
  createSharedSlots(folder: vscode.Uri): SlotStore | undefined;
  /**
   * Where conversations are kept: on the disk where the folder is there, otherwise by what VS Code has for folders.
   *
   * @param folder need not exist yet
   * @param writer names this run of the extension host, and no other ever: a random UUID
   */
  historyFiles(folder: vscode.Uri, writer: string): Promise<HistoryFiles>;
}
