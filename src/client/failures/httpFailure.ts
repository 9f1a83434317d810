import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import { describeError, type ErrorText } from './errorBodyText.ts';
import { parseRetryAfterSeconds } from './retryAfter.ts';
import { sanitizeDetail } from './sanitizeDetail.ts';

/** The statuses with a meaning of their own (service interface: Errors; those of size and of proxies are RFC 9110's). */
const KIND_OF_STATUS: Readonly<Record<number, FailureKind>> = {
  400: 'invalidRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  407: 'proxy',
  413: 'tooLarge',
  414: 'tooLarge',
  422: 'invalidRequest',
  429: 'rateLimited',
  431: 'tooLarge',
};

/** The kind of a status that is no success, before the body is looked at. */
function kindOfStatus(status: number): FailureKind {
  return KIND_OF_STATUS[status] ?? (status >= 500 && status <= 599 ? 'serverError' : 'unexpectedStatus');
}

/** What services say of a prompt that is longer than the model's window; not of a parameter such as `max_tokens`. */
const CONTEXT_LENGTH_ERROR_PATTERN =
  /\bcontext[ _](?:length|limit|size|window)|\b(?:conversation|input|prompt)\b[^.]{0,80}\b(?:exceed|too (?:large|long|many tokens)\b)/i;

/** What is known about a refused request. */
interface HttpErrorResponse {
  status: number;
  headers: Headers;
  error: ErrorText;
  /** The model that was asked; absent for a request that names none. */
  model?: string;
  apiKey: string;
  /** ms since 1970 */
  now: number;
}

/** An answer whose status is no success, as one of the closed set of failures. */
export function httpFailure({ status, headers, error, model, apiKey, now }: HttpErrorResponse): Failure {
  const kind = refineKind(kindOfStatus(status), error, model);
  const detail = sanitizeDetail(describeError(error), apiKey);
  const wait = parseRetryAfterSeconds(headers, now);
  return {
    kind,
    status,
    ...omitUndefined({ detail, retryAfterSeconds: wait }),
  };
}

/** The kind of a status, or a closer one that the body tells. */
function refineKind(kind: FailureKind, error: ErrorText, model: string | undefined): FailureKind {
  if (kind === 'notFound') {
    return isModelError(error, model) ? 'modelNotFound' : kind;
  }
  const isOfRequest = kind === 'invalidRequest' || kind === 'tooLarge';
  return isOfRequest && model !== undefined && CONTEXT_LENGTH_ERROR_PATTERN.test(error.message ?? '')
    ? 'windowExceeded'
    : kind;
}

/**
 * 404 stands for both an unknown path and an unknown model; only the body can tell which. A text that speaks of
 * both, as the interface's own advice does, tells neither.
 */
function isModelError({ message = '', field }: ErrorText, model: string | undefined): boolean {
  if (model === undefined) {
    return false;
  }
  const speaksOfModel = /\bmodel\b/i.test(message) && !/\b(?:url|endpoint|path|route)\b/i.test(message);
  return field === 'model' || message.includes(model) || speaksOfModel;
}
