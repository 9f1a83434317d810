import type { RequestMetrics } from './requestMetrics.ts';

/**
 * Everything that can go wrong between a question and its reply: a closed set, so that every place that shows,
 * logs or tests a failure is complete by its type.
 */
export const FAILURE_KINDS = [
  /** There is no address or no key for it: nothing was sent. */
  'notConnected',
  /** 401: the key is missing or wrong. */
  'unauthorized',
  /** 403: the account is not activated or its trial has expired. */
  'forbidden',
  /** 404 on a path: the address is not that of the service. */
  'notFound',
  /** 404 that names the model. */
  'modelNotFound',
  /** 400, 413 or 422 that says that the conversation is longer than the model's window. */
  'windowExceeded',
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
  /** No computer of this name is known. */
  'hostNotFound',
  /** There is no network, or none that leads to the host. */
  'offline',
  /** The host is there, and nothing listens at the port. */
  'refused',
  /** The host's certificate is not one that this machine trusts, or not that of the host, or out of date. */
  'certificate',
  /** The secure connection could not be made, for another reason than the certificate. */
  'notSecure',
  /** 407, or a proxy that can't be reached. */
  'proxy',
  /** The service answers, but not to a page in a browser (CORS). */
  'corsRefused',
  /** A secure page may not ask an address without https. */
  'mixedContent',
  /** No connection, or one that closed before anything came, for a reason that is none of the above. */
  'unreachable',
  /** No head of an answer within the time limit. */
  'timedOut',
  /** A web page answered: a sign-in page of the network, or an address that is not the service's. */
  'webPage',
  /** A success that is not a reply of this service: unknown JSON, or text. */
  'notAReply',
  /** The body's compression or its JSON is damaged, or a part of it that may have held text can't be read. */
  'damaged',
  /** A success without content. */
  'emptyReply',
  /** The body is longer than any reply. */
  'tooLong',
  /** The body began, and then nothing came within the time limit. */
  'stalled',
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
  /** Host and port that was asked. */
  host?: string;
  /** What the service or the network said: at most 300 characters, without control characters, key masked. */
  detail?: string;
  /** Seconds to wait, from `Retry-After`, where the service named them. */
  retryAfterSeconds?: number;
  /** The limit in seconds that ran out, with `timedOut` and `stalled`. */
  limitSeconds?: number;
  /** The last request in figures; absent where nothing was sent. */
  exchange?: RequestMetrics;
}

/** The interface's advice by status (service interface: Errors), word for word. */
export const ADVICE_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Check the key in the dashboard',
  403: 'Activate the account or renew the subscription',
  404: 'Check the URL and the model name',
  422: 'Check the format of the request body',
  429: 'Wait and retry, or send requests less often',
  500: 'Retry after a few seconds',
};
