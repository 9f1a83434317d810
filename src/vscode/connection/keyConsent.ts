import * as vscode from 'vscode';
import { type Endpoint, hostOf } from '../../client/address/endpoint.ts';

/** The address changed after the key was entered: `keyOrigin` is what the key was entered for. */
export interface KeyOriginMismatch {
  endpoint: Endpoint;
  keyOrigin: string;
}

/** What the user wants then; `undefined` sends nothing. */
export type KeyConsent = 'sendKey' | 'enterAnother' | undefined;

/** Asks, naming both hosts, whether the key may go to the new address. */
export async function askForConsent(mismatch: KeyOriginMismatch): Promise<KeyConsent> {
  const [formerHost, currentHost] = hostNames(mismatch);
  const sendKey = vscode.l10n.t('Send API Key to {0}', currentHost);
  const enterAnother = vscode.l10n.t('Enter Another API Key');
  const detail = vscode.l10n.t(
    'You entered this API key for {0}, but the base URL now points to {1}. Whoever runs {1} could use the key.',
    formerHost,
    currentHost,
  );
  const message = vscode.l10n.t('Send your API key to {0}?', currentHost);
  // The first button is the one that Enter presses: whoever has just pressed it to send must not say yes by it.
  const buttons = [enterAnother, sendKey];
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (answer === sendKey) {
    return 'sendKey';
  }
  return answer === enterAnother ? 'enterAnother' : undefined;
}

/** Why nothing was sent, where the user did not want it. */
export function noConsentText(mismatch: KeyOriginMismatch): string {
  return vscode.l10n.t(
    'Nothing was sent. The API key was entered for {0}, but the base URL now points to {1}.',
    ...hostNames(mismatch),
  );
}

/** The host and port of both; with the scheme where nothing else tells them apart. */
function hostNames({ endpoint, keyOrigin }: KeyOriginMismatch): [former: string, present: string] {
  const formerHost = new URL(keyOrigin).host;
  const currentHost = hostOf(endpoint);
  return formerHost === currentHost ? [keyOrigin, endpoint.origin] : [formerHost, currentHost];
}
