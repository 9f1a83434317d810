import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { type Script, startScriptedServer } from '../../../support/service.ts';
import { client, collectReply, connectionTo, neverAborted, QUESTION, withoutSending } from '../connect.ts';

const delta = (text: string) =>
  `data: {"type":"content_block_delta","delta":{"text":${JSON.stringify(text)}}}\n\n`;

/** Scripts that hang in one phase of the response. */
const PHASES: Readonly<Record<string, Script>> = {
  'before the response': [[{ hang: true }]],
  'after the headers': [[{ head: 200 }, { hang: true }]],
  'in the middle of a character': [[{ head: 200 }, { sendBase64: '8J+Y' }, { hang: true }]],
  'in the middle of an event': [[{ head: 200 }, { send: 'data: {"type":' }, { hang: true }]],
  'in an error body': [[{ head: 500 }, { send: 'Down' }, { hang: true }]],
  'in the fallback after a 422': [[{ head: 422 }], [{ head: 200 }, { hang: true }]],
};

for (const [phase, script] of Object.entries(PHASES)) {
  test(`a stop ${phase} ends the reply as stopped, and the connection closes`, async (t) => {
    const server = await startScriptedServer(script);
    t.after(() => server.close());
    const controller = new AbortController();
    const reply = collectReply(
      client().streamChat(connectionTo(server.baseUrl), QUESTION, controller.signal),
    );
    await server.whenRequests(script.length);
    controller.abort();
    assert.deepEqual(await reply, { text: '', end: { type: 'stopped' }, events: [{ type: 'stopped' }] });
    await server.whenClosedEarly(script.length - 1);
  });
}

for (const [phase, script] of Object.entries(PHASES).filter(([, { length }]) => length === 1)) {
  test(`an abort ${phase} rejects listModels with the reason`, async (t) => {
    const server = await startScriptedServer(script);
    t.after(() => server.close());
    const controller = new AbortController();
    const reason = new Error('enough');
    const list = assert.rejects(
      client().listModels(connectionTo(server.baseUrl), controller.signal),
      (error) => error === reason,
    );
    await server.whenRequests(1);
    controller.abort(reason);
    await list;
  });
}

test('an abort in the body rejects listModels with the reason', async (t) => {
  const server = await startScriptedServer([[{ head: 200 }, { send: '{"data":[' }, { hang: true }]]);
  t.after(() => server.close());
  const controller = new AbortController();
  const reason = new Error('enough');
  const abortInBody: typeof fetch = async (...request) => {
    const { body } = await fetch(...request);
    const pieces = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, transformer) {
        transformer.enqueue(piece);
        controller.abort(reason);
      },
    });
    return new Response(body?.pipeThrough(pieces));
  };
  await assert.rejects(
    client({ fetch: abortInBody }).listModels(connectionTo(server.baseUrl), controller.signal),
    (error) => error === reason,
  );
  await server.whenClosedEarly(0);
});

test('a stop before the start sends nothing', async (t) => {
  const server = await startScriptedServer([[{ head: 200 }]]);
  t.after(() => server.close());
  const { events } = await collectReply(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, AbortSignal.abort()),
  );
  assert.deepEqual(events, [{ type: 'stopped' }]);
  assert.equal(await server.connections(), 0);
});

test('no event is emitted after a stop, even if more arrived in the same chunk', async (t) => {
  const server = await startScriptedServer([
    [{ head: 200 }, { send: delta('one') + delta('two') + delta('three') }, { hang: true }],
  ]);
  t.after(() => server.close());
  const controller = new AbortController();
  const events: ReplyEvent[] = [];
  for await (const event of withoutSending(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, controller.signal),
  )) {
    events.push(event);
    if (event.type === 'text') {
      controller.abort();
    }
  }
  assert.deepEqual(events, [{ type: 'started' }, { type: 'text', text: 'one' }, { type: 'stopped' }]);
  await server.whenClosedEarly(0);
});

test('an abort after the final event has no effect', async (t) => {
  const server = await startScriptedServer([
    [{ head: 200 }, { send: `${delta('one')}data: {"type":"message_stop"}\n\n` }],
  ]);
  t.after(() => server.close());
  const controller = new AbortController();
  const ends: string[] = [];
  for await (const event of withoutSending(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, controller.signal),
  )) {
    if (event.type === 'finished') {
      controller.abort();
    }
    ends.push(event.type);
  }
  assert.deepEqual(ends, ['started', 'text', 'finished']);
});

test('leaving the loop closes the connection', async (t) => {
  const server = await startScriptedServer([[{ head: 200 }, { send: delta('one') }, { hang: true }]]);
  t.after(() => server.close());
  for await (const event of withoutSending(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
  )) {
    if (event.type === 'text') {
      break;
    }
  }
  await server.whenClosedEarly(0);
});

test('text is emitted as it arrives', async (t) => {
  const server = await startScriptedServer([
    [
      { head: 200 },
      { send: delta('one') },
      { waitFor: 'the first to be seen' },
      { send: `${delta('two')}data: {"type":"message_stop"}\n\n` },
    ],
  ]);
  t.after(() => server.close());
  const texts: string[] = [];
  for await (const event of withoutSending(
    client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
  )) {
    if (event.type === 'text') {
      texts.push(event.text);
      await server.release('the first to be seen');
    }
  }
  assert.deepEqual(texts, ['one', 'two']);
});
