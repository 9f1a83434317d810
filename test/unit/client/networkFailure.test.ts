import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkFailure } from '../../../src/client/networkFailure.ts';

const CASES: readonly (readonly [code: string, kind: string, detail: RegExp])[] = [
  ['ENOTFOUND', 'unreachable', /Cannot find api\.example/],
  ['EAI_AGAIN', 'unreachable', /no network/],
  ['ECONNREFUSED', 'unreachable', /refused/],
  ['ECONNRESET', 'unreachable', /closed/],
  ['UND_ERR_SOCKET', 'unreachable', /closed/],
  ['ENETUNREACH', 'unreachable', /no network/],
  ['ETIMEDOUT', 'timedOut', /in time/],
  ['UND_ERR_CONNECT_TIMEOUT', 'timedOut', /in time/],
  ['CERT_HAS_EXPIRED', 'unreachable', /expired/],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unreachable', /certificate.*trusts/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable', /not that of/],
  ['CERT_REVOKED', 'unreachable', /certificate.*refused/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable', /secure/],
  ['HPE_INVALID_HEADER_TOKEN', 'unreachable', /No connection/],
];

for (const [code, kind, detail] of CASES) {
  test(`${code} says what happened to which host`, () => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error('secret'), { code }) });
    const failure = networkFailure(error, 'api.example:8443');
    assert.equal(failure.kind, kind);
    assert.match(failure.detail ?? '', detail);
    assert.ok(failure.detail?.includes('api.example:8443'));
    assert.ok(failure.detail?.includes(code));
    assert.ok(!failure.detail?.includes('secret'), 'the message of an error is not quoted');
  });
}

for (const error of [
  new TypeError('Failed to fetch'),
  'text',
  undefined,
  { code: 7 },
  { code: 'not a code' },
]) {
  test(`an error without a code (${String(error)}) names the host and what a browser hides`, () => {
    const failure = networkFailure(error, 'api.example');
    assert.equal(failure.kind, 'unreachable');
    assert.match(failure.detail ?? '', /api\.example.*CORS/);
  });
}
