import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import { describeError, type ErrorText } from './errorBodyText.ts';
import { parseRetryAfterSeconds } from './retryAfter.ts';
import { sanitizeDetail } from './sanitizeDetail.ts';

/** Statuses with a kind of their own (service interface: Errors; 402, 407, 413, 414: RFC 9110; 431, 511: RFC 6585). */
const KIND_OF_STATUS: Readonly<Record<number, FailureKind>> = {
  400: 'invalidRequest',
  401: 'unauthorized',
  402: 'forbidden',
  403: 'forbidden',
  404: 'notFound',
  407: 'proxy',
  413: 'tooLarge',
  414: 'tooLarge',
  422: 'invalidRequest',
  429: 'rateLimited',
  431: 'tooLarge',
  511: 'webPage',
};

/** Statuses that a network sign-in page has too. */
const SIGN_IN_STATUSES: readonly number[] = [403, 503];

/** The kind of an error status, without regard to the body. */
function kindOfStatus(status: number): FailureKind {
  return KIND_OF_STATUS[status] ?? (status >= 500 && status <= 599 ? 'serverError' : 'unexpectedStatus');
}

/** Matches messages about a prompt that exceeds the context window, but not about a parameter such as `max_tokens`. */
const CONTEXT_LENGTH_ERROR_PATTERN =
  /\bcontext[ _](?:length|limit|size|window)|\b(?:conversation|input|prompt)\b[^.]{0,80}\b(?:exceed|too (?:large|long|many tokens)\b)/i;

interface HttpErrorResponse {
  status: number;
  headers: Headers;
  error: ErrorText;
  /** The model that the request names, if any. */
  model?: string;
  apiKey: string;
  /** ms since 1970 */
  now: number;
}

export function httpFailure({ status, headers, error, model, apiKey, now }: HttpErrorResponse): Failure {
  const isSignInPage = error.isWebPage === true && SIGN_IN_STATUSES.includes(status);
  const kind = isSignInPage ? 'webPage' : refineKind(kindOfStatus(status), error, model);
  const detail = sanitizeDetail(describeError(error), apiKey);
  const retryAfterSeconds = parseRetryAfterSeconds(headers, now);
  return {
    kind,
    status,
    ...omitUndefined({ detail, retryAfterSeconds }),
  };
}

/** A more specific kind if the body shows one. */
function refineKind(kind: FailureKind, error: ErrorText, model: string | undefined): FailureKind {
  if (kind === 'notFound') {
    return isModelError(error, model) ? 'modelNotFound' : kind;
  }
  const isRequestError = kind === 'invalidRequest' || kind === 'tooLarge';
  return isRequestError && model !== undefined && CONTEXT_LENGTH_ERROR_PATTERN.test(error.message ?? '')
    ? 'windowExceeded'
    : kind;
}

/**
 * 404 means either an unknown path or an unknown model, and only the body can tell which. A message that only mentions
 * both words, as the advice in the service interface does, counts as an unknown path.
 */
function isModelError({ message = '', field }: ErrorText, model: string | undefined): boolean {
  if (model === undefined) {
    return false;
  }
  const mentionsModel = /\bmodel\b/i.test(message) && !/\b(?:url|endpoint|path|route)\b/i.test(message);
  return field === 'model' || message.includes(model) || mentionsModel;
}
