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
  const status = String(failure.status ?? '');
  switch (failure.kind) {
    case 'unauthorized':
      return vscode.l10n.t('The service did not accept the API key ({0}).', status || 401);
    case 'forbidden':
      return vscode.l10n.t('The account may not use the service now ({0}).', status);
    case 'notFound':
      return vscode.l10n.t('There is no chat service at this address ({0}).', status);
    case 'modelNotFound':
      return vscode.l10n.t('The model {0} is not available ({1}).', model, status);
    case 'invalidRequest':
      return vscode.l10n.t('The service refused a part of the request ({0}).', status);
    case 'tooLarge':
      return vscode.l10n.t('The question is larger than the service takes ({0}).', status);
    case 'rateLimited':
      return failure.retryAfterSeconds === undefined
        ? vscode.l10n.t('Too many requests in the last minute ({0}).', status)
        : vscode.l10n.t(
            'Too many requests in the last minute ({0}). The service asks to wait {1} s.',
            status,
            Math.ceil(failure.retryAfterSeconds),
          );
    case 'serverError':
      return vscode.l10n.t('The service failed ({0}).', status);
    case 'unexpectedStatus':
      return vscode.l10n.t('The service answered in a way that is not part of its interface ({0}).', status);
    case 'redirected':
      return vscode.l10n.t('The service tried to send the request elsewhere. It was not followed.');
    case 'unreachable':
      return vscode.l10n.t('The service cannot be reached.');
    case 'timedOut':
      return vscode.l10n.t('The service did not answer in time.');
    case 'notAReply':
      return vscode.l10n.t('Something else than the chat service answered.');
    case 'emptyReply':
      return vscode.l10n.t('The service sent an empty reply.');
    case 'connectionLost':
      return vscode.l10n.t('The connection was lost before the reply was complete.');
    case 'serviceError':
      return vscode.l10n.t('The service reported an error while it replied.');
  }
}
