import * as vscode from 'vscode';
import { ADVICE, type Failure } from '../contract/failure.ts';

/** The interface's advice for a status, as a sentence; nothing where the interface has none. */
function advice(failure: Failure): string {
  const text = failure.status === undefined ? undefined : ADVICE[failure.status];
  return text === undefined ? '' : ` ${vscode.l10n.t(text)}.`;
}

/** One sentence for people for each kind of failure, with the service's advice where it gives one. */
export function failureText(failure: Failure, model: string): string {
  return sentence(failure, model) + advice(failure);
}

function sentence(failure: Failure, model: string): string {
  const { t } = vscode.l10n;
  const status = String(failure.status ?? '');
  const host = failure.host ?? t('the service');
  const seconds = failure.limitSeconds ?? 0;
  switch (failure.kind) {
    case 'notConnected':
      return t('There is no address or no API key for it yet.');
    case 'unauthorized':
      return t('The service did not accept the API key ({0}).', status || 401);
    case 'forbidden':
      return t('The account may not use the service now ({0}).', status);
    case 'notFound':
      return t('There is no chat service at this address ({0}).', status);
    case 'modelNotFound':
      return t('The model {0} is not available ({1}).', model, status);
    case 'invalidRequest':
      return t('The service refused a part of the request ({0}).', status);
    case 'tooLarge':
      return t('The question is larger than the service takes ({0}).', status);
    case 'rateLimited':
      return failure.retryAfterSeconds === undefined
        ? t('Too many requests in the last minute ({0}).', status)
        : t(
            'Too many requests in the last minute ({0}). The service asks to wait {1} s.',
            status,
            Math.ceil(failure.retryAfterSeconds),
          );
    case 'serverError':
      return t('The service failed ({0}).', status);
    case 'unexpectedStatus':
      return t('The service answered in a way that is not part of its interface ({0}).', status);
    case 'redirected':
      return t('The service tried to send the request elsewhere. It was not followed.');
    case 'hostNotFound':
      return t('Cannot find {0}.', host);
    case 'offline':
      return t('There is no network that leads to {0}.', host);
    case 'refused':
      return t('{0} refused the connection.', host);
    case 'certificate':
      return t('The certificate of {0} is not one that this machine accepts.', host);
    case 'notSecure':
      return t('No secure connection to {0} could be made.', host);
    case 'proxy':
      return t('The proxy on the way to {0} refused or did not answer.', host);
    case 'corsRefused':
      return t('{0} does not allow calls from VS Code in a browser (CORS).', host);
    case 'mixedContent':
      return t('VS Code in a browser may not ask {0}, since its address does not begin with https.', host);
    case 'unreachable':
      return t('{0} cannot be reached.', host);
    case 'timedOut':
      return t('{0} did not answer in {1} s.', host, seconds);
    case 'webPage':
      return t('A web page answered in the place of the service.');
    case 'notAReply':
      return t('Something else than the chat service answered.');
    case 'damaged':
      return t('The answer came damaged.');
    case 'emptyReply':
      return t('The service sent an empty reply.');
    case 'tooLong':
      return t('The answer was cut, because it is longer than any reply.');
    case 'stalled':
      return t('The service sent nothing for {0} s, and the reply is not complete.', seconds);
    case 'connectionLost':
      return t('The connection was lost before the reply was complete.');
    case 'serviceError':
      return t('The service reported an error while it replied.');
  }
}
