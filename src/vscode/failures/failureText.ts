import type { Failure } from '../../contract/failure.ts';
import { MAX_WAIT_SECONDS } from '../readTimeLimits.ts';
import { capitalized, joined, t, type UiText } from '../uiText.ts';

/** One sentence for the user, followed by the advice that the service interface gives for the status, if any. */
export function failureText(failure: Failure, model: string): UiText {
  return joined([failureSentence(failure, model), ...failureAdvice(failure, model)], ' ');
}

/** What follows the sentence: the advice of the service interface, and what else is known about the failure. */
export function failureAdvice(failure: Failure, model: string): UiText[] {
  const { kind, status } = failure;
  const isOfService = kind !== 'webPage' && kind !== 'proxy';
  return [
    ...(isOfService ? advice(status) : []),
    ...(model !== '' && mayBeAnswered(failure) ? [mayBeAnsweredText()] : []),
    ...(kind === 'unreadableStream' ? [t('Retrying may cost a second reply.')] : []),
    ...proxyText(failure),
  ];
}

/** Whether the service may have the question. Then only the user decides whether it is sent again. */
function mayBeAnswered({ kind, status }: Failure): boolean {
  const isUnknown = kind === 'unreachable' || kind === 'timedOut' || kind === 'notAReply';
  return isUnknown || status === 502 || status === 504;
}

function mayBeAnsweredText(): UiText {
  return t('The service may have received the question, so Retry may cost a second reply.');
}

/** The proxies that VS Code uses. */
const PROXY_PATTERN = /^(?:https?|socks(?:4a?|5h?)?):\/\//i;

function proxyText({ kind, proxy }: Failure): UiText[] {
  if (proxy === undefined || kind === 'proxy') {
    return [];
  }
  return [
    PROXY_PATTERN.test(proxy)
      ? t('The proxy {0} may be the cause (setting http.proxy).', proxy)
      : t(
          'VS Code ignores the proxy {0} (setting http.proxy) because it does not start with http://.',
          proxy,
        ),
  ];
}

/** As `ADVICE_BY_STATUS` of the contract. */
function advice(status: number | undefined): UiText[] {
  switch (status) {
    case 401:
      return [t('Check the key in the dashboard.')];
    case 402:
      return [t('Check the payment in the dashboard.')];
    case 403:
      return [t('Activate the account or renew the subscription.')];
    case 404:
      return [t('Check the URL and the model name.')];
    case 422:
      return [t('Check the format of the request body.')];
    case 429:
      return [t('Wait and retry, or send requests less often.')];
    case 500:
      return [t('Retry after a few seconds.')];
    default:
      return [];
  }
}

/** Describes the failure in exactly one sentence. */
export function failureSentence(failure: Failure, model: string): UiText {
  const host = failure.host ?? t('the service');
  const text = sentence(failure, model, host);
  // A host name keeps its case. The words that replace an unknown one may be at the start.
  return failure.host === undefined ? capitalized(text) : text;
}

