import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChatRequest, chatRequestSchema } from '../../../../src/contract/chatRequest.ts';
import { type Script, startScriptedServer, startService } from '../../../support/service.ts';
import { client, connectionTo, FOLLOW_UP, memoryCapabilityStore, neverAborted, QUESTION, collectReply } from '../connect.ts';

interface Sent {
  stream: boolean;
  roles: string;
}

function shapeOf(body: unknown): Sent {
  const { stream, messages } = chatRequestSchema.parse(body);
  return { stream: stream === true, roles: messages.map(({ role }) => role[0]).join('') };
}

const streamed = (roles: string): Sent => ({ stream: true, roles });
const plain = (roles: string): Sent => ({ stream: false, roles });

test('a service that refuses streams is asked once more without, and from then on at once', async (t) => {
  const service = await startService({ rejectStream: true });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const capabilityStore = memoryCapabilityStore();
  const chatClient = client({ capabilityStore });
  const first = await collectReply(chatClient.streamChat(connection, FOLLOW_UP, neverAborted));
  const second = await collectReply(chatClient.streamChat(connection, FOLLOW_UP, neverAborted));
  assert.deepEqual([first.end, second.end], [{ type: 'finished' }, { type: 'finished' }]);
  assert.deepEqual(
    (await service.requests()).map(({ body }) => shapeOf(body)),
    [streamed('uau'), plain('uau'), plain('uau')],
  );
  assert.equal(capabilityStore.usesFoldedRoles(service.baseUrl), false);

  await collectReply(client({ capabilityStore }).streamChat(connection, QUESTION, neverAborted));
  const last = (await service.requests())[3];
  assert.deepEqual(shapeOf(last?.body), streamed('u'), 'another client tries again');
});

test('a service that refuses the role gets one message that still streams, and the address is remembered', async (t) => {
  const service = await startService({ rejectRoles: true });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const folded = new Set<string>();
  const capabilityStore = memoryCapabilityStore(folded);
  const first = await collectReply(client({ capabilityStore }).streamChat(connection, FOLLOW_UP, neverAborted));
  assert.deepEqual(first.end, { type: 'finished' });
  assert.deepEqual([...folded], [service.baseUrl]);

  const second = await collectReply(
    client({ capabilityStore }).streamChat(connection, { ...FOLLOW_UP, stream: false }, neverAborted),
  );
  assert.deepEqual(second.end, { type: 'finished' });
  assert.deepEqual(
    (await service.requests()).map(({ body }) => shapeOf(body)),
    [streamed('uau'), streamed('u'), plain('u')],
  );
});

test('what would be sent is told in the shape that the address takes, character by character', async (t) => {
  const service = await startService({ rejectRoles: true, rejectStream: true });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const chatClient = client();
  const told = async (): Promise<string[]> => {
    const sent: string[] = [];
    for await (const event of chatClient.streamChat(connection, FOLLOW_UP, neverAborted)) {
      if (event.type === 'sending') {
        sent.push(event.request.body);
      }
    }
    return sent;
  };
  const untried = await chatClient.previewRequestBody(FOLLOW_UP, connection.endpoint);
  assert.deepEqual(JSON.parse(untried), FOLLOW_UP);
  assert.equal(untried, JSON.stringify(FOLLOW_UP, undefined, 2));
  const first = await told();
  assert.equal(first.length, 3);
  assert.equal(first[0], untried);
  const known = await chatClient.previewRequestBody(FOLLOW_UP, connection.endpoint);
  assert.equal(known, first[2]);
  assert.deepEqual(await told(), [known]);
  assert.equal(await chatClient.previewRequestBody(FOLLOW_UP), untried, 'of an address that nothing is known of');
  const bodies = (await service.requests()).map(({ body }) => JSON.stringify(body, undefined, 2));
  assert.deepEqual(bodies, [...first, known]);
});

test('a service that refuses both gets there in three requests', async (t) => {
  const service = await startService({ rejectRoles: true, rejectStream: true });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const capabilityStore = memoryCapabilityStore();
  const chatClient = client({ capabilityStore });
  assert.deepEqual((await collectReply(chatClient.streamChat(connection, FOLLOW_UP, neverAborted))).end, { type: 'finished' });
  assert.equal((await service.requests()).length, 3);
  assert.equal(capabilityStore.usesFoldedRoles(service.baseUrl), true);
  await collectReply(chatClient.streamChat(connection, FOLLOW_UP, neverAborted));
  assert.deepEqual(shapeOf((await service.requests())[3]?.body), plain('u'));
});

const SILENT_422: Script = [[{ head: 422 }]];
const OK = [{ head: 200 }, { send: '{"content":[{"type":"text","text":"Hello"}]}' }];

test('a 422 that does not say why is tried without a stream first, then folded', async (t) => {
  const server = await startScriptedServer([[{ head: 422 }], [{ head: 422 }], OK]);
  t.after(() => server.close());
  const capabilityStore = memoryCapabilityStore();
  const chatClient = client({ capabilityStore });
  const { text } = await collectReply(chatClient.streamChat(connectionTo(server.baseUrl), FOLLOW_UP, neverAborted));
  assert.equal(text, 'Hello');
  const sent = async () => (await server.requests()).map(({ body }) => shapeOf(JSON.parse(body)));
  assert.deepEqual(await sent(), [streamed('uau'), plain('uau'), plain('u')]);
  assert.equal(capabilityStore.usesFoldedRoles(connectionTo(server.baseUrl).endpoint.baseUrl), true);

  await collectReply(chatClient.streamChat(connectionTo(server.baseUrl), FOLLOW_UP, neverAborted));
  assert.deepEqual((await sent())[3], streamed('u'), 'it was the roles that were refused, not the stream');
});

const REFUSED: readonly (readonly [request: ChatRequest, requests: number])[] = [
  [FOLLOW_UP, 3],
  [QUESTION, 2],
  [{ ...FOLLOW_UP, stream: false }, 2],
  [{ ...QUESTION, stream: false }, 1],
];

for (const [request, requests] of REFUSED) {
  const { stream, roles } = shapeOf(request);
  test(`a 422 that stays (stream ${stream}, roles ${roles}) ends after ${requests} requests, and nothing is remembered`, async (t) => {
    const server = await startScriptedServer(SILENT_422);
    t.after(() => server.close());
    const folded = new Set<string>();
    const { end } = await collectReply(
      client({ capabilityStore: memoryCapabilityStore(folded) }).streamChat(connectionTo(server.baseUrl), request, neverAborted),
    );
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'invalidRequest');
    assert.equal((await server.requests()).length, requests);
    assert.equal(folded.size, 0);
  });
}

test('a 422 for another reason ends in the words of the service', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const { end } = await collectReply(client().streamChat(connection, { ...FOLLOW_UP, temperature: 7 }, neverAborted));
  assert.ok(end?.type === 'failed');
  assert.equal(end.failure.kind, 'invalidRequest');
  assert.match(end.failure.detail ?? '', /temperature/);
});

for (const status of [400, 401, 403, 404, 413, 501]) {
  test(`after ${status} nothing is sent again`, async (t) => {
    const server = await startScriptedServer([[{ head: status }, { send: '{"message":"role stream"}' }]]);
    t.after(() => server.close());
    await collectReply(client().streamChat(connectionTo(server.baseUrl), FOLLOW_UP, neverAborted));
    assert.equal((await server.requests()).length, 1);
  });
}
