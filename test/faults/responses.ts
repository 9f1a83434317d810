import { STATUS_CODES } from 'node:http';
import { CORS_HEADERS } from '../../src/localService/http/cors.ts';
import { delay } from '../../src/localService/http/delay.ts';
import { createErrorBody } from '../../src/localService/http/httpError.ts';
import {
  type BodyChunk,
  type HttpResponse,
  jsonResponse,
  type NoResponse,
  type ServiceResponse,
} from '../../src/localService/http/response.ts';
import { split } from './frames.ts';

export const NO_RESPONSE: NoResponse = { type: 'none' };

/** Creates an error response like the service's own. */
export function createErrorResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return jsonResponse(status, createErrorBody(status, message), headers);
}

/** Yields the chunks of a body. A string is one chunk. */
export async function* chunksOf({ body }: HttpResponse): AsyncGenerator<BodyChunk> {
  if (typeof body === 'string') {
    yield body;
  } else {
    yield* body;
  }
}

/** Replaces the body of an HTTP response, given its chunks. Returns other responses unchanged. */
export function changeBody(
  response: ServiceResponse,
  change: (chunks: AsyncIterable<BodyChunk>) => AsyncIterable<BodyChunk>,
): ServiceResponse {
  return response.type === 'http' ? { ...response, body: change(chunksOf(response)) } : response;
}

/** Replaces each chunk of a response's body with any number of chunks. */
export function changeChunks(
  response: ServiceResponse,
  change: (chunk: BodyChunk, position: number) => Iterable<BodyChunk>,
): ServiceResponse {
  return changeBody(response, async function* (chunks) {
    let position = 0;
    for await (const chunk of chunks) {
      yield* change(chunk, position);
      position += 1;
    }
  });
}

/** Sends each server-sent event as a line of JSON. */
export function asLines(response: ServiceResponse): ServiceResponse {
  const lines = changeChunks(response, (chunk) =>
    typeof chunk === 'string' ? [`${split(chunk)?.json}\n`] : [chunk],
  );
  return changeHead(lines, { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' } });
}

export function changeHead(
  response: ServiceResponse,
  { status, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> },
): ServiceResponse {
  return response.type === 'http'
    ? { ...response, status: status ?? response.status, headers: { ...response.headers, ...headers } }
    : response;
}

/** Yields the first `count` chunks and requests no more. */
export async function* take(chunks: AsyncIterable<BodyChunk>, count: number): AsyncGenerator<BodyChunk> {
  let taken = 0;
  if (count === 0) {
    return;
  }
  for await (const chunk of chunks) {
    yield chunk;
    taken += 1;
    if (taken === count) {
      return;
    }
  }
}

/** Collects all chunks of a body. */
export async function collect(chunks: AsyncIterable<BodyChunk>): Promise<BodyChunk[]> {
  const all: BodyChunk[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
  }
  return all;
}

export function bytesOf(chunk: BodyChunk): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Collects a body as bytes. */
export async function collectBytes(chunks: AsyncIterable<BodyChunk>): Promise<Buffer> {
  return Buffer.concat((await collect(chunks)).map(bytesOf));
}

/** Creates a response as raw bytes, whose body ends when the connection closes. */
export function rawResponse(
  version: '1.0' | '1.1',
  response: ServiceResponse,
  headerLines: readonly string[] = [],
): ServiceResponse {
  if (response.type !== 'http') {
    return response;
  }
  const { status, headers } = response;
  const lines = [
    `HTTP/${version} ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    ...Object.entries({ ...CORS_HEADERS, ...headers, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...headerLines,
  ];
  async function* bytes(whole: HttpResponse): AsyncGenerator<BodyChunk> {
    yield Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    yield* chunksOf(whole);
  }
  return { type: 'raw', status, bytes: bytes(response) };
}

const SETTLE_MS = 250;

/** Gives the client time to read what was sent, which it may otherwise discard with the connection, also on a busy machine. */
export function settle(signal: AbortSignal): Promise<void> {
  return delay(SETTLE_MS, signal);
}
