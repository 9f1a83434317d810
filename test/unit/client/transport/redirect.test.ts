import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK } from '../../../../src/client/failures/redact.ts';
import { redirectTarget } from '../../../../src/client/transport/redirect.ts';
import { inBrowser, startScriptedServer } from '../../../support/service.ts';
import { client, collectReply, connectionTo, KEY, neverAborted, QUESTION } from '../connect.ts';

const STATUSES = [301, 302, 303, 307, 308] as const;

for (const status of STATUSES) {
  test(`a ${status} to another origin sends nothing to that origin`, async (t) => {
    const other = await startScriptedServer([[{ head: 200 }, { send: '{"data":[]}' }]]);
    t.after(() => other.close());
    const location = `${other.baseUrl}/chat`;
    const server = await startScriptedServer([[{ head: status, headers: { location } }]]);
    t.after(() => server.close());

    const { end } = await collectReply(
      client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
    );
    const list = await client().listModels(connectionTo(server.baseUrl), neverAborted);

    assert.ok(end?.type === 'failed' && !list.ok);
    for (const failure of [end.failure, list.failure]) {
      assert.equal(failure.kind, 'redirected');
      if (!inBrowser) {
        assert.equal(failure.status, status);
        assert.match(failure.detail ?? '', new RegExp(other.origin));
      }
    }
    assert.equal(await other.connections(), 0);
    assert.equal((await server.requests()).length, 2);
  });
}

const ORIGIN = 'https://api.example.com';
const endpoint = { baseUrl: `${ORIGIN}/api/v1`, origin: ORIGIN };

const REFUSED: readonly (readonly [name: string, location: string])[] = [
  ['another host', 'https://evil.example/api/v1/chat'],
  ['a host with the same prefix', 'https://api.example.com.evil.example/api/v1/chat'],
  ['a subdomain', 'https://x.api.example.com/api/v1/chat'],
  ['another port', 'https://api.example.com:8443/api/v1/chat'],
  ['the same host without TLS', 'http://api.example.com/api/v1/chat'],
  ['a host after two slashes', '//evil.example/api/v1/chat'],
  ['a host after two backslashes', '\\\\evil.example/api/v1/chat'],
  ['user info', 'https://api.example.com@evil.example/api/v1/chat'],
  ['user info at the same host', 'https://a:b@api.example.com/api/v1/chat'],
  ['another path of the same origin', '/reports?from=chat'],
  ['the base URL itself', '/api/v1'],
  ['a path that only starts like the base URL', '/api/v10/chat'],
  ['another tenant of the same origin', '/other/api/v1/chat'],
  ['a parent folder', '/api/v1/../v2/chat'],
  ['an encoded parent folder', '/api/v1/%2e%2e/v2/chat'],
  ['a parent folder after an encoded slash', '/api/v1/..%2Fv2/chat'],
  ['a parent folder after an encoded backslash', '/api/v1/..%5cv2/chat'],
  ['an invalid URL', 'https://'],
  ['an empty location', ''],
  ['a data URL', 'data:application/json,{}'],
];

for (const status of STATUSES) {
  for (const [name, location] of REFUSED) {
    test(`a ${status} to ${name} is not followed`, () => {
      const response = new Response(null, { status, headers: { location } });
      assert.equal(redirectTarget(response, `${endpoint.baseUrl}/chat`, endpoint).type, 'refused');
    });
  }

  test(`a ${status} below the base URL ${status < 307 ? 'would change the request, so it is not followed' : 'may be followed'}`, () => {
    const response = new Response(null, { status, headers: { location: '/api/v1/chat/' } });
    assert.deepEqual(
      redirectTarget(response, `${endpoint.baseUrl}/chat`, endpoint),
      status < 307
        ? { type: 'refused', target: `${ORIGIN}/api/v1/chat/` }
        : { type: 'followed', url: `${ORIGIN}/api/v1/chat/` },
    );
  });
}

for (const status of [200, 204, 300, 304, 404]) {
  test(`a ${status} is not a redirect`, () => {
    const response = new Response(null, { status, headers: { location: 'https://evil.example' } });
    assert.deepEqual(redirectTarget(response, endpoint.baseUrl, endpoint), { type: 'none' });
  });
}

test('one redirect below the base URL is followed with the same request, but not a second one', async (t) => {
  const redirect = { head: 307, headers: { location: '/api/v1/chat/' } };
  const server = await startScriptedServer([
    [redirect],
    [{ head: 200 }, { send: '{"content":[{"type":"text","text":"Hello"}]}' }],
    [redirect],
  ]);
  t.after(() => server.close());
  const connection = connectionTo(server.baseUrl);
  const first = await collectReply(client().streamChat(connection, QUESTION, neverAborted));
  if (inBrowser) {
    // A browser hides the target of a redirect, so none is followed.
    assert.ok(first.end?.type === 'failed');
    assert.equal(first.end.failure.kind, 'redirected');
    assert.equal((await server.requests()).length, 1);
    return;
  }
  assert.equal(first.text, 'Hello');
  const [before, after] = await server.requests();
  assert.equal(after?.path, '/api/v1/chat/');
  assert.equal(after?.method, 'POST');
  assert.equal(after?.body, before?.body);
  assert.equal(after?.headers['authorization'], before?.headers['authorization']);

  const second = await collectReply(client().streamChat(connection, QUESTION, neverAborted));
  assert.ok(second.end?.type === 'failed');
  assert.equal(second.end.failure.kind, 'redirected');
  assert.equal((await server.requests()).length, 4);
});

test('a redirect to another path of the service sends nothing there, and the failure names it', async (t) => {
  const server = await startScriptedServer([[{ head: 307, headers: { location: '/reports?from=chat' } }]]);
  t.after(() => server.close());
  const { end } = await collectReply(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
  );
  assert.ok(end?.type === 'failed');
  assert.equal(end.failure.kind, 'redirected');
  assert.equal((await server.requests()).length, 1);
  if (!inBrowser) {
    assert.equal(end.failure.detail, `The service redirected to ${server.origin}/reports`);
  }
});

test('the failure names the target of the redirect, with the key masked', async (t) => {
  const location = `https://${KEY}.evil.example/`;
  const server = await startScriptedServer([[{ head: 307, headers: { location } }]]);
  t.after(() => server.close());
  const { end } = await collectReply(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
  );
  assert.ok(end?.type === 'failed');
  assert.equal(end.failure.kind, 'redirected');
  if (!inBrowser) {
    assert.equal(end.failure.detail, `The service redirected to https://${MASK}.evil.example`);
  }
});
