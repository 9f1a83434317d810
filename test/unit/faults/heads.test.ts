import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { errorMessageOf } from '../../../src/contract/errorBody.ts';
import { FAULTS } from '../../faults/catalogue.ts';
import { models } from '../localService/callService.ts';
import { open, type RawHttpResponse, requestBytes } from '../localService/rawHttp.ts';
import { faultCase, responseOf } from './faultCase.ts';
import { eventsOf, replyText } from './streamText.ts';

// serviceFaults.test.ts tests how the client handles each fault. These tests cover what it can't see: cases in which the
// client has the same outcome whether or not the fault does exactly what its description says.

const HOUR_MS = 3_600_000;

describe('status faults', () => {
  for (const [id, status] of Object.keys(FAULTS).flatMap((id) => {
    const [, digits] = /\.(\d{3})$/.exec(id) ?? [];
    return digits === undefined ? [] : [[id, Number(digits)] as const];
  })) {
    it(`${id} responds with the status in its id`, async (t) => {
      assert.equal((await responseOf(t, id)).response.status, status);
    });
  }

  for (const [id, statuses] of [
    ['F33', [200, 401, 401]],
    ['F43', [500, 200, 500, 200]],
  ] as const) {
    it(`${id} changes the status with the number of requests`, async (t) => {
      const { ask } = await faultCase(t, id);
      for (const status of statuses) {
        assert.equal((await ask()).status, status);
      }
    });
  }
});

describe('rejection faults', () => {
  const user = { role: 'user', content: 'Hello' };
  for (const [id, parameter, changes, status] of [
    ['F36', 'assistant-haiku', {}, 404],
    ['F36', 'assistant-haiku', { model: 'assistant-opus-5' }, 200],
    ['F38.role', undefined, {}, 200],
    ['F38.role', undefined, { messages: [user, { role: 'assistant', content: 'Yes?' }, user] }, 422],
  ] as const) {
    it(`${id} only rejects what it names: ${status} for ${JSON.stringify(changes)}`, async (t) => {
      const { ask } = await faultCase(t, id, parameter === undefined ? {} : { parameter });
      assert.equal((await ask(changes)).status, status);
    });
  }
});

describe('Retry-After faults', () => {
  for (const [id, parameter, value] of [
    ['F40.seconds', 7, '7'],
    ['F40.absent', undefined, undefined],
    ['F40.silly', undefined, 'in a while'],
    ['F40.negative', undefined, '-5'],
    ['F41', undefined, undefined],
    ['F41.retryAfter', 9, '9'],
    ['F42.retryAfter', 4, '4'],
  ] as const) {
    it(`${id} sends ${value}`, async (t) => {
      const { response } = await responseOf(t, id, parameter === undefined ? {} : { parameter });
      assert.equal(response.header('retry-after'), value);
    });
  }

  for (const [id, parameter, seconds] of [
    ['F40.date', 90, 90],
    ['F40.past', undefined, -60],
  ] as const) {
    it(`${id} sends a date ${seconds} s from now`, async (t) => {
      const { response } = await responseOf(t, id, parameter === undefined ? {} : { parameter });
      const away = (Date.parse(response.header('retry-after') ?? '') - Date.now()) / 1000;
      assert.ok(Math.abs(away - seconds) < 10, `${away}`);
    });
  }
});

