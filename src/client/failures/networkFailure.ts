import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import { causesOf, mostSpecificCode } from './errorCauses.ts';
import { sanitizeDetail } from './sanitizeDetail.ts';

/** Name of undici's errors for a response that is not HTTP. Not all of them have a code. */
const HTTP_PARSER_ERROR = 'HTTPParserError';

/** Kinds by the error codes of Node.js. The errors of a browser have no codes. */
const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ENOTFOUND: 'hostNotFound',
  EAI_AGAIN: 'offline',
  ENETUNREACH: 'offline',
  EHOSTUNREACH: 'offline',
  ENETDOWN: 'offline',
  ENONET: 'offline',
  EADDRNOTAVAIL: 'offline',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  UND_ERR_SOCKET: 'unreachable',
  ETIMEDOUT: 'connectTimedOut',
  UND_ERR_CONNECT_TIMEOUT: 'connectTimedOut',
  UND_ERR_HEADERS_TIMEOUT: 'timedOut',
  UND_ERR_BODY_TIMEOUT: 'timedOut',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  HOSTNAME_MISMATCH: 'certificate',
  INVALID_CA: 'certificate',
  INVALID_PURPOSE: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  // The response is not HTTP, its headers are too large, or they contradict each other.
  UND_ERR_HEADERS_OVERFLOW: 'notAReply',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'notAReply',
  // The URL of the service is valid, so it is that of the proxy, or its scheme.
  ERR_INVALID_URL: 'proxy',
  UND_ERR_INVALID_ARG: 'proxy',
  // From `fetchByProxy`.
  ERR_PROXY_CLOSED: 'proxy',
  [HTTP_PARSER_ERROR]: 'notAReply',
};

/** The first match applies. */
const KIND_OF_CODE_PATTERN: readonly (readonly [code: RegExp, kind: FailureKind])[] = [
  [/^CERT_/, 'certificate'],
  [/SSL|TLS|EPROTO/, 'notSecure'],
  [/^HPE_/, 'notAReply'],
];

/** System calls on a connection that was made. With their errors, the service may have the request. */
const CONNECTED_SYSCALLS: readonly unknown[] = ['read', 'write'];

/** Messages of undici, which closes the connection after a 100 or 101 that it did not ask for. They have no own code. */
const UNASKED_RESPONSE_PATTERN = /^bad (?:response|upgrade)$/;

/** Message of Node.js for a connection closed during the TLS handshake, which has no code of its own. */
const CLOSED_IN_HANDSHAKE_PATTERN = /before secure TLS connection was established$/;

/**
 * The failure for an error thrown by `fetch`. Its `detail` starts with the error code, or says what a proxy returned.
 * The error message is never included, since it may quote the request.
 *
 * @param host with the port, unless it is the default one
 */
export function networkFailure(error: unknown, host: string): Failure {
  const causes = causesOf(error);
  const isHttp = causes.every((cause) => !('name' in cause) || cause.name !== HTTP_PARSER_ERROR);
  const code = mostSpecificCode(causes) ?? (isHttp ? undefined : HTTP_PARSER_ERROR);
  const proxyDetail = proxyErrorDetail(causes, host);
  if (proxyDetail !== undefined) {
    return { kind: 'proxy', host, detail: proxyDetail };
  }
  const certificateDetail = certificateErrorDetail(causes);
  const kind = failureKindOf(code, causes);
  const detail =
    kind === 'certificate' && certificateDetail !== undefined ? `${code}: ${certificateDetail}` : code;
  return { kind, host, ...omitUndefined({ detail }) };
}

function failureKindOf(code: string | undefined, causes: readonly object[]): FailureKind {
  if (code === undefined) {
    return 'unreachable';
  }
  if (causes.some((cause) => 'message' in cause && CLOSED_IN_HANDSHAKE_PATTERN.test(String(cause.message)))) {
    return 'notSecure';
  }
  if (causes.some((cause) => 'message' in cause && UNASKED_RESPONSE_PATTERN.test(String(cause.message)))) {
    return 'notAReply';
  }
  const kind =
    KIND_OF_CODE[code] ?? KIND_OF_CODE_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable';
  const isConnected = causes.some(
    (cause) => 'syscall' in cause && CONNECTED_SYSCALLS.includes(cause.syscall),
  );
  return isConnected && (kind === 'offline' || kind === 'connectTimedOut') ? 'unreachable' : kind;
}

