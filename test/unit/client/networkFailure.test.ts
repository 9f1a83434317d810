import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkFailure } from '../../../src/client/networkFailure.ts';
import type { FailureKind } from '../../../src/contract/failure.ts';

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

const PROXIES: readonly (readonly [name: string, cause: object, message: string, kind: FailureKind])[] = [
  [
    'a tunnel that was refused',
    { code: 'UND_ERR_ABORTED' },
    'Proxy response (407) !== 200 when HTTP Tunneling',
    'proxy',
  ],
  ['a refusal at another port', { code: 'ECONNREFUSED', port: 3128 }, '', 'proxy'],
  ['a refusal at the port that was asked', { code: 'ECONNREFUSED', port: 8443 }, '', 'refused'],
  ['another host that is not found', { code: 'ENOTFOUND', hostname: 'proxy.example' }, '', 'proxy'],
  ['the host that is not found', { code: 'ENOTFOUND', hostname: 'api.example' }, '', 'hostNotFound'],
  [
    'words that only look alike',
    { code: 'UND_ERR_ABORTED' },
    'said: Proxy response (407) !== 200 when HTTP Tunneling',
    'unreachable',
  ],
];

for (const [name, cause, message, kind] of PROXIES) {
  test(`${name} is ${kind}`, () => {
    assert.equal(networkFailure(thrown(cause, message), HOST).kind, kind);
  });
}

test('a refusal at the port of the scheme is the service’s', () => {
  assert.equal(networkFailure(thrown({ code: 'ECONNREFUSED', port: 443 }), 'api.example').kind, 'refused');
});