describe('redirect faults', () => {
  for (const [id, target] of [
    ['F10', 'http://localhost:PORT/portal'],
    ['F16.301', '/api/v1/chat/'],
    ['F16.307', '/api/v1/chat?redirected'],
    ['F17.307', 'http://localhost:PORT/api/v1/chat'],
    ['F18', 'http://127.0.0.1:PORT/api/v1/chat'],
    ['F20.subdomain', 'http://api.localhost:PORT/api/v1/chat'],
  ] as const) {
    it(`${id} redirects to ${target}`, async (t) => {
      const { response, service } = await responseOf(t, id);
      assert.equal(response.header('location'), target.replace('PORT', new URL(service.baseUrl).port));
    });
  }

  it('F17.307 redirects to its parameter', async (t) => {
    const { response } = await responseOf(t, 'F17.307', { parameter: 'https://other.example/x' });
    assert.equal(response.header('location'), 'https://other.example/x');
  });

  it('F20.port redirects to another port of the service, which records the request', async (t) => {
    const { response, service } = await responseOf(t, 'F20.port');
    const target = new URL(response.header('location') ?? '');
    const { hostname, port } = new URL(service.baseUrl);
    assert.equal(target.hostname, hostname);
    assert.notEqual(target.port, port);
    const there = { ...service, baseUrl: target.href.replace('/chat', '') };
    assert.equal((await models(there)).status, 200);
    assert.equal(service.requests.at(-1)?.host, target.host);
  });
});

