import { type Endpoint, hostOf } from '../../client/address/endpoint.ts';
import { joined, t, type UiText } from '../uiText.ts';
import { askInDialog } from '../vscodeUi.ts';

/** The base URL changed after the key was entered for `keyOrigin`. */
export interface KeyOriginMismatch {
  endpoint: Endpoint;
  keyOrigin: string;
}

/** The user's choice; `undefined` means cancel. */
export type KeyConsent = 'sendKey' | 'enterAnother' | undefined;

/** Asks whether the key may be sent to the new host; names both hosts. */
export async function askForConsent(mismatch: KeyOriginMismatch): Promise<KeyConsent> {
  const [formerHost, currentHost] = hostNames(mismatch);
  const detail = t(
    'You entered this API key for {0}, but the base URL now points to {1}. Whoever runs {1} could use the key.',
    formerHost,
    currentHost,
  );
  const message = t('Send your API key to {0}?', currentHost);
  // Enter presses the first button. A user who has just pressed Enter to send must not agree by accident.
  return askInDialog<'enterAnother' | 'sendKey'>(
    message,
    detail,
    { label: t('Enter Another API Key'), value: 'enterAnother' },
    { label: t('Send API Key to {0}', currentHost), value: 'sendKey' },
  );
}

/** Why the key is not sent, in one sentence. */
export function otherAddressText(mismatch: KeyOriginMismatch): UiText {
  return t('The API key was entered for {0}, but the base URL now points to {1}.', ...hostNames(mismatch));
}

export function noConsentText(mismatch: KeyOriginMismatch): UiText {
  return joined([t('Nothing was sent.'), otherAddressText(mismatch)], ' ');
}

/** Host and port of both, or the full origins if only the schemes differ. */
function hostNames({ endpoint, keyOrigin }: KeyOriginMismatch): [former: string, present: string] {
  const formerHost = new URL(keyOrigin).host;
  const currentHost = hostOf(endpoint);
  return formerHost === currentHost ? [keyOrigin, endpoint.origin] : [formerHost, currentHost];
}
