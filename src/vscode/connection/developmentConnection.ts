import * as vscode from 'vscode';
import { checkBaseUrl } from '../../client/address/endpoint.ts';
import type { Connection } from '../../client/chatClient.ts';

/** Put in by the build of `npm start`; `null`, and with it all of this code gone, in every other build. */
declare const DEVELOPMENT_CONNECTION: { baseUrl: string; apiKey: string } | null;

/** Address and key of the local service that `npm start` runs, in development mode alone. */
export function developmentConnection(mode: vscode.ExtensionMode): Connection | undefined {
  if (DEVELOPMENT_CONNECTION === null || mode !== vscode.ExtensionMode.Development) {
    return undefined;
  }
  const check = checkBaseUrl(DEVELOPMENT_CONNECTION.baseUrl);
  return check.ok ? { endpoint: check.endpoint, apiKey: DEVELOPMENT_CONNECTION.apiKey } : undefined;
}
