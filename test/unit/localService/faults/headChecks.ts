import assert from 'node:assert/strict';
import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { until } from '../callService.ts';
import { open, requestBytes } from '../rawHttp.ts';
import { type Check, type Checks, checkAll } from './faultCase.ts';
import { eventsOf, replyText } from './streamText.ts';

const HOUR_MS = 3_600_000;

function checkType(type: string | undefined, firstBytes: RegExp): Check {
  return async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.header('content-type'), type);
    assert.match(String(answer.body), firstBytes);
    assert.equal(replyText(answer), text);
  };
}

function checkEncoding(encoding: string, decompress: (bytes: Buffer) => Buffer): Check {
  return async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.header('content-encoding'), encoding);
    assert.equal(replyText({ body: decompress(answer.body) }), text);
    assert.ok(answer.chunks.length > 5, 'it comes in pieces');
  };
}

const emptyAnswer: Check = async ({ id, begin, ask }) => {
  begin();
  const { status, body, error } = await ask();
  assert.deepEqual([status, body.length, error], [Number(id.slice(4)) || 200, 0, undefined]);
};

export const HEAD_CHECKS: Checks = {
  F21: async ({ begin, ask, service, text }) => {
    begin(600_000);
    const socket = open(service);
    const before = service.requests.length;
    socket.write(requestBytes(service));
    await until(() => service.requests.at(before)?.body !== undefined);
    service.clearFaults();
    assert.equal(replyText(await ask()), text, 'a whole reply takes less time');
    assert.equal(socket.bytesRead, 0);
    socket.destroy();
    await until(() => service.requests.at(before)?.aborted === true);
    begin(1);
    assert.equal(replyText(await ask()), text);
  },
  F24: async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.header('x-filler')?.length, 65_536);
    assert.equal(replyText(answer), text);
  },
  'F24.value': async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.header('x-control'), 'a\u0000b\u0001c');
    assert.equal(replyText(answer), text);
  },
  'F24.name': async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.match(answer.head, /\r\nX Space: value$/);
    assert.equal(replyText(answer), text);
  },
  'F25.sseAsJson': checkType('application/json', /^event: /),
  'F25.sseAsPlain': checkType('text/plain', /^event: /),
  'F25.sseAsHtml': checkType('text/html', /^event: /),
  'F25.sseAsBinary': checkType('application/octet-stream', /^event: /),
  'F25.jsonAsSse': checkType('text/event-stream', /^\{"id"/),
  'F25.ndjsonAsSse': checkType('text/event-stream', /^\{"type":"message_start"/),
  'F25.ndjsonAsJson': checkType('application/json', /^\{"type":"message_start"/),
  'F25.none': checkType(undefined, /^event: /),
  'F26.gzip': checkEncoding('gzip', gunzipSync),
  'F26.br': checkEncoding('br', brotliDecompressSync),
  'F26.deflate': checkEncoding('deflate', inflateSync),
  'F26.plain': checkEncoding('gzip', (bytes) => bytes),
  'F26.truncated': async ({ begin, ask, text }) => {
    begin();
    const { body, complete, header } = await ask();
    assert.equal(header('content-encoding'), 'gzip');
    assert.ok(complete);
    assert.throws(() => gunzipSync(body), /unexpected end/);
    const readable = gunzipSync(body, { finishFlush: 2 }).toString();
    const texts = replyText({ body: Buffer.from(readable.slice(0, readable.lastIndexOf('\n\n') + 2)) });
    assert.ok(texts.length > 20 && text.startsWith(texts) && texts !== text);
  },
  'F26.damaged': async ({ begin, ask }) => {
    begin();
    const { body, header } = await ask();
    assert.equal(header('content-encoding'), 'gzip');
    assert.throws(() => gunzipSync(body), { code: 'Z_DATA_ERROR' });
  },
  'F27.tooLong': async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(Number(answer.header('content-length')), answer.body.length + 100);
    assert.equal(replyText(answer), text);
    assert.equal(answer.error, undefined, 'the connection closes in good order');
  },
  'F27.tooShort': async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(Number(answer.header('content-length')), answer.body.length - 100);
    assert.equal(replyText(answer), text);
  },
  ...checkAll(['F28.204', 'F28.205', 'F28.304', 'F28.empty'], emptyAnswer),
  'F28.101': async ({ begin, ask }) => {
    begin();
    const { head } = await ask();
    assert.match(head, /^HTTP\/1\.1 101 Switching Protocols\r\nUpgrade: /);
  },
  'F28.102': async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.match(answer.head, /^HTTP\/1\.1 102 Processing$/);
    assert.match(String(answer.body), /^HTTP\/1\.1 200 OK\r\n/);
    assert.ok(String(answer.body).includes(JSON.stringify(text.slice(0, 16)).slice(1, -1)));
  },
  'F28.102only': async ({ begin, service }) => {
    begin();
    const socket = open(service);
    socket.write(requestBytes(service));
    const [bytes] = await once(socket, 'data');
    assert.equal(String(bytes), 'HTTP/1.1 102 Processing\r\n\r\n');
    socket.destroy();
    await until(() => service.requests.at(-1)?.aborted === true);
  },
  ...checkAll(['F29.201', 'F29.202', 'F29.206'], async ({ id, begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.equal(answer.status, Number(id.slice(4)));
    assert.equal(answer.header('content-range') !== undefined, answer.status === 206);
    assert.equal(replyText(answer), text);
  }),
  F30: async ({ begin, ask, text }) => {
    begin();
    const answer = await ask();
    assert.match(answer.head, /^HTTP\/1\.0 200 OK\r\n/);
    assert.equal(answer.header('content-length'), undefined);
    assert.equal(answer.header('transfer-encoding'), undefined);
    assert.equal(answer.header('access-control-allow-origin'), '*');
    assert.equal(replyText(answer), text);
    assert.equal(eventsOf(answer.body).length > 10, true);
  },
  F31: async ({ begin, ask, service, text }) => {
    begin();
    const answer = await ask();
    const hours = (Date.now() - Date.parse(answer.header('date') ?? '')) / HOUR_MS;
    assert.equal(Math.round(hours), 6);
    assert.equal(replyText(answer), text);
    service.clearFaults();
    begin(48);
    assert.equal(Math.round((Date.now() - Date.parse((await ask()).header('date') ?? '')) / HOUR_MS), 48);
  },
};
