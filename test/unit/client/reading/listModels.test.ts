import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE } from '../../../../src/contract/catalogue.ts';
import type { FailureKind } from '../../../../src/contract/failure.ts';
import { inBrowser, startScriptedServer, startService } from '../../../support/service.ts';
import { client, collectReply, connectionTo, KEY, neverAborted, QUESTION } from '../connect.ts';

test('listModels returns the models in the order of the service', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  const outcome = await client().listModels(connectionTo(service.baseUrl, service.keys.active), neverAborted);
  assert.ok(outcome.ok);
  assert.deepEqual(
    outcome.value.map(({ id, context_window }) => ({ id, context_window })),
    CATALOGUE.map(({ id, context_window }) => ({ id, context_window })),
  );
  const [request] = await service.requests();
  assert.equal(request?.method, 'GET');
  assert.equal(request?.path, '/api/v1/models');
  assert.equal(request?.authorization, `Bearer ${service.keys.active}`);
  assert.equal(request?.body, undefined);
});

const VALID: readonly (readonly [body: string, ids: readonly string[]])[] = [
  ['{"data":[]}', []],
  ['\ufeff{"data":[{"id":"a","description":null}],"object":"list"}', ['a']],
  [
    '{"data":[{"id":"a","description":7,"context_window":"200000"},{"id":"b","context_window":-1}]}',
    ['a', 'b'],
  ],
  ['{"data":[{"id":"a"},{"id":"b"},{"id":"a"},{"id":"a","context_window":9}]}', ['a', 'b']],
  ['{"data":[{"id":""},{"id":"a","new":1},7,{"id":"b","context_window":null}]}', ['a', 'b']],
];

const INVALID: readonly (readonly [body: string, kind: FailureKind])[] = [
  ['', 'emptyReply'],
  [' \n', 'emptyReply'],
  ['<html><title>Sign in</title></html>', 'webPage'],
  ['[]', 'notAReply'],
  ['{"data":{}}', 'notAReply'],
  ['{"data":[{"name":"a"}]}', 'notAReply'],
  ['{"data":[{"id":"a"}', 'damaged'],
  ['no list', 'notAReply'],
  ['{"error":{"message":"No credit"}}', 'serviceError'],
];

for (const [body, expected] of [...VALID, ...INVALID]) {
  test(`a list of models ${JSON.stringify(body)} gives ${JSON.stringify(expected)}`, async (t) => {
    const server = await startScriptedServer([[{ head: 200 }, { send: body }]]);
    t.after(() => server.close());
    const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
    assert.deepEqual(outcome.ok ? outcome.value.map(({ id }) => id) : outcome.failure.kind, expected);
  });
}

test('the list of models does not contain the key', async (t) => {
  const body = JSON.stringify({ data: [{ id: `m-${KEY}`, description: `For ${KEY}` }] });
  const server = await startScriptedServer([[{ head: 200 }, { send: body }]]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.deepEqual(outcome.ok && outcome.value, [{ id: 'm-•••', description: 'For •••' }]);
});

test('a list of models that is cut off fails with connectionLost', async (t) => {
  const server = await startScriptedServer([[{ head: 200 }, { send: '{"data":[' }, { destroy: true }]]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.equal(outcome.ok ? 'ok' : outcome.failure.kind, 'connectionLost');
});

test('a list of models that is too long is not called a reply that is', async (t) => {
  const long = ' '.repeat(1024 * 1024);
  const server = await startScriptedServer([
    [
      { head: 200 },
      { send: '{"data":[]' },
      ...Array.from({ length: 4 }, () => ({ send: long })),
      { send: '}' },
    ],
  ]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.equal(outcome.ok ? 'ok' : outcome.failure.kind, 'listTooLong');
});

test('a list of models with damaged compression fails with damaged if the platform reveals the cause', async (t) => {
  const server = await startScriptedServer([
    [{ head: 200, headers: { 'content-encoding': 'gzip' } }, { send: '{"data":[]}' }],
  ]);
  t.after(() => server.close());
  const outcome = await client().listModels(connectionTo(server.baseUrl), neverAborted);
  assert.equal(outcome.ok ? 'ok' : outcome.failure.kind, inBrowser ? 'connectionLost' : 'damaged');
});

for (const key of ['', '  ', 'a\nb', 'a\r\nX-Other: 1', 'a\u0000', 'ключ', 'a\u007f']) {
  test(`the invalid key ${JSON.stringify(key)} is rejected before anything is sent, without quoting it`, async (t) => {
    const server = await startScriptedServer([[{ head: 200 }]]);
    t.after(() => server.close());
    const outcome = await client().listModels(connectionTo(server.baseUrl, key), neverAborted);
    assert.ok(!outcome.ok);
    assert.equal(outcome.failure.kind, 'unauthorized');
    assert.ok(
      key.trim() === '' || !JSON.stringify(outcome.failure).includes(JSON.stringify(key).slice(1, -1)),
    );
    assert.equal(await server.connections(), 0);
  });
}

test('the key is sent only in its header, beside those that are required, and no cookie or referrer is', async (t) => {
  const server = await startScriptedServer([[{ head: 200 }]]);
  t.after(() => server.close());
  await client().listModels(connectionTo(server.baseUrl), neverAborted);
  await collectReply(client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted));
  const requests = await server.requests();
  assert.equal(requests.length, 2);
  for (const request of requests) {
    const { authorization, ...others } = request.headers;
    assert.equal(authorization, `Bearer ${KEY}`);
    assert.ok(!JSON.stringify({ ...request, headers: others }).includes(KEY));
    assert.match(others['accept'] ?? '', /application\/json/);
    assert.equal(others['cookie'], undefined);
    assert.equal(others['referer'], undefined);
  }
});
