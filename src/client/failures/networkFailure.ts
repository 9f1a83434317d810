import * as z from 'zod/mini';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import { causesOf, mostSpecificCode } from './errorCauses.ts';
import { sanitizeDetail } from './sanitizeDetail.ts';

/** The name of undici's errors about a head that is none of HTTP. Not all of them have a code. */
const HTTP_PARSER_ERROR = 'HTTPParserError';

/** What the codes of Node's network errors mean. A browser gives none. */
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
  ETIMEDOUT: 'timedOut',
  UND_ERR_CONNECT_TIMEOUT: 'timedOut',
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
  // The head is none of HTTP, or of a size that no service needs.
  UND_ERR_HEADERS_OVERFLOW: 'notAReply',
  [HTTP_PARSER_ERROR]: 'notAReply',
};

/** In the order in which they are asked. */
const KIND_OF_CODE_PATTERN: readonly (readonly [code: RegExp, kind: FailureKind])[] = [
  [/^CERT_/, 'certificate'],
  [/SSL|TLS|EPROTO/, 'notSecure'],
  [/^HPE_/, 'notAReply'],
];

/** A fixed message of Node.js for a connection that closed in the midst of the handshake, which has no code of its own. */
const CLOSED_IN_HANDSHAKE_PATTERN = /before secure TLS connection was established$/;

/**
 * A request that `fetch` gave up, as a failure whose `detail` begins with the code of the error, or says what a
 * proxy answered. The message of an error is never quoted, since it may quote what was sent.
 *
 * @param host with its port, unless it is that of the scheme
 */
export function networkFailure(error: unknown, host: string): Failure {
  const causes = causesOf(error);
  const isHttp = causes.every((cause) => !('name' in cause) || cause.name !== HTTP_PARSER_ERROR);
  const code = mostSpecificCode(causes) ?? (isHttp ? undefined : HTTP_PARSER_ERROR);
  const proxy = proxyErrorDetail(causes, host);
  if (proxy !== undefined) {
    return { kind: 'proxy', host, detail: proxy };
  }
  const problem = certificateErrorDetail(causes);
  const kind = failureKindOf(code, causes);
  const detail = kind === 'certificate' && problem !== undefined ? `${code}: ${problem}` : code;
  return { kind, host, ...omitUndefined({ detail }) };
}

function failureKindOf(code: string | undefined, causes: readonly object[]): FailureKind {
  if (code === undefined) {
    return 'unreachable';
  }
  if (causes.some((cause) => 'message' in cause && CLOSED_IN_HANDSHAKE_PATTERN.test(String(cause.message)))) {
    return 'notSecure';
  }
  return (
    KIND_OF_CODE[code] ?? KIND_OF_CODE_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable'
  );
}

/** What undici says of a tunnel that a proxy refused, and VS Code with other signs at its end. It has no code of its own. */
const TUNNEL_REFUSED_PATTERN = /^Proxy response \((\d{3})\)/;

/** Where undici tried to connect until its time was up: `host:port, host:port`. */
const CONNECT_ATTEMPTS_PATTERN = /\(attempted address(?:es)?: ([^)]+), timeout/;

/**
 * `fetch` keeps a 407 back, as the Fetch standard wants it (HTTP-network-or-cache fetch, 14), and undici gives
 * the error for that no word of its own: all its others say something.
 */
function isProxyAuthError(cause: object): boolean {
  return (
    cause instanceof Error && !(cause instanceof TypeError) && cause.message === '' && !('code' in cause)
  );
}

/** The TLS connection to the proxy itself failed (undici). */
const PROXY_TLS_ERROR_CODE = 'UND_ERR_PRX_TLS';

/**
 * What is wrong with the proxy, where a request failed at one and not at the service; `undefined` where nothing
 * shows that. A proxy shows itself by what it answered, and by a host or port that is not the one asked for.
 *
 * @param host with its port, unless it is that of the scheme
 */
function proxyErrorDetail(causes: readonly object[], host: string): string | undefined {
  const { hostname, port } = new URL(`http://${host}`);
  const isElsewhere = (tried: string): boolean => (port === '' ? !/^(80|443)$/.test(tried) : tried !== port);
  for (const cause of causes) {
    const { code, message, hostname: lookedUp, address, port: tried } = cause as Record<string, unknown>;
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
    if (code === 'ENOTFOUND' && typeof lookedUp === 'string' && lookedUp !== hostname) {
      return `${code}: ${lookedUp}`;
    }
    if (code === 'ECONNREFUSED' && typeof tried === 'number' && isElsewhere(String(tried))) {
      return `${code}: ${address}:${tried}`;
    }
    const [, attempts] = CONNECT_ATTEMPTS_PATTERN.exec(String(message)) ?? [];
    if (attempts?.split(', ').every((attempt) => isElsewhere(attempt.split(':').at(-1) ?? ''))) {
      return `${code}: ${attempts}`;
    }
  }
  return undefined;
}

/** What the errors of Node.js carry of a certificate (its documentation: TLS, certificate object). */
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
 * What is wrong with a certificate, in its own dates or names; `undefined` where an error does not show it. The
 * names are the other side's to choose, so they are made safe.
 */
function certificateErrorDetail(causes: readonly object[]): string | undefined {
  const shown = causes
    .map((cause) => certificateErrorSchema.safeParse(cause))
    .find(({ success }) => success)?.data;
  if (shown === undefined) {
    return undefined;
  }
  const { valid_from: from, valid_to: to, subjectaltname, subject } = shown.cert;
  switch (shown.code) {
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
