import { createErrorBody } from '../../../src/localService/http/httpError.ts';
import { type BodyChunk, JSON_TYPE, jsonResponse } from '../../../src/localService/http/response.ts';
import { type Faults, type FaultyRequest, fault, numberFault } from '../fault.ts';

const HUGE_BYTES = 2 * 1024 * 1024;
const DEPTH = 100_000;
const HTML_TYPE = 'text/html; charset=utf-8';
const MESSAGE = createErrorBody(500, 'The database is asleep.');

/** Terminal escape sequences: colors, clear screen, a bell, and a link. */
const ANSI = '\u001b[31mred\u001b[0m \u001b[2J\u0007 \u001b]8;;https://example.com\u0007link\u001b]8;;\u0007';
/** A directional override, an unclosed isolate, zero-width characters, and tag characters. */
const BIDI = 'safe \u202egnp.exe\u202c \u2066open \u200b\u200d\ufeff \u{e0041}\u{e0042}';

/** An error with this body. The parameter is its status. */
function bodyFault(line: string, type: string, body: () => string | Uint8Array) {
  return numberFault(
    `An error whose body is ${line}`,
    { unit: 'status', defaultValue: 403 },
    (status) => () => {
      const content = body();
      return {
        type: 'http',
        status,
        headers: { 'Content-Type': type },
        body: typeof content === 'string' ? content : one(content),
      };
    },
  );
}

async function* one(chunk: BodyChunk): AsyncGenerator<BodyChunk> {
  yield chunk;
}

const json = (message: string) => () => JSON.stringify(createErrorBody(500, message));

function keyOf({ authorization = '' }: FaultyRequest): string {
  return authorization.replace(/^Bearer +/i, '');
}

/** 401 whose message contains the key in some encoding. */
function echoFault(line: string, write: (key: string) => string) {
  return fault(`401 whose message contains the key${line}`, (request) => {
    const body = `{"error":{"type":"unauthorized","message":"The key ${write(keyOf(request))} is not known."}}`;
    return { type: 'http', status: 401, headers: { 'Content-Type': JSON_TYPE }, body };
  });
}

function eachByte(key: string, write: (hex: string) => string): string {
  return Array.from(Buffer.from(key), (byte) => write(byte.toString(16).padStart(2, '0'))).join('');
}

export const ERROR_BODY_FAULTS: Faults = {
  'F45.empty': bodyFault('empty', JSON_TYPE, () => ''),
  'F45.html': bodyFault(
    'a web page',
    HTML_TYPE,
    () =>
      '<html><head><title>Bad gateway</title></head><body><h1>502</h1><script>alert(1)</script></body></html>',
  ),
  'F45.huge': bodyFault('2 MiB long', JSON_TYPE, json('very '.repeat(HUGE_BYTES / 5))),
  'F45.utf8': bodyFault('not UTF-8', JSON_TYPE, () =>
    Buffer.concat([
      Buffer.from('{"error":{"message":"bad '),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from(' bytes"}}'),
    ]),
  ),
  'F45.deep': bodyFault(
    'JSON of 100,000 levels',
    JSON_TYPE,
    () => `${'{"error":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  ),
  'F45.ansi': bodyFault('full of terminal escape codes', JSON_TYPE, json(ANSI)),
  'F45.bidi': bodyFault('full of bidirectional and invisible characters', JSON_TYPE, json(BIDI)),
  'F46.raw': echoFault('', (key) => key),
  'F46.percent': echoFault(', percent-encoded', (key) => eachByte(key, (hex) => `%${hex}`)),
  'F46.base64': echoFault(' in Base64', (key) => Buffer.from(key).toString('base64')),
  'F46.base64Header': echoFault(' in Base64, together with the word Bearer', (key) =>
    Buffer.from(`Bearer ${key}`).toString('base64'),
  ),
  'F46.escaped': echoFault(', escaped as JSON allows', (key) => eachByte(key, (hex) => `\\u00${hex}`)),
  'F46.header': fault('401 whose X-Request-Id is the key', (request) =>
    jsonResponse(401, createErrorBody(401, 'This API key is not known.'), {
      'X-Request-Id': keyOf(request),
      'Access-Control-Expose-Headers': 'X-Request-Id',
    }),
  ),
  'F47.object': fault('200 with {error: {message}}', () => jsonResponse(200, MESSAGE)),
  'F47.string': fault('200 with {error: "…"}', () => jsonResponse(200, { error: MESSAGE.error.message })),
  'F47.message': fault('200 with {message}', () => jsonResponse(200, { message: MESSAGE.error.message })),
  'F47.detail': fault('200 with {detail}', () => jsonResponse(200, { detail: MESSAGE.error.message })),
  'F47.event': fault('200 with a stream that is one error event', () => ({
    type: 'http',
    status: 200,
    headers: { 'Content-Type': 'text/event-stream' },
    body: `event: error\ndata: ${JSON.stringify({ type: 'error', ...MESSAGE })}\n\n`,
  })),
};
