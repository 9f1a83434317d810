import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowser, type Step, startScriptedServer } from '../../../support/service.ts';
import {
  type CollectedReply,
  client,
  collectReply,
  connectionTo,
  neverAborted,
  QUESTION,
} from '../connect.ts';

/** The reply that the client reads from a response, which the server repeats for each retry. */
async function replyTo(
  t: { after(end: () => unknown): void },
  steps: readonly Step[],
): Promise<CollectedReply> {
  const server = await startScriptedServer([steps]);
  t.after(() => server.close());
  return collectReply(client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted));
}

function endOf({ end }: CollectedReply): string | undefined {
  return end?.type === 'failed' ? end.failure.kind : end?.type;
}

const TEXT = 'Grüße, 世界 👩‍💻';
const PLAIN = JSON.stringify({ content: [{ type: 'text', text: TEXT }], stop_reason: 'end_turn' });
const DELTA = JSON.stringify({ type: 'content_block_delta', delta: { text: TEXT } });
const STOP = JSON.stringify({ type: 'message_stop' });
const FORMATS = {
  events: `data: ${DELTA}\n\ndata: ${STOP}\n\n`,
  lines: `${DELTA}\n${STOP}\n`,
  'one document': PLAIN,
};

const CONTENT_TYPES = [
  undefined,
  '',
  'application/json',
  'application/json; charset=utf-16',
  'text/event-stream',
  'text/html',
  'image/png',
  'no type at all',
];

for (const [format, body] of Object.entries(FORMATS)) {
  test(`a body of ${format} is read with any or no Content-Type`, async (t) => {
    for (const contentType of CONTENT_TYPES) {
      const headers = contentType === undefined ? {} : { 'content-type': contentType };
      const reply = await replyTo(t, [{ head: 200, headers }, { send: body }]);
      assert.equal(reply.text, TEXT, contentType);
      assert.deepEqual(reply.end, { type: 'finished' }, contentType);
    }
  });
}

test('a body that is not a reply fails, whatever its Content-Type', async (t) => {
  for (const [body, kind] of [
    ['<!doctype html><title>Sign in</title>', 'webPage'],
    ['Welcome', 'notAReply'],
    ['{"status":"ok"}', 'notAReply'],
    ['{"error":{"message":"No credit"}}', 'serviceError'],
    ['{"content":[', 'damaged'],
    [' \n', 'emptyReply'],
  ] as const) {
    for (const contentType of ['application/json', 'text/event-stream']) {
      const steps = [{ head: 200, headers: { 'content-type': contentType } }, { send: body }];
      assert.equal(endOf(await replyTo(t, steps)), kind, `${body} as ${contentType}`);
    }
  }
});

for (const status of [200, 201, 202, 203, 206, 226]) {
  test(`a response with status ${status} is read by its body`, async (t) => {
    const reply = await replyTo(t, [{ head: status }, { send: PLAIN }]);
    assert.equal(reply.text, TEXT);
    assert.deepEqual(reply.end, { type: 'finished' });
    assert.equal(endOf(await replyTo(t, [{ head: status }])), 'emptyReply');
  });
}

for (const status of [204, 205, 304]) {
  test(`a response with status ${status} is an empty reply`, async (t) => {
    assert.equal(endOf(await replyTo(t, [{ head: status }])), 'emptyReply');
  });
}

async function compressed(format: CompressionFormat, text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function sendBytes(bytes: Uint8Array): Step {
  return { sendBase64: btoa(String.fromCharCode(...bytes)) };
}

for (const encoding of ['gzip', 'deflate'] as const) {
  const headers = { 'content-encoding': encoding };

  for (const [format, body] of Object.entries(FORMATS)) {
    test(`${format} compressed with ${encoding} are read byte by byte`, async (t) => {
      const bytes = await compressed(encoding, body);
      const reply = await replyTo(t, [
        { head: 200, headers },
        ...[...bytes].map((byte) => sendBytes(Uint8Array.of(byte))),
      ]);
      assert.equal(reply.text, TEXT);
      assert.deepEqual(reply.end, { type: 'finished' });
    });
  }

  // A browser gives no reason why a body was cut off.
  const damaged = inBrowser ? 'connectionLost' : 'damaged';

  test(`a plain body with Content-Encoding ${encoding} fails with ${damaged}`, async (t) => {
    assert.equal(endOf(await replyTo(t, [{ head: 200, headers }, { send: PLAIN.repeat(10) }])), damaged);
  });

  test(`a ${encoding} body with a wrong checksum fails with ${damaged}`, async (t) => {
    const bytes = await compressed(encoding, `data: ${DELTA}\n\n`);
    // In gzip, the checksum is followed by the length (4 bytes); in deflate it comes last.
    bytes.fill(0xff, bytes.length - (encoding === 'gzip' ? 8 : 4));
    const reply = await replyTo(t, [{ head: 200, headers }, sendBytes(bytes)]);
    assert.equal(endOf(reply), damaged);
    assert.ok(['', TEXT].includes(reply.text), reply.text);
  });

  test(`a ${encoding} body that ends too early keeps its text, and is never complete`, async (t) => {
    const bytes = await compressed(encoding, FORMATS.events);
    for (const [length, text] of [
      [bytes.length - 20, undefined],
      [20, ''],
      [3, ''],
    ] as const) {
      const reply = await replyTo(t, [{ head: 200, headers }, sendBytes(bytes.subarray(0, length))]);
      assert.equal(reply.end?.type, 'failed');
      assert.ok(text === undefined ? TEXT.startsWith(reply.text) : reply.text === text, reply.text);
    }
  });
}

test('a body with an unknown Content-Encoding is notAReply', async (t) => {
  const headers = { 'content-encoding': 'x-unknown' };
  const reply = await replyTo(t, [{ head: 200, headers }, { send: '\u0001\u0002\u0003' }]);
  assert.equal(endOf(reply), 'notAReply');
});

test('a complete reply is finished even if Content-Length is larger', async (t) => {
  for (const body of Object.values(FORMATS)) {
    const headers = { 'content-length': '5000' };
    const server = await startScriptedServer([
      [{ head: 200, headers }, { send: body.trimEnd() }, { destroy: true }],
    ]);
    t.after(() => server.close());
    const reply = await collectReply(
      client().streamChat(connectionTo(server.baseUrl), QUESTION, neverAborted),
    );
    // A browser drops data it has not delivered yet when the connection breaks.
    if (!inBrowser) {
      assert.equal(reply.text, TEXT);
      assert.deepEqual(reply.end, { type: 'finished' });
    }
  }
});

test('an incomplete reply shorter than its Content-Length keeps its text and fails', async (t) => {
  for (const [body, text] of [
    [`data: ${DELTA}\n\n`, TEXT],
    [`${DELTA}\n`, TEXT],
    [PLAIN.slice(0, -1), ''],
  ] as const) {
    const headers = { 'content-length': '5000' };
    const reply = await replyTo(t, [{ head: 200, headers }, { send: body }, { destroy: true }]);
    assert.equal(endOf(reply), 'connectionLost');
    assert.ok(inBrowser || reply.text === text, reply.text);
  }
});
