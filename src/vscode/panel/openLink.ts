import * as vscode from 'vscode';
import { openableAddress } from '../../core/links.ts';

/** Opens a link of a reply in the browser or mail program, if it is one that may be opened. */
export async function openLink(href: string): Promise<void> {
  const address = openableAddress(href);
  if (address !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
  }
}
