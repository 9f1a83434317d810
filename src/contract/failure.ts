/**
 * Everything that can go wrong between a question and its reply: a closed set, so that every place that shows,
 * logs or tests a failure is complete by its type.
 */
export const FAILURE_KINDS = [
  /** 401: the key is missing or wrong. */
  'unauthorized',
  /** 403: the account is not activated or its trial has expired. */
  'forbidden',
  /** 404 on a path: the address is not that of the service. */
  'notFound',
  /** 404 that names the model. */
  'modelNotFound',
  /** 422, and 400: a parameter was refused. */
  'invalidRequest',
  /** 413, 414, 431: more than the service takes. */
  'tooLarge',
  /** 429: over the limit of requests. */
  'rateLimited',
  /** 500 to 599. */
  'serverError',
  /** Any other status that is no success. */
  'unexpectedStatus',
  /** A redirect, which is never followed to another origin. */
  'redirected',
  /** No connection: name not found, refused, reset, certificate, CORS. */
  'unreachable',
  /** Nothing came for too long. */
  'timedOut',
  /** A success that is not a reply of this service: HTML, unknown JSON, a damaged body. */
  'notAReply',
  /** A success without content. */
  'emptyReply',
  /** The stream broke off before its end. */
  'connectionLost',
  /** The service reported an error inside a stream that had begun. */
  'serviceError',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** One failure, as data: what a person is told and offered is decided from these fields alone. */
export interface Failure {
  kind: FailureKind;
  /** HTTP status, where there was one. */
  status?: number;
  /** What the service or the network said: at most 300 characters, without control characters, key masked. */
  detail?: string;
  /** Seconds to wait, from `Retry-After`, where the service named them. */
  retryAfterSeconds?: number;
}

/** The interface's advice by status (service interface: Errors), word for word. */
export const ADVICE: Readonly<Record<number, string>> = {
  401: 'Check the key in the dashboard',
  403: 'Activate the account or renew the subscription',
  404: 'Check the URL and the model name',
  422: 'Check the format of the request body',
  429: 'Wait and retry, or send requests less often',
  500: 'Retry after a few seconds',
};