/** Regular responses with a changed head, which the client doesn't notice or can't read. */
const HEADS: Readonly<Record<string, (response: RawHttpResponse) => void>> = {
  F12: ({ header }) => assert.equal(header('access-control-allow-origin'), undefined),
  F24: ({ header }) => assert.equal(header('x-filler')?.length, 65_536),
  'F24.value': ({ header }) => assert.equal(header('x-control'), 'a\u0000b\u0001c'),
  'F24.name': ({ head }) => assert.match(head, /\r\nX Space: value$/),
  'F25.sseAsJson': ({ header }) => assert.equal(header('content-type'), 'application/json'),
  'F25.sseAsPlain': ({ header }) => assert.equal(header('content-type'), 'text/plain'),
  'F25.sseAsHtml': ({ header }) => assert.equal(header('content-type'), 'text/html'),
  'F25.sseAsBinary': ({ header }) => assert.equal(header('content-type'), 'application/octet-stream'),
  'F25.jsonAsSse': ({ header, body }) => {
    assert.equal(header('content-type'), 'text/event-stream');
    assert.match(String(body), /^\{"id"/);
  },
  'F25.ndjsonAsSse': ({ header, body }) => {
    assert.equal(header('content-type'), 'text/event-stream');
    assert.match(String(body), /^\{"type":"message_start"/);
  },
  'F25.ndjsonAsJson': ({ header, body }) => {
    assert.equal(header('content-type'), 'application/json');
    assert.match(String(body), /^\{"type":"message_start"/);
  },
  'F25.none': ({ header }) => assert.equal(header('content-type'), undefined),
  'F27.tooLong': ({ header, body, error }) => {
    assert.equal(Number(header('content-length')), body.length + 100);
    assert.equal(error, undefined, 'the connection closes in good order');
  },
  'F29.206': ({ header }) => assert.equal(header('content-range'), 'bytes 0-99/*'),
  F30: ({ head, header, body }) => {
    assert.match(head, /^HTTP\/1\.0 200 OK\r\n/);
    assert.equal(header('content-length') ?? header('transfer-encoding'), undefined);
    assert.ok(eventsOf(body).length > 10);
  },
  F31: ({ header }) => {
    const hours = (Date.now() - Date.parse(header('date') ?? '')) / HOUR_MS;
    assert.equal(Math.round(hours), 6);
  },
};

describe('head faults', () => {
  for (const [id, check] of Object.entries(HEADS)) {
    it(`${id}: ${FAULTS[id]?.description}`, async (t) => {
      const { right, response, text } = await responseOf(t, id);
      assert.equal(replyText(response), text);
      check(response);
      assert.throws(() => check(right), assert.AssertionError);
    });
  }

  it('F28.102 sends the regular response after another head', async (t) => {
    const { head, body } = (await responseOf(t, 'F28.102')).response;
    assert.equal(head, 'HTTP/1.1 102 Processing');
    assert.match(String(body), /^HTTP\/1\.1 200 OK\r\n/);
  });

  for (const [id, encoding, decompress] of [
    ['F26.gzip', 'gzip', gunzipSync],
    ['F26.br', 'br', brotliDecompressSync],
    ['F26.deflate', 'deflate', inflateSync],
  ] as const) {
    it(`${id} compresses chunk by chunk`, async (t) => {
      const { response, text } = await responseOf(t, id);
      assert.equal(response.header('content-encoding'), encoding);
      assert.equal(replyText({ body: decompress(response.body) }), text);
      assert.ok(response.chunks.length > 5);
    });
  }
});

describe('connection faults', () => {
  it('F22.reset resets the connection, and F22 closes it', async (t) => {
    assert.equal((await responseOf(t, 'F22.reset')).response.error, 'ECONNRESET');
    assert.equal((await responseOf(t, 'F22')).response.error, undefined);
  });

  it('F23 closes the connection after a response with keep-alive', async (t) => {
    const { service } = await faultCase(t, 'F23');
    const socket = open(service);
    const received: Buffer[] = [];
    socket.on('data', (bytes) => received.push(bytes));
    socket.write(requestBytes(service, {}, { connection: 'keep-alive' }));
    // Without the fault, the service keeps the connection open for five seconds.
    await once(socket, 'end', { signal: AbortSignal.timeout(4500) });
    const response = Buffer.concat(received).toString();
    assert.match(response, /^Connection: keep-alive\r$/m);
    assert.ok(response.endsWith('\r\n0\r\n\r\n'), 'the answer is complete');
  });

  it('F23.reuse resets the connection at its second request', async (t) => {
    const { service } = await faultCase(t, 'F23.reuse');
    const socket = open(service);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
      if (received.endsWith('\r\n0\r\n\r\n')) {
        received = 'complete';
        socket.write(requestBytes(service, {}, { connection: 'keep-alive' }));
      }
    });
    socket.write(requestBytes(service, {}, { connection: 'keep-alive' }));
    const [error] = await once(socket, 'error', { signal: AbortSignal.timeout(4500) });
    assert.equal(error.code, 'ECONNRESET');
    assert.equal(received, 'complete', 'the first request was answered, and the second was not');
  });
});

describe('error body faults', () => {
  const message = (body: Buffer): string => errorMessageOf(JSON.parse(String(body))) ?? '';
  const CHECKS: Readonly<Record<string, (body: Buffer) => void>> = {
    'F45.empty': (body) => assert.equal(body.length, 0),
    'F45.html': (body) => assert.match(String(body), /^<html>.*<script>/),
    'F45.huge': (body) => assert.ok(body.length > 2_000_000 && message(body).startsWith('very ')),
    'F45.utf8': (body) => assert.match(message(body), /^bad \ufffd+ bytes$/),
    'F45.deep': (body) => assert.equal(String(body).split('{').length, 100_001),
    'F45.ansi': (body) => assert.ok(message(body).includes('\u001b[31m')),
    'F45.bidi': (body) => assert.match(message(body), /\u202e.*\u2066.*\u200b.*\u{e0041}/u),
  };
  for (const [id, check] of Object.entries(CHECKS)) {
    it(`${id} responds with the status in its parameter`, async (t) => {
      const { response } = await responseOf(t, id, { parameter: 500 });
      assert.equal(response.status, 500);
      check(response.body);
    });
  }

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const hexOf = (character: string) => character.charCodeAt(0).toString(16);
  for (const [id, write] of [
    ['F46.raw', (key: string) => key],
    ['F46.percent', (key: string) => key.replace(/./gs, (character) => `%${hexOf(character)}`)],
    ['F46.base64', base64],
    ['F46.base64Header', (key: string) => base64(`Bearer ${key}`)],
    ['F46.escaped', (key: string) => key.replace(/./gs, (character) => `\\u00${hexOf(character)}`)],
  ] as const) {
    it(`${id} sends the key of the request in the body`, async (t) => {
      const { response, service } = await responseOf(t, id);
      assert.ok(String(response.body).includes(`The key ${write(service.keys.active)} is`));
    });
  }

  it('F46.header sends the key of the request in a header', async (t) => {
    const { response, service } = await responseOf(t, 'F46.header');
    assert.equal(response.header('x-request-id'), service.keys.active);
  });
});
