import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import {
  closedBaseUrl,
  inBrowser,
  type Step,
  startScriptedServer,
  startService,
} from '../../support/service.ts';
import { client, collectReply, connectionTo, KEY, neverAborted, QUESTION, replyOf } from './connect.ts';

for (const stream of ['sse', 'choices', 'off'] as const) {
  test(`a local service that streams "${stream}" is read with the same text as its plain reply`, async (t) => {
    const service = await startService({ stream });
    t.after(() => service.close());
    const connection = connectionTo(service.baseUrl, service.keys.active);
    const streamed = await collectReply(client().streamChat(connection, QUESTION, neverAborted));
    const whole = await collectReply(
      client().streamChat(connection, { ...QUESTION, stream: false }, neverAborted),
    );

    assert.match(streamed.text, /no language model/);
    assert.equal(whole.text, streamed.text);
    for (const { events, end } of [streamed, whole]) {
      const [started] = events;
      assert.ok(started?.type === 'started');
      assert.equal(started.model, QUESTION.model);
      assert.ok(events.some((event) => event.type === 'usage' && (event.usage.outputTokens ?? 0) > 0));
      assert.deepEqual(end, { type: 'finished' });
    }
    const [first, second] = await service.requests();
    assert.deepEqual(first?.body, QUESTION);
    assert.deepEqual(second?.body, { model: QUESTION.model, messages: QUESTION.messages });
  });

  test(`a reply of a local service that streams "${stream}" ends in cutAtLimit at max_tokens`, async (t) => {
    const service = await startService({ stream });
    t.after(() => service.close());
    const connection = connectionTo(service.baseUrl, service.keys.active);
    for (const isStreamed of [true, false]) {
      const request = { ...QUESTION, max_tokens: 3, stream: isStreamed };
      const { end } = await collectReply(client().streamChat(connection, request, neverAborted));
      assert.deepEqual(end, { type: 'cutAtLimit' });
    }
  });
}

const delta = 'data: {"type":"content_block_delta","delta":{"text":"part"}}\n\n';
const stop = 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n';

/** A browser would drop data it has not delivered yet when the connection breaks. */
const WAIT_UNTIL_READ: Step = { waitFor: 'the text to be seen' };

const CUT_OFF: readonly (readonly [name: string, steps: readonly Step[], text: string, end: string])[] = [
  [
    'a reset in mid-stream',
    [{ head: 200 }, { send: delta }, WAIT_UNTIL_READ, { destroy: true }],
    'part',
    'connectionLost',
  ],
  [
    'a reset after the stop reason',
    [{ head: 200 }, { send: delta + stop }, WAIT_UNTIL_READ, { destroy: true }],
    'part',
    'finished',
  ],
  ['a reset before the response', [{ destroy: true }], '', 'unreachable'],
  ['status 204', [{ head: 204 }], '', 'emptyReply'],
  ['status 304', [{ head: 304 }], '', 'emptyReply'],
  ['an empty body', [{ head: 200 }], '', 'emptyReply'],
  [
    'a body shorter than its Content-Length',
    [
      { head: 200, headers: { 'content-length': '500' } },
      { send: delta },
      WAIT_UNTIL_READ,
      { destroy: true },
    ],
    'part',
    'connectionLost',
  ],
];

for (const [name, steps, text, end] of CUT_OFF) {
  test(`${name} keeps the text so far and ends in ${end}`, async (t) => {
    const server = await startScriptedServer([steps]);
    t.after(() => server.close());
    const events: ReplyEvent[] = [];
    for await (const event of client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted)) {
      events.push(event);
      if (event.type === 'text') {
        await server.release('the text to be seen');
      }
    }
    const reply = replyOf(events);
    assert.equal(reply.text, text);
    assert.equal(reply.end?.type === 'failed' ? reply.end.failure.kind : reply.end?.type, end);
    assert.ok(!JSON.stringify(reply).includes(KEY));
  });
}

test('a closed port fails with the host and, if the platform gives it, the reason', async () => {
  const baseUrl = await closedBaseUrl();
  const { end } = await collectReply(client().streamChat(connectionTo(baseUrl), QUESTION, neverAborted));
  assert.ok(end?.type === 'failed');
  const { kind, host, detail } = end.failure;
  assert.equal(kind, inBrowser ? 'unreachable' : 'refused');
  assert.equal(host, new URL(baseUrl).host);
  assert.equal(detail, inBrowser ? undefined : 'ECONNREFUSED');
});

test('the request contains stream only if requested, and no setting that was not set', async (t) => {
  const server = await startScriptedServer([[{ head: 200 }]]);
  t.after(() => server.close());
  const { stream: _, ...plain } = QUESTION;
  await collectReply(
    client().streamChat(connectionTo(server.baseUrl), { ...QUESTION, temperature: 0 }, neverAborted),
  );
  await collectReply(client().streamChat(connectionTo(server.baseUrl), plain, neverAborted));
  const [first, second] = await server.requests();
  assert.deepEqual(JSON.parse(first?.body ?? ''), { ...QUESTION, temperature: 0 });
  assert.deepEqual(JSON.parse(second?.body ?? ''), plain);
  assert.equal(first?.path, '/api/v1/chat');
  assert.equal(first?.headers['content-type'], 'application/json');
  assert.equal(first?.headers['authorization'], `Bearer ${KEY}`);
});