/** Start of undici's message for a tunnel refused by the proxy. It has no specific code. VS Code's ends differently. */
const TUNNEL_REFUSED_PATTERN = /^Proxy response \((\d{3})\)/;

/** The `host:port, host:port` to which undici tried to connect until its timeout. */
const CONNECT_ATTEMPTS_PATTERN = /\(attempted address(?:es)?: ([^()]+), timeout/;

/**
 * `fetch` does not return a 407 (Fetch standard, HTTP-network-or-cache fetch, step 14). undici's error for it is the
 * only one of its errors with an empty message.
 */
function isProxyAuthError(cause: object): boolean {
  return (
    cause instanceof Error && !(cause instanceof TypeError) && cause.message === '' && !('code' in cause)
  );
}

/** undici: the TLS connection to the proxy itself failed. */
const PROXY_TLS_ERROR_CODE = 'UND_ERR_PRX_TLS';

/**
 * Describes the error of a proxy; `undefined` if nothing shows that the request failed at a proxy. Signs of a proxy are
 * its response and a host or port other than the requested one.
 *
 * @param host with the port, unless it is the default one
 */
function proxyErrorDetail(causes: readonly object[], host: string): string | undefined {
  const { hostname, port } = new URL(`http://${host}`);
  const isOtherPort = (triedPort: string): boolean =>
    port === '' ? !/^(80|443)$/.test(triedPort) : triedPort !== port;
  for (const cause of causes) {
    const {
      code,
      message,
      hostname: lookedUpHost,
      address,
      port: triedPort,
    } = cause as Record<string, unknown>;
    const [, status] = TUNNEL_REFUSED_PATTERN.exec(String(message)) ?? [];
    if (status !== undefined) {
      return `The proxy returned ${status}`;
    }
    if (isProxyAuthError(cause)) {
      return 'The proxy returned 407';
    }
    if (code === PROXY_TLS_ERROR_CODE) {
      return code;
    }
    if (code === 'ENOTFOUND' && typeof lookedUpHost === 'string' && lookedUpHost !== hostname) {
      return `${code}: ${lookedUpHost}`;
    }
    if (code === 'ECONNREFUSED' && typeof triedPort === 'number' && isOtherPort(String(triedPort))) {
      return `${code}: ${address}:${triedPort}`;
    }
    const [, attempts] = CONNECT_ATTEMPTS_PATTERN.exec(String(message)) ?? [];
    if (attempts?.split(', ').every((attempt) => isOtherPort(attempt.split(':').at(-1) ?? ''))) {
      return `${code}: ${attempts}`;
    }
  }
  return undefined;
}

/** The certificate in errors of Node.js (Node.js documentation: TLS, certificate object). */
const certificateErrorSchema = z.object({
  code: z.optional(z.string()),
  cert: z.object({
    valid_from: z.optional(z.string()),
    valid_to: z.optional(z.string()),
    subjectaltname: z.optional(z.string()),
    subject: z.optional(z.object({ CN: z.optional(z.string()) })),
  }),
});

/**
 * The date or names that make a certificate invalid; `undefined` if no error contains them. They are sanitized, since
 * the server chooses them.
 */
function certificateErrorDetail(causes: readonly object[]): string | undefined {
  const parsed = causes
    .map((cause) => certificateErrorSchema.safeParse(cause))
    .find(({ success }) => success)?.data;
  if (parsed === undefined) {
    return undefined;
  }
  const { valid_from: from, valid_to: to, subjectaltname, subject } = parsed.cert;
  switch (parsed.code) {
    case 'CERT_HAS_EXPIRED':
      return to && sanitizeDetail(`valid until ${to}`, '');
    case 'CERT_NOT_YET_VALID':
      return from && sanitizeDetail(`valid from ${from}`, '');
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = subjectaltname?.replaceAll(/(?:DNS|IP Address):/g, '') || subject?.CN;
      return names && sanitizeDetail(`the certificate is for ${names}`, '');
    }
    default:
      return undefined;
  }
}
