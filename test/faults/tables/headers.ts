import { delay } from '../../../src/localService/http/delay.ts';
import type { ServiceResponse } from '../../../src/localService/http/response.ts';
import { type Faults, fault, numberFault, type Treatment } from '../fault.ts';
import {
  asLines,
  changeBody,
  changeHead,
  chunksOf,
  collectBytes,
  rawResponse,
  settle,
} from '../responses.ts';

const HOUR_MS = 3_600_000;
const HUGE_BYTES = 64 * 1024;

const JSON_TYPE = 'application/json';
const EVENT_STREAM = 'text/event-stream';

/** Late, unusual, and wrong response heads: headers, content type, content length. */
export const HEADER_FAULTS: Faults = {
  F21: numberFault(
    'The regular response after a long delay',
    { unit: 'ms', defaultValue: 30_000 },
    (ms) =>
      async ({ signal }, next) => {
        await delay(ms, signal);
        return next();
      },
  ),
  F24: fault('The regular response with a header of 64 KiB', async (_, next) =>
    changeHead(await next(), { headers: { 'X-Filler': 'x'.repeat(HUGE_BYTES) } }),
  ),
  'F24.value': fault(
    'The regular response with control characters in the value of a header',
    async (_, next) => rawResponse('1.1', await next(), ['X-Control: a\u0000b\u0001c']),
  ),
  'F24.name': fault('The regular response with a space in the name of a header', async (_, next) =>
    rawResponse('1.1', await next(), ['X Space: value']),
  ),
  'F25.sseAsJson': fault('The regular response, labeled as application/json', withType(JSON_TYPE)),
  'F25.sseAsPlain': fault('The regular response, labeled as text/plain', withType('text/plain')),
  'F25.sseAsHtml': fault('The regular response, labeled as text/html', withType('text/html')),
  'F25.sseAsBinary': fault(
    'The regular response, labeled as application/octet-stream',
    withType('application/octet-stream'),
  ),
  'F25.jsonAsSse': fault('A whole reply in JSON, labeled as text/event-stream', async (_, next) =>
    labeled(EVENT_STREAM, await next({ stream: 'off' })),
  ),
  'F25.ndjsonAsSse': fault('Lines of JSON, labeled as text/event-stream', async (_, next) =>
    labeled(EVENT_STREAM, asLines(await next({ stream: 'sse' }))),
  ),
  'F25.ndjsonAsJson': fault('Lines of JSON, labeled as application/json', async (_, next) =>
    labeled(JSON_TYPE, asLines(await next({ stream: 'sse' }))),
  ),
  'F25.none': fault('The regular response without a Content-Type', async (_, next) =>
    withoutType(await next()),
  ),
  'F27.tooLong': fault(
    'The regular response with a Content-Length that is 100 bytes too long',
    wrongLength(100),
  ),
  'F27.tooShort': fault(
    'The regular response with a Content-Length that is 100 bytes too short',
    wrongLength(-100),
  ),
  F30: fault('The regular response in HTTP/1.0, ended by closing the connection', async (_, next) =>
    rawResponse('1.0', await next()),
  ),
  F31: numberFault(
    'The regular response with a Date of some hours ago',
    { unit: 'hours', defaultValue: 6 },
    (hours) => async (_, next) =>
      changeHead(await next(), {
        headers: { Date: new Date(Date.now() - hours * HOUR_MS).toUTCString() },
      }),
  ),
};

function labeled(type: string, response: ServiceResponse): ServiceResponse {
  return changeHead(response, { headers: { 'Content-Type': type } });
}

function withType(type: string): Treatment {
  return async (_, next) => labeled(type, await next());
}

function withoutType(response: ServiceResponse): ServiceResponse {
  if (response.type !== 'http') {
    return response;
  }
  const { 'Content-Type': _, ...headers } = response.headers;
  return { ...response, headers };
}

/** The complete regular response with a `Content-Length` that is off by `bytes`. Then closes the connection. */
function wrongLength(bytes: number): Treatment {
  return async ({ connection, signal }, next) => {
    const response = await next();
    if (response.type !== 'http') {
      return response;
    }
    const body = await collectBytes(chunksOf(response));
    const length = { 'Content-Length': String(Math.max(1, body.length + bytes)) };
    return changeHead(
      changeBody(response, async function* () {
        yield body;
        await settle(signal);
        connection.close();
      }),
      { headers: length },
    );
  };
}
