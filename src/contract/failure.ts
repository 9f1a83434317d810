import type { RequestMetrics } from './requestMetrics.ts';

/**
 * Everything that can go wrong between a question and its reply. A closed set, so that the compiler finds each place
 * that does not handle a kind.
 */
export const FAILURE_KINDS = [
  /** The base URL or the API key is missing: nothing was sent. */
  'notConnected',
  /** The base URL has changed since the question was asked: it was not sent. */
  'connectionChanged',
  /** 401: the key is missing or wrong. */
  'unauthorized',
  /** 403: the account is not activated, or its trial has expired. 402: it must pay. */
  'forbidden',
  /** 404 for the path: the base URL is not that of the service. */
  'notFound',
  /** 404 whose body says that the model does not exist. */
  'modelNotFound',
  /** 400, 413 or 422 whose message says that the conversation exceeds the model's context window. */
  'windowExceeded',
  /** 400 or 422: a parameter was rejected. */
  'invalidRequest',
  /** 413, 414 or 431: the request is larger than the service accepts. */
  'tooLarge',
  /** 429: the rate limit is exceeded. */
  'rateLimited',
  /** 500 to 599. */
  'serverError',
  /** Any other error status. */
  'unexpectedStatus',
  /** A redirect that is not followed, such as one to another origin. */
  'redirected',
  /** The host name can't be resolved. */
  'hostNotFound',
  /** There is no network, or no route to the host. */
  'offline',
  /** The host refused the connection: nothing listens on the port. */
  'refused',
  /** The certificate is not trusted, is for another host, or is outside its dates. */
  'certificate',
  /** Certificates are not checked on this machine, and the user did not agree to send the key all the same. */
  'certificatesUnchecked',
  /** The TLS connection failed for another reason than the certificate. */
  'notSecure',
  /** 407, or the proxy can't be reached, refuses to connect, or has an invalid address. */
  'proxy',
  /** The service is reachable, but does not allow requests from a web page (CORS). */
  'corsRefused',
  /** A page loaded over https may not send requests over http. */
  'mixedContent',
  /** No connection, or one that closed before the response began, for none of the reasons above. */
  'unreachable',
  /** No connection within the time that the platform allows, so that nothing was sent: a firewall, a VPN. */
  'connectTimedOut',
  /** No response headers within the time limit. */
  'timedOut',
  /** The response is a web page: a network sign-in page (also 511), or the URL is not that of the service. */
  'webPage',
  /** A successful response that is not a reply: unknown JSON, or text. */
  'notAReply',
  /** A successful response that was asked for as a stream, and whose values have a format that no reader knows. */
  'unreadableStream',
  /** The compression or the JSON of the body is damaged, or a part that may have contained text can't be read. */
  'damaged',
  /** A successful response without content. */
  'emptyReply',
  /** The body is longer than any reply can be. */
  'tooLong',
  /** The list of models exceeds the client's limit. */
  'listTooLong',
  /** The body began, and then no data arrived within the time limit. */
  'stalled',
  /** The stream was cut off before its end. */
  'connectionLost',
  /** The service reported an error in the body of a successful response. */
  'serviceError',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** One failure as data: its message and the actions offered for it are derived from these fields alone. */
export interface Failure {
  kind: FailureKind;
  /** HTTP status, if there was a response. */
  status?: number;
  /** Host and port that the request was sent to. */
  host?: string;
  /** What the service or the network said: at most 300 characters, without control characters, the key masked. */
  detail?: string;
  /** Seconds to wait, from `Retry-After`. */
  retryAfterSeconds?: number;
  /** The exceeded time limit, in seconds, with `timedOut` and `stalled`. */
  limitSeconds?: number;
  /** The proxy that may be the cause, as it is set, without user name and password. */
  proxy?: string;
  /** Metrics of the last request; absent if none was sent. */
  exchange?: RequestMetrics;
}

/** The advice for each status, word for word (service interface: Errors). */
export const ADVICE_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'Check the key in the dashboard',
  403: 'Activate the account or renew the subscription',
  404: 'Check the URL and the model name',
  422: 'Check the format of the request body',
  429: 'Wait and retry, or send requests less often',
  500: 'Retry after a few seconds',
};
