import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChatRequest, chatRequestSchema } from '../../../../src/contract/chatRequest.ts';
import { type Script, startScriptedServer, startService } from '../../../support/service.ts';
import {
  client,
  collectReply,
  connectionTo,
  FOLLOW_UP,
  memoryCapabilityStore,
  neverAborted,
  QUESTION,
} from '../connect.ts';

interface SentShape {
  stream: boolean;
  roles: string;
}

function shapeOf(body: unknown): SentShape {
  const { stream, messages } = chatRequestSchema.parse(body);
  return { stream: stream === true, roles: messages.map(({ role }) => role[0]).join('') };
}

const streamed = (roles: string): SentShape => ({ stream: true, roles });
const plain = (roles: string): SentShape => ({ stream: false, roles });

test('a service that rejects streaming is retried without it, and not asked to stream again', async (t) => {
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
  assert.equal(capabilityStore.foldsFrom(service.baseUrl), undefined);

  await collectReply(client({ capabilityStore }).streamChat(connection, QUESTION, neverAborted));
  const last = (await service.requests())[3];
  assert.deepEqual(shapeOf(last?.body), streamed('u'), 'another client tries streaming again');
});

test('streaming is off for a base URL once a retry without it has a reply, and for no other', async (t) => {
  const service = await startService();
  const other = await startService();
  t.after(() => Promise.all([service.close(), other.close()]));
  const streamingOff = new Set<string>();
  const capabilityStore = memoryCapabilityStore(new Map(), streamingOff);
  const ask = (to: typeof service, turnsOffStreaming = false) =>
    // Another client each time, as after a reload.
    collectReply(
      client({ capabilityStore }).streamChat(
        connectionTo(to.baseUrl, to.keys.active),
        QUESTION,
        neverAborted,
        {
          turnsOffStreaming,
        },
      ),
    );
  await service.fault('F61.otherLines');
  const unread = await ask(service);
  assert.equal(unread.end?.type === 'failed' && unread.end.failure.kind, 'unreadableStream');
  for (const [fault, kind] of [
    ['F47.object', 'serviceError'],
    ['F28.empty', 'emptyReply'],
    ['F27.tooShort', 'damaged'],
  ] as const) {
    await service.fault(fault, { times: 1 });
    const { end, events } = await ask(service, true);
    assert.equal(end?.type === 'failed' && end.failure.kind, kind);
    assert.ok(!events.some(({ type }) => type === 'streamingTurnedOff'));
  }
  assert.deepEqual([...streamingOff], [], 'nothing is learned from a failure');

  const { end, events } = await ask(service, true);
  assert.deepEqual([events.at(-2), end], [{ type: 'streamingTurnedOff' }, { type: 'finished' }]);
  assert.deepEqual([...streamingOff], [service.baseUrl]);
  assert.deepEqual((await ask(service)).end, { type: 'finished' });
  await ask(other);
  const sent = async (to: typeof service) => (await to.requests()).map(({ body }) => shapeOf(body).stream);
  assert.deepEqual(await sent(service), [true, false, false, false, false, false]);
  assert.deepEqual(await sent(other), [true]);
});

test('a service that rejects roles gets one user message, which is remembered for its URL', async (t) => {
  const service = await startService({ rejectRoles: true });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const foldsFrom = new Map<string, number>();
  const capabilityStore = memoryCapabilityStore(foldsFrom);
  const first = await collectReply(
    client({ capabilityStore }).streamChat(connection, FOLLOW_UP, neverAborted),
  );
  assert.deepEqual(first.end, { type: 'finished' });
  assert.deepEqual([...foldsFrom], [[service.baseUrl, 3]]);

  const second = await collectReply(
    client({ capabilityStore }).streamChat(connection, FOLLOW_UP, neverAborted),
  );
  assert.deepEqual(second.end, { type: 'finished' });
  assert.deepEqual(
    (await service.requests()).map(({ body }) => shapeOf(body)),
    [streamed('uau'), plain('uau'), plain('u'), streamed('u')],
  );
});

test('a service that accepts few messages gets longer conversations folded, and short ones as they are', async (t) => {
  const OK_REPLY = [{ head: 200 }, { send: '{"content":[{"type":"text","text":"Hello"}]}' }] as const;
  const tooMany = [{ head: 422 }, { send: '{"message":"messages: at most 2 items"}' }] as const;
  const server = await startScriptedServer([tooMany, tooMany, OK_REPLY, OK_REPLY, OK_REPLY, OK_REPLY]);
  t.after(() => server.close());
  const chatClient = client();
  const longer = { ...FOLLOW_UP, messages: [...FOLLOW_UP.messages, ...FOLLOW_UP.messages] };
  for (const request of [longer, FOLLOW_UP, longer, QUESTION]) {
    const { text } = await collectReply(
      chatClient.streamChat(connectionTo(server.baseUrl), request, neverAborted),
    );
    assert.equal(text, 'Hello');
  }
  assert.deepEqual(
    (await server.requests()).map(({ body }) => shapeOf(JSON.parse(body))),
    [streamed('uauuau'), plain('uauuau'), plain('u'), streamed('uau'), streamed('u'), streamed('u')],
  );
});