function sentence(failure: Failure, model: string, host: string | UiText): UiText {
  const { limitSeconds } = failure;
  const status = failure.status === undefined ? '' : ` (${failure.status})`;
  switch (failure.kind) {
    case 'notConnected':
      return t('The base URL or the API key is not set.');
    case 'connectionChanged':
      return t('The base URL or the API key has changed since you asked, so the question was not sent.');
    case 'unauthorized':
      return t('The service did not accept the API key{0}.', status);
    case 'forbidden':
      return failure.status === 402
        ? t('The service wants a payment for this account{0}.', status)
        : t('This account currently has no access to the service{0}.', status);
    case 'notFound':
      return t('No chat service was found at the base URL on {0}{1}.', host, status);
    case 'modelNotFound':
      return model === ''
        ? t('The model is not available{0}.', status)
        : t('The model {0} is not available{1}.', model, status);
    case 'windowExceeded':
      return model === ''
        ? t('The conversation exceeds the context window of the model{0}.', status)
        : t('The conversation exceeds the context window of {0}{1}.', model, status);
    case 'invalidRequest':
      return t('The service rejected part of the request{0}.', status);
    case 'tooLarge':
      return t('The request is too large for the service{0}.', status);
    case 'rateLimited':
      return rateLimitedText(failure, status);
    case 'serverError':
      return (failure.retryAfterSeconds ?? 0) > 0
        ? t(
            'The service failed{0} and asked to wait {1}.',
            status,
            durationText(failure.retryAfterSeconds ?? 0),
          )
        : t('The service failed{0}.', status);
    case 'unexpectedStatus':
      return t('The service returned an unexpected status{0}.', status);
    case 'redirected':
      return t(
        'The service, or a network sign-in page, tried to redirect the request to another address, but it was not sent there.',
      );
    case 'hostNotFound':
      return t('Could not find {0}; check the base URL and your network connection.', host);
    case 'offline':
      return t('There is no network connection to {0}.', host);
    case 'refused':
      return t('{0} refused the connection; the service may not be running.', host);
    case 'certificate':
      return certificateText(host, failure.detail);
    case 'certificatesUnchecked':
      return t(
        'Nothing was sent to {0} because its certificate would not be checked; remove NODE_TLS_REJECT_UNAUTHORIZED=0 from the environment of VS Code and restart VS Code.',
        host,
      );
    case 'notSecure':
      return failure.detail?.endsWith('HANDSHAKE_FAILURE')
        ? t(
            '{0} refused the secure connection, so nothing was sent; it may want a certificate from the client, which VS Code does not send for extensions.',
            host,
          )
        : t(
            'The secure connection to {0} failed, so nothing was sent; check the port in the base URL, and the VPN or firewall if there is one.',
            host,
          );
    case 'proxy':
      return proxySentence(failure, host);
    case 'corsRefused':
      return t(
        '{0} does not allow requests from VS Code in a browser (CORS); use VS Code on the desktop instead.',
        host,
      );
    case 'mixedContent':
      return t(
        'VS Code in a browser can’t connect to {0} because the base URL does not start with https.',
        host,
      );
    case 'unreachable':
      return t('{0} could not be reached, or the connection was lost before it responded.', host);
    case 'connectTimedOut':
      return t(
        'No connection to {0} could be made in time, so nothing was sent; check the network, and the VPN or firewall if there is one.',
        host,
      );
    case 'timedOut':
      return limitSeconds === undefined
        ? t('{0} did not respond in time.', host)
        : t('{0} did not respond within {1} s (setting assistant.responseTimeout).', host, limitSeconds);
    case 'webPage':
      return t(
        'A web page responded instead of the service; if your network has a sign-in page, sign in there with a browser and retry.',
      );
    case 'notAReply':
      return t('Something other than the chat service responded at {0}.', host);
    case 'unreadableStream':
      return t('The service streamed its reply in a format that can’t be read.');
    case 'damaged':
      return t('The response is damaged.');
    case 'emptyReply':
      return t('The service returned an empty reply.');
    case 'tooLong':
      return t('The response was cut off because it exceeds the maximum length of a reply.');
    case 'listTooLong':
      return t('The list of models from {0} is too long to be read.', host);
    case 'stalled':
      return limitSeconds === undefined
        ? t('The service stopped sending before the reply was complete.')
        : t(
            'The service sent nothing for {0} s (setting assistant.idleTimeout) before the reply was complete.',
            limitSeconds,
          );
    case 'connectionLost':
      return t('The connection was lost before the reply was complete.');
    case 'serviceError':
      return t('The service reported an error while replying.');
  }
}

function rateLimitedText({ retryAfterSeconds }: Failure, status: string): UiText {
  if (retryAfterSeconds === undefined) {
    return t('Too many requests in the last minute{0}.', status);
  }
  const duration = durationText(retryAfterSeconds);
  return retryAfterSeconds > MAX_WAIT_SECONDS
    ? t(
        'Too many requests{0}; the service asked to wait {1}, longer than the maximum automatic wait of {2}.',
        status,
        duration,
        durationText(MAX_WAIT_SECONDS),
      )
    : t('Too many requests{0}; the service asked to wait {1}.', status, duration);
}

function durationText(seconds: number): UiText {
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3600)];
  if (seconds <= 120) {
    return t('{0} s', Math.ceil(seconds));
  }
  return minutes <= 120 ? t('{0} min', minutes) : hours <= 48 ? t('{0} h', hours) : t('for days');
}

/** A proxy that wants a password, one whose address is wrong, or one that fails otherwise. */
function proxySentence({ status, detail }: Failure, host: string | UiText): UiText {
  if (status === 407 || detail?.endsWith('407')) {
    return t(
      'The proxy for {0} wants a user name and password; put them into the setting http.proxy, as in http://user:password@proxy.example.com:8080.',
      host,
    );
  }
  return detail === 'ERR_INVALID_URL' || detail === 'UND_ERR_INVALID_ARG'
    ? t('VS Code can’t use the address in the setting http.proxy, so nothing was sent to {0}.', host)
    : t(
        'The proxy for {0} refused or closed the connection, or did not respond, so nothing was sent; check the setting http.proxy, or ask whoever runs the proxy.',
        host,
      );
}

/**
 * Why a certificate was rejected, and what can fix it. Offers no way to continue without a valid certificate, because
 * the API key would then be sent to whoever presented the invalid one.
 *
 * @param detail starts with an error code of Node.js (TLS documentation, "X509 certificate error codes")
 */
function certificateText(host: string | UiText, detail: string | undefined): UiText {
  const code = /^[A-Z][A-Z0-9_]+/.exec(detail ?? '')?.[0] ?? '';
  return t(
    'The certificate of {0} was rejected ({1}), so nothing was sent; if your network uses its own certificates, check the http.systemCertificates and http.proxy settings.',
    host,
    certificateErrorText(code),
  );
}

function certificateErrorText(code: string): UiText {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return t('it has expired, or the clock of this machine is wrong');
    case 'CERT_NOT_YET_VALID':
      return t('it is not valid yet, or the clock of this machine is wrong');
    case 'CERT_REVOKED':
      return t('it was revoked');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return t('it is for another host');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return t('it is self-signed');
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_UNTRUSTED':
      return t('its issuer is not trusted on this machine');
    default:
      return t('it is not trusted on this machine');
  }
}
