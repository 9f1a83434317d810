import { type Endpoint, hostOf } from '../../client/address/endpoint.ts';
import { joined, t } from '../uiText.ts';
import { askInDialog } from '../vscodeUi.ts';

/**
 * Returns a function that asks whether the key may be sent although certificates are not checked. Consent is kept for the
 * origin until the window is closed or reloaded. Concurrent requests share one question, and a refusal is asked again.
 * @param ask shows the question for a host
 */
export function createCertificateConsent(
  ask: (host: string) => Promise<boolean> = askToSendUnchecked,
): (endpoint: Endpoint) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (endpoint) => {
    const { origin } = endpoint;
    const asked = answers.get(origin) ?? ask(hostOf(endpoint));
    answers.set(origin, asked);
    const forget = (): void => void answers.delete(origin);
    asked.then((isAgreed) => isAgreed || forget(), forget);
    return asked;
  };
}

async function askToSendUnchecked(host: string): Promise<boolean> {
  const send = t('Send Without Checking');
  const detail = joined(
    [
      t(
        'NODE_TLS_REJECT_UNAUTHORIZED=0 is set in the environment of VS Code, so any certificate is accepted. Whoever controls a network on the way could pose as {0}, read your API key and your questions, and change the replies.',
        host,
      ),
      t(
        'To have certificates checked, remove this variable and restart VS Code. If your network has its own certificates, install them in the operating system.',
      ),
      t('Your consent applies to {0} until this window is closed or reloaded.', host),
    ],
    '\n\n',
  );
  const message = t('Send your API key to {0} without checking its certificate?', host);
  // Enter presses the first button. A user who has just pressed Enter to send must not agree by accident.
  const answer = await askInDialog(
    message,
    detail,
    { label: t('Don’t Send'), value: false },
    { label: send, value: true },
  );
  return answer === true;
}
