import * as vscode from 'vscode';
import { ADVICE_BY_STATUS, type Failure } from '../../contract/failure.ts';
import { MAX_WAIT_SECONDS } from '../readTimeLimits.ts';

/** One sentence for people, and after it the interface's advice for the status, where it has one. */
export function failureText(failure: Failure, model: string): string {
  const advice = failure.status === undefined ? undefined : ADVICE_BY_STATUS[failure.status];
  const sentenceForKind = failureSentence(failure, model);
  return advice === undefined ? sentenceForKind : `${sentenceForKind} ${vscode.l10n.t(advice)}.`;
}

/** What happened, in exactly one sentence. */
export function failureSentence(failure: Failure, model: string): string {
  const { t } = vscode.l10n;
  const host = failure.host ?? t('the service');
  const text = sentence(failure, model, host);
  // The name of a host stays as it is; the words that stand for it begin a sentence with a capital.
  return failure.host === undefined && text.startsWith(host)
    ? text.charAt(0).toLocaleUpperCase(vscode.env.language) + text.slice(1)
    : text;
}

function sentence(failure: Failure, model: string, host: string): string {
  const { t } = vscode.l10n;
  const { limitSeconds } = failure;
  const status = failure.status === undefined ? '' : ` (${failure.status})`;
  switch (failure.kind) {
    case 'notConnected':
      return t('There is no address or no API key for it yet.');
    case 'unauthorized':
      return t('The service did not accept the API key{0}.', status);
    case 'forbidden':
      return t('The service does not allow this account to use it now{0}.', status);
    case 'notFound':
      return t('There is no chat service at this address of {0}{1}.', host, status);
    case 'modelNotFound':
      return model === ''
        ? t('The model is not available{0}.', status)
        : t('The model {0} is not available{1}.', model, status);
    case 'windowExceeded':
      return model === ''
        ? t('The conversation is longer than the window of the model{0}.', status)
        : t('The conversation is longer than the window of {0}{1}.', model, status);
    case 'invalidRequest':
      return t('The service refused a part of the request{0}.', status);
    case 'tooLarge':
      return t('The request is longer than the service takes{0}.', status);
    case 'rateLimited':
      return rateLimitedText(failure, status);
    case 'serverError':
      return t('The service failed{0}.', status);
    case 'unexpectedStatus':
      return t('The service answered in a way that is not part of its interface{0}.', status);
    case 'redirected':
      return t(
        'The service, or a sign-in page of the network, tried to send the request to another address, and it was not sent there.',
      );
    case 'hostNotFound':
      return t('Cannot find {0}; check the address, and the network.', host);
    case 'offline':
      return t('There is no network that leads to {0} now.', host);
    case 'refused':
      return t('{0} refused the connection, since nothing answers there now.', host);
    case 'certificate':
      return certificateText(host, failure.detail);
    case 'notSecure':
      return t('The secure connection to {0} failed, so nothing was sent.', host);
    case 'proxy':
      return t(
        'The proxy on the way to {0} refused the connection or did not answer; check the setting http.proxy.',
        host,
      );
    case 'corsRefused':
      return t(
        '{0} does not allow calls from VS Code in a browser (CORS); the desktop VS Code can ask it.',
        host,
      );
    case 'mixedContent':
      return t('VS Code in a browser may not ask {0}, since the address does not begin with https.', host);
    case 'unreachable':
      return t('{0} cannot be reached, or the connection was lost before anything came.', host);
    case 'timedOut':
      return limitSeconds === undefined
        ? t('{0} did not answer in time.', host)
        : t('{0} did not answer in {1} s (setting assistant.responseTimeout).', host, limitSeconds);
    case 'webPage':
      return t('A web page, such as a sign-in page of the network, answered instead of the service.');
    case 'notAReply':
      return t('Something other than the chat service answered at {0}.', host);
    case 'damaged':
      return t('The answer came damaged.');
    case 'emptyReply':
      return t('The service sent an empty answer.');
    case 'tooLong':
      return t('The answer was cut, because it is longer than any reply.');
    case 'stalled':
      return limitSeconds === undefined
        ? t('The service went silent before the reply was complete.')
        : t(
            'The service sent nothing for {0} s (setting assistant.idleTimeout), and the reply is not complete.',
            limitSeconds,
          );
    case 'connectionLost':
      return t('The connection was lost before the reply was complete.');
    case 'serviceError':
      return t('The service reported an error while it replied.');
  }
}

function rateLimitedText({ retryAfterSeconds }: Failure, status: string): string {
  const { t } = vscode.l10n;
  if (retryAfterSeconds === undefined) {
    return t('Too many requests in the last minute{0}.', status);
  }
  const seconds = Math.ceil(retryAfterSeconds);
  return seconds > MAX_WAIT_SECONDS
    ? t(
        'Too many requests{0}, and the service asks to wait {1} s, longer than the {2} s that are waited without asking you.',
        status,
        seconds,
        MAX_WAIT_SECONDS,
      )
    : t('Too many requests{0}, and the service asks to wait {1} s.', status, seconds);
}

/**
 * The sentence about a certificate that was refused: what is wrong with it, and what can be set right. It names
 * no way to go on without a good certificate, since the key would go to whoever showed the bad one.
 *
 * @param detail begins with a code of Node.js (its documentation: TLS, X509 certificate error codes)
 */
function certificateText(host: string, detail: string | undefined): string {
  const code = /^[A-Z][A-Z0-9_]+/.exec(detail ?? '')?.[0] ?? '';
  return vscode.l10n.t(
    'The certificate of {0} was refused ({1}), so nothing was sent; in a network with certificates of its own, check the settings http.systemCertificates and http.proxy.',
    host,
    certificateErrorText(code),
  );
}

function certificateErrorText(code: string): string {
  const { t } = vscode.l10n;
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return t('it has expired');
    case 'CERT_NOT_YET_VALID':
      return t('it is not valid yet');
    case 'CERT_REVOKED':
      return t('it was revoked');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return t('it is that of another host');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return t('it is signed by nobody but itself');
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_UNTRUSTED':
      return t('this machine does not know its authority');
    default:
      return t('this machine does not accept it');
  }
}
