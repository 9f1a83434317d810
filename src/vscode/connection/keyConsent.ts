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
export async function askForConsent(other: KeyOriginMismatch): Promise<KeyConsent> {
  const [former, present] = hostNames(other);
  const sendKey = vscode.l10n.t('Send Key to {0}', present);
  const enterAnother = vscode.l10n.t('Enter Another Key');
  const detail = vscode.l10n.t(
    'You entered the API key for {0}. The address of the service is now that of {1}, and whoever runs {1} could use the key.',
    former,
    present,
  );
  const message = vscode.l10n.t('Send your API key to {0}?', present);
  // The first button is the one that Enter presses: whoever has just pressed it to send must not say yes by it.
  const buttons = [enterAnother, sendKey];
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (answer === sendKey) {
    return 'sendKey';
  }
  return answer === enterAnother ? 'enterAnother' : undefined;
}

/** Why nothing was sent, where the user did not want it. */
export function noConsentText(other: KeyOriginMismatch): string {
  return vscode.l10n.t(
    'Nothing was sent: the API key was entered for {0}, and the address is now that of {1}.',
    ...hostNames(other),
  );
}

/** The host and port of both; with the scheme where nothing else tells them apart. */
function hostNames({ endpoint, keyOrigin }: KeyOriginMismatch): [former: string, present: string] {
  const former = new URL(keyOrigin).host;
  const present = hostOf(endpoint);
  return former === present ? [keyOrigin, endpoint.origin] : [former, present];
}
