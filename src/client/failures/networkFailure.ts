import { defined } from '../../base/defined.ts';
import type { Failure, FailureKind } from '../../contract/failure.ts';
import { certificateProblem } from './certificateProblem.ts';
import { causesOf, tellingCode } from './errorCauses.ts';
import { proxyProblem } from './proxyFailure.ts';

/** The name of undici's errors about a head that is none of HTTP. Not all of them have a code. */
const NOT_HTTP = 'HTTPParserError';

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
  [NOT_HTTP]: 'notAReply',
};

/** In the order in which they are asked. */
const KIND_OF_PATTERN: readonly (readonly [code: RegExp, kind: FailureKind])[] = [
  [/^CERT_/, 'certificate'],
  [/SSL|TLS|EPROTO/, 'notSecure'],
  [/^HPE_/, 'notAReply'],
];

/** A fixed message of Node.js for a connection that closed in the midst of the handshake, which has no code of its own. */
const CLOSED_IN_HANDSHAKE = /before secure TLS connection was established$/;

/**
 * A request that `fetch` gave up, as a failure whose `detail` begins with the code of the error, or says what a
 * proxy answered. The message of an error is never quoted, since it may quote what was sent.
 *
 * @param host with its port, unless it is that of the scheme
 */
export function networkFailure(error: unknown, host: string): Failure {
  const causes = causesOf(error);
  const isHttp = causes.every((cause) => !('name' in cause) || cause.name !== NOT_HTTP);
  const code = tellingCode(causes) ?? (isHttp ? undefined : NOT_HTTP);
  const proxy = proxyProblem(causes, host);
  if (proxy !== undefined) {
    return { kind: 'proxy', host, detail: proxy };
  }
  const problem = certificateProblem(causes);
  const kind = kindOf(code, causes);
  const detail = kind === 'certificate' && problem !== undefined ? `${code}: ${problem}` : code;
  return { kind, host, ...defined({ detail }) };
}

function kindOf(code: string | undefined, causes: readonly object[]): FailureKind {
  if (code === undefined) {
    return 'unreachable';
  }
  if (causes.some((cause) => 'message' in cause && CLOSED_IN_HANDSHAKE.test(String(cause.message)))) {
    return 'notSecure';
  }
  return KIND_OF_CODE[code] ?? KIND_OF_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable';
}
