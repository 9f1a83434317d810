import { ADVICE_BY_STATUS } from '../../../src/contract/failure.ts';
import type { BodyChunk, HttpResponse } from '../../../src/localService/http/response.ts';
import { type Faults, fault, faultsFor, numberFault } from '../fault.ts';
import { changeHead, chunksOf, collect, createErrorResponse, NO_RESPONSE } from '../responses.ts';

const SERVER_ERRORS = [500, 502, 503, 504] as const;

function advised(status: number, message: string): HttpResponse {
  return createErrorResponse(status, `${message} ${ADVICE_BY_STATUS[status] ?? 'Try again later'}.`);
}

const unauthorized = () => advised(401, 'This API key is not known.');
const failed = (status: number) => createErrorResponse(status, `Status ${status} on demand.`);

/** Error statuses. */
export const STATUS_FAULTS: Faults = {
  F08: fault('407, as from a proxy that requires a password', () => ({
    type: 'http',
    status: 407,
    headers: { 'Content-Type': 'text/plain', 'Proxy-Authenticate': 'Basic realm="proxy"' },
    body: 'Proxy authentication required',
  })),
  F32: fault('401, whatever the key', unauthorized),
  F33: numberFault(
    '401 after some regular responses, as for a revoked key',
    { unit: 'regular responses before', defaultValue: 1 },
    (good) => {
      let seen = 0;
      return (_, next) => {
        seen += 1;
        return seen > good ? unauthorized() : next();
      };
    },
  ),
  F34: fault('403 with the reason in JSON', () => advised(403, 'This account may not use this region.')),
  'F34.html': fault('403 with the web page of a firewall', () => ({
    type: 'http',
    status: 403,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html><html><head><title>Request blocked</title></head><body><h1>Request blocked</h1><p>Reference 18.4f2</p></body></html>',
  })),
  F35: fault('404 for the path, as with a wrong base URL', ({ path }) =>
    advised(404, `There is no ${path}.`),
  ),
  ...faultsFor('F42', SERVER_ERRORS, (status) =>
    fault(`${status} once, then regular responses`, () => failed(status), { times: 1 }),
  ),
  'F42.retryAfter': numberFault(
    '503 once, with Retry-After',
    { unit: 'seconds', defaultValue: 2 },
    (seconds) => () => createErrorResponse(503, 'Down for a moment.', { 'Retry-After': String(seconds) }),
    { times: 1 },
  ),
  F43: numberFault(
    'Fails the first, third, fifth … request',
    { unit: 'status', defaultValue: 500 },
    (status) => {
      let seen = 0;
      return (_, next) => {
        seen += 1;
        return seen % 2 === 1 ? failed(status) : next();
      };
    },
  ),
  F44: fault(
    '500 once, after the whole reply was created and counted',
    async (_, next) => {
      const response = await next();
      if (response.type === 'http') {
        await collect(chunksOf(response));
      }
      return createErrorResponse(500, 'The reply was made, and then this failed.');
    },
    { times: 1 },
  ),
};

const EMPTY = [204, 205, 304] as const;
const OTHERS = [201, 202, 206] as const;

function empty(status: number): HttpResponse {
  return { type: 'http', status, headers: {}, body: '' };
}

async function* switching(): AsyncGenerator<BodyChunk> {
  yield 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n';
}

/** Statuses other than 200 that are not errors. */
export const SUCCESS_FAULTS: Faults = {
  ...faultsFor('F28', EMPTY, (status) => fault(`${status} without a body`, () => empty(status))),
  'F28.empty': fault('200 without a body', () => empty(200)),
  'F28.101': fault('101 without an Upgrade request', () => ({
    type: 'raw',
    status: 101,
    bytes: switching(),
  })),
  'F28.102': fault('102, then the regular response', ({ connection }, next) => {
    connection.response.writeProcessing();
    return next();
  }),
  'F28.102only': fault('102, then nothing', ({ connection }) => {
    connection.response.writeProcessing();
    return NO_RESPONSE;
  }),
  ...faultsFor('F29', OTHERS, (status) =>
    fault(`${status} with the body of the regular response`, async (_, next) =>
      changeHead(await next(), {
        status,
        ...(status === 206 && { headers: { 'Content-Range': 'bytes 0-99/*' } }),
      }),
    ),
  ),
};
