import * as vscode from 'vscode';
import { openableAddress } from '../../core/links.ts';

/**
 * The address of the account's dashboard, or `undefined` where the user has set none. Only https is taken, and
 * only the user's own value: nobody else may say where people go to look up their keys.
 */
export function readDashboardUrl(): string | undefined {
  const value: unknown = vscode.workspace.getConfiguration('assistant').inspect('dashboardUrl')?.globalValue;
  const address = typeof value === 'string' ? openableAddress(value.trim()) : undefined;
  return address?.startsWith('https://') ? address : undefined;
}

/** Opens the dashboard in the browser, where its address is set. */
export async function openDashboard(): Promise<void> {
  const address = readDashboardUrl();
  if (address !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
  }
}
