import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkFailure } from '../../../../src/client/failures/networkFailure.ts';
import type { FailureKind } from '../../../../src/contract/failure.ts';

const HOST = 'api.example:8443';

/** An error as `fetch` throws it. */
function fetchError(cause: object, message = 'secret'): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), cause) });
}

/** Those that no row of `test/vscode/failures/causes.ts` has. */
const CASES: readonly (readonly [code: string, kind: FailureKind])[] = [
  ['ENETUNREACH', 'offline'],
  ['EHOSTUNREACH', 'offline'],
  ['ENETDOWN', 'offline'],
  ['EPIPE', 'unreachable'],
  ['ETIMEDOUT', 'connectTimedOut'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timedOut'],
  ['CERT_REVOKED', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['EPROTO', 'notSecure'],
  ['UND_ERR_PRX_TLS', 'proxy'],
  ['UND_ERR_INVALID_ARG', 'proxy'],
  ['HPE_INVALID_HEADER_TOKEN', 'notAReply'],
  ['UND_ERR_HEADERS_OVERFLOW', 'notAReply'],
  ['SOMETHING_NEW', 'unreachable'],
];

for (const [code, kind] of CASES) {
  test(`${code} is ${kind}, with the code as detail, never the message`, () => {
    assert.deepEqual(networkFailure(fetchError({ code }), HOST), { kind, host: HOST, detail: code });
  });
}

test('an error with an empty message is a 407 of the proxy', () => {
  assert.deepEqual(networkFailure(fetchError({}, ''), HOST), {
    kind: 'proxy',
    host: HOST,
    detail: 'The proxy returned 407',
  });
});

for (const error of [
  new TypeError('Failed to fetch'),
  'text',
  undefined,
  { code: 7 },
  { code: 'not a code' },
]) {
  test(`an error without a code (${String(error)}) is unreachable, without detail`, () => {
    assert.deepEqual(networkFailure(error, HOST), { kind: 'unreachable', host: HOST });
  });
}

test('a response that is not HTTP is notAReply, even if the error has no code', () => {
  const cause = Object.assign(new Error('secret'), { name: 'HTTPParserError' });
  assert.deepEqual(networkFailure(new TypeError('fetch failed', { cause }), HOST), {
    kind: 'notAReply',
    host: HOST,
    detail: 'HTTPParserError',
  });
});

test('if a host has several IP addresses, the error of one with a route is reported', () => {
  const errors = ['ENETUNREACH', 'ECONNREFUSED'].map((code) => Object.assign(new Error(code), { code }));
  const aggregate = Object.assign(new AggregateError(errors, ''), { code: 'ENETUNREACH' });
  assert.equal(networkFailure(new TypeError('fetch failed', { cause: aggregate }), HOST).kind, 'refused');
});

test('an error that is its own cause is handled', () => {
  const error: Error & { cause?: unknown } = new Error('around');
  error.cause = error;
  assert.equal(networkFailure(error, HOST).kind, 'unreachable');
});

for (const code of ['ETIMEDOUT', 'EHOSTUNREACH']) {
  test(`${code} of a connection that was made is unreachable: the service may have the request`, () => {
    assert.equal(
      networkFailure(fetchError({ code, syscall: 'connect' }), HOST).kind === 'unreachable',
      false,
    );
    assert.equal(networkFailure(fetchError({ code, syscall: 'read' }), HOST).kind, 'unreachable');
  });
}

const CERTIFICATES: readonly (readonly [error: object, detail: string])[] = [
  [
    { code: 'CERT_HAS_EXPIRED', cert: { valid_to: 'Jan  1 00:00:00 2020 GMT' } },
    'CERT_HAS_EXPIRED: valid until Jan 1 00:00:00 2020 GMT',
  ],
  [
    { code: 'CERT_NOT_YET_VALID', cert: { valid_from: 'Jan  1 00:00:00 2120 GMT' } },
    'CERT_NOT_YET_VALID: valid from Jan 1 00:00:00 2120 GMT',
  ],
  [
    {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      cert: { subjectaltname: 'DNS:a.example, IP Address:10.0.0.1' },
    },
    'ERR_TLS_CERT_ALTNAME_INVALID: the certificate is for a.example, 10.0.0.1',
  ],
  [
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID', cert: { subject: { CN: 'old\u202e.example' } } },
    'ERR_TLS_CERT_ALTNAME_INVALID: the certificate is for old.example',
  ],
  [{ code: 'CERT_HAS_EXPIRED', cert: {} }, 'CERT_HAS_EXPIRED'],
  [
    { code: 'SELF_SIGNED_CERT_IN_CHAIN', cert: { valid_to: 'Jan  1 00:00:00 2120 GMT' } },
    'SELF_SIGNED_CERT_IN_CHAIN',
  ],
];

for (const [error, detail] of CERTIFICATES) {
  test(`a certificate failure says what is invalid: ${detail}`, () => {
    const failure = networkFailure(fetchError(error), HOST);
    assert.deepEqual(failure, { kind: 'certificate', host: HOST, detail });
  });
}

test('the names of a certificate are truncated', () => {
  const cert = { subjectaltname: 'DNS:a.example, '.repeat(1000) };
  const { detail } = networkFailure(fetchError({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', cert }), HOST);
  assert.ok((detail?.length ?? 0) < 400);
});

const REFUSED_TUNNEL = 'Proxy response (407) !== 200 when HTTP Tunneling';
const CONNECT_TIMEOUT = 'Connect Timeout Error (attempted address: proxy.example:3128, timeout: 10000ms)';

interface ProxyCase {
  name: string;
  cause: object;
  message?: string;
  kind: FailureKind;
  detail: string;
}

const PROXY_CASES: readonly ProxyCase[] = [
  {
    name: 'a refused tunnel',
    cause: { code: 'UND_ERR_ABORTED' },
    message: REFUSED_TUNNEL,
    kind: 'proxy',
    detail: 'The proxy returned 407',
  },
  {
    name: 'a refused tunnel with the message of VS Code',
    cause: { code: 'UND_ERR_ABORTED' },
    message: REFUSED_TUNNEL.replace('!==', '?.=='),
    kind: 'proxy',
    detail: 'The proxy returned 407',
  },
  {
    name: 'a connection refused at another port',
    cause: { code: 'ECONNREFUSED', address: '192.0.2.7', port: 3128 },
    kind: 'proxy',
    detail: 'ECONNREFUSED: 192.0.2.7:3128',
  },
  {
    name: 'a connection refused at the requested port',
    cause: { code: 'ECONNREFUSED', port: 8443 },
    kind: 'refused',
    detail: 'ECONNREFUSED',
  },
  {
    name: 'a failed lookup of another host',
    cause: { code: 'ENOTFOUND', hostname: 'proxy.example' },
    kind: 'proxy',
    detail: 'ENOTFOUND: proxy.example',
  },
  {
    name: 'a failed lookup of the requested host',
    cause: { code: 'ENOTFOUND', hostname: 'api.example' },
    kind: 'hostNotFound',
    detail: 'ENOTFOUND',
  },
  {
    name: 'a connect timeout at another port',
    cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    message: CONNECT_TIMEOUT,
    kind: 'proxy',
    detail: 'UND_ERR_CONNECT_TIMEOUT: proxy.example:3128',
  },
  {
    name: 'a connect timeout at the requested port',
    cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    message: CONNECT_TIMEOUT.replace('3128', '8443'),
    kind: 'connectTimedOut',
    detail: 'UND_ERR_CONNECT_TIMEOUT',
  },
  {
    name: 'a message that contains a proxy message',
    cause: { code: 'UND_ERR_ABORTED' },
    message: `said: ${REFUSED_TUNNEL}`,
    kind: 'unreachable',
    detail: 'UND_ERR_ABORTED',
  },
];

for (const { name, cause, message, kind, detail } of PROXY_CASES) {
  test(`${name} is ${kind}`, () => {
    assert.deepEqual(networkFailure(fetchError(cause, message), HOST), { kind, host: HOST, detail });
  });
}

test('a connection refused at the default port is attributed to the service, not to a proxy', () => {
  assert.equal(
    networkFailure(fetchError({ code: 'ECONNREFUSED', port: 443 }), 'api.example').kind,
    'refused',
  );
});
