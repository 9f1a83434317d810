import type { Failure, FailureKind } from '../contract/failure.ts';

type Cause = readonly [kind: FailureKind, text: (host: string) => string];

const reset: Cause = ['unreachable', (host) => `${host} closed the connection`];
const noRoute: Cause = ['unreachable', (host) => `There is no network that leads to ${host}`];
const slow: Cause = ['timedOut', (host) => `${host} did not answer in time`];
const untrusted: Cause = [
  'unreachable',
  (host) => `The certificate of ${host} is not signed by an authority that this machine trusts`,
];

/** What the codes of Node's network errors mean for a person. A browser gives none. */
const CAUSES: Readonly<Record<string, Cause>> = {
  ENOTFOUND: ['unreachable', (host) => `Cannot find ${host}`],
  EAI_AGAIN: ['unreachable', (host) => `Cannot look up ${host} at the moment; there may be no network`],
  ECONNREFUSED: ['unreachable', (host) => `${host} refused the connection`],
  ECONNRESET: reset,
  EPIPE: reset,
  UND_ERR_SOCKET: reset,
  ENETUNREACH: noRoute,
  EHOSTUNREACH: noRoute,
  ENETDOWN: noRoute,
  ETIMEDOUT: slow,
  UND_ERR_CONNECT_TIMEOUT: slow,
  UND_ERR_HEADERS_TIMEOUT: slow,
  UND_ERR_BODY_TIMEOUT: slow,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_HAS_EXPIRED: ['unreachable', (host) => `The certificate of ${host} has expired`],
  CERT_NOT_YET_VALID: ['unreachable', (host) => `The certificate of ${host} is not valid yet`],
  ERR_TLS_CERT_ALTNAME_INVALID: ['unreachable', (host) => `The certificate is not that of ${host}`],
};

/**
 * A request that `fetch` gave up, as a failure. Only the error's code is used and never its message, which may
 * quote what was sent.
 */
export function networkFailure(error: unknown, host: string): Failure {
  const code = codeOf(error);
  if (code === undefined) {
    return {
      kind: 'unreachable',
      detail: `No connection to ${host}: it is down, or it does not allow requests from a web page (CORS)`,
    };
  }
  const [kind, text] = CAUSES[code] ?? other(code);
  return { kind, detail: `${text(host)} (${code})` };
}

function other(code: string): Cause {
  if (code.startsWith('CERT_')) {
    return ['unreachable', (host) => `The certificate of ${host} was refused`];
  }
  if (/SSL|TLS|EPROTO/.test(code)) {
    return ['unreachable', (host) => `No secure connection to ${host}`];
  }
  return ['unreachable', (host) => `No connection to ${host}`];
}

/** The code of an error or of the first of its causes that has one. */
function codeOf(error: unknown): string | undefined {
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) {
      return code;
    }
    at = cause;
  }
  return undefined;
}