test('previewRequestBody returns exactly the body that would be sent to the service', async (t) => {
  const service = await startService({ rejectRoles: true, rejectStream: true });
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const chatClient = client();
  const sentBodies = async (): Promise<string[]> => {
    const sent: string[] = [];
    for await (const event of chatClient.streamChat(connection, FOLLOW_UP, neverAborted)) {
      if (event.type === 'sending') {
        sent.push(event.request.body);
      }
    }
    return sent;
  };
  const initialBody = await chatClient.previewRequestBody(FOLLOW_UP, connection.endpoint);
  assert.deepEqual(JSON.parse(initialBody), FOLLOW_UP);
  assert.equal(initialBody, JSON.stringify(FOLLOW_UP, undefined, 2));
  const first = await sentBodies();
  assert.equal(first.length, 3);
  assert.equal(first[0], initialBody);
  const foldedBody = await chatClient.previewRequestBody(FOLLOW_UP, connection.endpoint);
  assert.deepEqual(await sentBodies(), [foldedBody, first[2]], 'that it does not stream is known only now');
  const learnedBody = await chatClient.previewRequestBody(FOLLOW_UP, connection.endpoint);
  assert.equal(learnedBody, first[2]);
  assert.deepEqual(await sentBodies(), [learnedBody]);
  assert.equal(
    await chatClient.previewRequestBody(FOLLOW_UP),
    initialBody,
    'without an endpoint, nothing is assumed',
  );
  const bodies = (await service.requests()).map(({ body }) => JSON.stringify(body, undefined, 2));
  assert.deepEqual(bodies, [...first, foldedBody, learnedBody, learnedBody]);
});

const SILENT_422: Script = [[{ head: 422 }]];
const OK = [{ head: 200 }, { send: '{"content":[{"type":"text","text":"Hello"}]}' }];

test('a 422 without a reason is retried without streaming first, then folded', async (t) => {
  const server = await startScriptedServer([[{ head: 422 }], [{ head: 422 }], OK]);
  t.after(() => server.close());
  const capabilityStore = memoryCapabilityStore();
  const chatClient = client({ capabilityStore });
  const { text } = await collectReply(
    chatClient.streamChat(connectionTo(server.baseUrl), FOLLOW_UP, neverAborted),
  );
  assert.equal(text, 'Hello');
  const sent = async () => (await server.requests()).map(({ body }) => shapeOf(JSON.parse(body)));
  assert.deepEqual(await sent(), [streamed('uau'), plain('uau'), plain('u')]);
  assert.equal(capabilityStore.foldsFrom(connectionTo(server.baseUrl).endpoint.baseUrl), 3);

  await collectReply(chatClient.streamChat(connectionTo(server.baseUrl), FOLLOW_UP, neverAborted));
  assert.deepEqual((await sent())[3], streamed('u'), 'only the roles were rejected, not the stream');
});

const REJECTED: readonly (readonly [request: ChatRequest, requests: number])[] = [
  [FOLLOW_UP, 3],
  [QUESTION, 2],
  [{ ...FOLLOW_UP, stream: false }, 2],
  [{ ...QUESTION, stream: false }, 1],
];

for (const [request, requests] of REJECTED) {
  const { stream, roles } = shapeOf(request);
  test(`a persistent 422 (stream ${stream}, roles ${roles}) fails after ${requests} requests, and nothing is remembered`, async (t) => {
    const server = await startScriptedServer(SILENT_422);
    t.after(() => server.close());
    const folded = new Map<string, number>();
    const { end } = await collectReply(
      client({ capabilityStore: memoryCapabilityStore(folded) }).streamChat(
        connectionTo(server.baseUrl),
        request,
        neverAborted,
      ),
    );
    assert.ok(end?.type === 'failed');
    assert.equal(end.failure.kind, 'invalidRequest');
    assert.equal((await server.requests()).length, requests);
    assert.equal(folded.size, 0);
  });
}

test('a 422 for another reason fails with the message of the service', async (t) => {
  const service = await startService();
  t.after(() => service.close());
  const connection = connectionTo(service.baseUrl, service.keys.active);
  const { end } = await collectReply(
    client().streamChat(connection, { ...FOLLOW_UP, temperature: 7 }, neverAborted),
  );
  assert.ok(end?.type === 'failed');
  assert.equal(end.failure.kind, 'invalidRequest');
  assert.match(end.failure.detail ?? '', /temperature/);
});

for (const status of [400, 401, 403, 404, 413, 501]) {
  test(`nothing is retried in another shape after ${status}`, async (t) => {
    const server = await startScriptedServer([[{ head: status }, { send: '{"message":"role stream"}' }]]);
    t.after(() => server.close());
    await collectReply(client().streamChat(connectionTo(server.baseUrl), FOLLOW_UP, neverAborted));
    assert.equal((await server.requests()).length, 1);
  });
}
