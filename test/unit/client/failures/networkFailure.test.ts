import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkFailure } from '../../../../src/client/failures/networkFailure.ts';
import type { FailureKind } from '../../../../src/contract/failure.ts';

const HOST = 'api.example:8443';

/** As `fetch` wraps what the network threw. */
function thrown(cause: object, message = 'secret'): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), cause) });
}

const CASES: readonly (readonly [code: string, kind: FailureKind])[] = [
  ['ENOTFOUND', 'hostNotFound'],
  ['EAI_AGAIN', 'offline'],
  ['ENETUNREACH', 'offline'],
  ['EHOSTUNREACH', 'offline'],
  ['ENETDOWN', 'offline'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['UND_ERR_SOCKET', 'unreachable'],
  ['ETIMEDOUT', 'timedOut'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timedOut'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timedOut'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['CERT_NOT_YET_VALID', 'certificate'],
  ['CERT_REVOKED', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'notSecure'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'notSecure'],
  ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'notSecure'],
  ['EPROTO', 'notSecure'],
  ['UND_ERR_PRX_TLS', 'proxy'],
  ['HPE_INVALID_HEADER_TOKEN', 'notAReply'],
  ['UND_ERR_HEADERS_OVERFLOW', 'notAReply'],
  ['SOMETHING_NEW', 'unreachable'],
];

for (const [code, kind] of CASES) {
  test(`${code} is ${kind}, told by its code and never by its message`, () => {
    assert.deepEqual(networkFailure(thrown({ code }), HOST), { kind, host: HOST, detail: code });
  });
}

test('an error without a word is the 407 that fetch keeps back', () => {
  assert.deepEqual(networkFailure(thrown({}, ''), HOST), {
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
  test(`an error without a code (${String(error)}) is unreachable, and there is nothing to tell of it`, () => {
    assert.deepEqual(networkFailure(error, HOST), { kind: 'unreachable', host: HOST });
  });
}

test('a head that is none of HTTP is no reply, whether or not the error has a code', () => {
  const cause = Object.assign(new Error('secret'), { name: 'HTTPParserError' });
  assert.deepEqual(networkFailure(new TypeError('fetch failed', { cause }), HOST), {
    kind: 'notAReply',
    host: HOST,
    detail: 'HTTPParserError',
  });
});

test('of many addresses the one that leads somewhere tells what is wrong', () => {
  const errors = ['ENETUNREACH', 'ECONNREFUSED'].map((code) => Object.assign(new Error(code), { code }));
  const sum = Object.assign(new AggregateError(errors, ''), { code: 'ENETUNREACH' });
  assert.equal(networkFailure(new TypeError('fetch failed', { cause: sum }), HOST).kind, 'refused');
});

test('an error that is its own cause is read to its end', () => {
  const error: Error & { cause?: unknown } = new Error('around');
  error.cause = error;
  assert.equal(networkFailure(error, HOST).kind, 'unreachable');
});

test('a connection that closes in the handshake is one that is not secure', () => {
  const message = 'Client network socket disconnected before secure TLS connection was established';
  assert.equal(networkFailure(thrown({ code: 'ECONNRESET' }, message), HOST).kind, 'notSecure');
});

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
  test(`a certificate shows what is wrong with it: ${detail}`, () => {
    const failure = networkFailure(thrown(error), HOST);
    assert.deepEqual(failure, { kind: 'certificate', host: HOST, detail });
  });
}

test('the names of a certificate are cut', () => {
  const cert = { subjectaltname: 'DNS:a.example, '.repeat(1000) };
  const { detail } = networkFailure(thrown({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', cert }), HOST);
  assert.ok((detail?.length ?? 0) < 400);
});

const REFUSED_TUNNEL = 'Proxy response (407) !== 200 when HTTP Tunneling';
const AT_PROXY = 'Connect Timeout Error (attempted address: proxy.example:3128, timeout: 10000ms)';

interface AtProxy {
  name: string;
  cause: object;
  message?: string;
  kind: FailureKind;
  detail: string;
}

const PROXIES: readonly AtProxy[] = [
  {
    name: 'a tunnel that was refused',
    cause: { code: 'UND_ERR_ABORTED' },
    message: REFUSED_TUNNEL,
    kind: 'proxy',
    detail: 'The proxy returned 407',
  },
  {
    name: 'a tunnel that was refused, in the words of VS Code',
    cause: { code: 'UND_ERR_ABORTED' },
    message: REFUSED_TUNNEL.replace('!==', '?.=='),
    kind: 'proxy',
    detail: 'The proxy returned 407',
  },
  {
    name: 'a refusal at another port',
    cause: { code: 'ECONNREFUSED', address: '192.0.2.7', port: 3128 },
    kind: 'proxy',
    detail: 'ECONNREFUSED: 192.0.2.7:3128',
  },
  {
    name: 'a refusal at the port that was asked',
    cause: { code: 'ECONNREFUSED', port: 8443 },
    kind: 'refused',
    detail: 'ECONNREFUSED',
  },
  {
    name: 'another host that is not found',
    cause: { code: 'ENOTFOUND', hostname: 'proxy.example' },
    kind: 'proxy',
    detail: 'ENOTFOUND: proxy.example',
  },
  {
    name: 'the host that is not found',
    cause: { code: 'ENOTFOUND', hostname: 'api.example' },
    kind: 'hostNotFound',
    detail: 'ENOTFOUND',
  },
  {
    name: 'a silence at another port',
    cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    message: AT_PROXY,
    kind: 'proxy',
    detail: 'UND_ERR_CONNECT_TIMEOUT: proxy.example:3128',
  },
  {
    name: 'a silence at the port that was asked',
    cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    message: AT_PROXY.replace('3128', '8443'),
    kind: 'timedOut',
    detail: 'UND_ERR_CONNECT_TIMEOUT',
  },
  {
    name: 'a text with such words in its middle',
    cause: { code: 'UND_ERR_ABORTED' },
    message: `said: ${REFUSED_TUNNEL}`,
    kind: 'unreachable',
    detail: 'UND_ERR_ABORTED',
  },
];

for (const { name, cause, message, kind, detail } of PROXIES) {
  test(`${name} is ${kind}`, () => {
    assert.deepEqual(networkFailure(thrown(cause, message), HOST), { kind, host: HOST, detail });
  });
}

test('a refusal at the port of the scheme is the service’s', () => {
  assert.equal(networkFailure(thrown({ code: 'ECONNREFUSED', port: 443 }), 'api.example').kind, 'refused');
});
