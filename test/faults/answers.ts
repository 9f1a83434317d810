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

export const NO_ANSWER: NoResponse = { type: 'none' };

/** Creates an error response like the service's own. */
export function errorAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return jsonResponse(status, createErrorBody(status, message), headers);
}

/** Yields the chunks of a body. A string is one chunk. */
export async function* piecesOf({ body }: HttpResponse): AsyncGenerator<BodyChunk> {
  if (typeof body === 'string') {
    yield body;
  } else {
    yield* body;
  }
}

/** Replaces the body of an HTTP response, given its chunks. Returns other responses unchanged. */
export function changeBody(
  answer: ServiceResponse,
  change: (pieces: AsyncIterable<BodyChunk>) => AsyncIterable<BodyChunk>,
): ServiceResponse {
  return answer.type === 'http' ? { ...answer, body: change(piecesOf(answer)) } : answer;
}

/** Replaces each chunk of a response's body with any number of chunks. */
export function changePieces(
  answer: ServiceResponse,
  change: (piece: BodyChunk, position: number) => Iterable<BodyChunk>,
): ServiceResponse {
  return changeBody(answer, async function* (pieces) {
    let position = 0;
    for await (const piece of pieces) {
      yield* change(piece, position);
      position += 1;
    }
  });
}

export function changeHead(
  answer: ServiceResponse,
  { status, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> },
): ServiceResponse {
  return answer.type === 'http'
    ? { ...answer, status: status ?? answer.status, headers: { ...answer.headers, ...headers } }
    : answer;
}

/** Yields the first `count` chunks and requests no more. */
export async function* take(pieces: AsyncIterable<BodyChunk>, count: number): AsyncGenerator<BodyChunk> {
  let taken = 0;
  if (count === 0) {
    return;
  }
  for await (const piece of pieces) {
    yield piece;
    taken += 1;
    if (taken === count) {
      return;
    }
  }
}

/** Collects all chunks of a body. */
export async function collect(pieces: AsyncIterable<BodyChunk>): Promise<BodyChunk[]> {
  const all: BodyChunk[] = [];
  for await (const piece of pieces) {
    all.push(piece);
  }
  return all;
}

export function bytesOf(piece: BodyChunk): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/** Collects a body as bytes. */
export async function collectBytes(pieces: AsyncIterable<BodyChunk>): Promise<Buffer> {
  return Buffer.concat((await collect(pieces)).map(bytesOf));
}

/** Creates a response as raw bytes, whose body ends when the connection closes. */
export function rawAnswer(
  version: '1.0' | '1.1',
  answer: ServiceResponse,
  headerLines: readonly string[] = [],
): ServiceResponse {
  if (answer.type !== 'http') {
    return answer;
  }
  const { status, headers } = answer;
  const lines = [
    `HTTP/${version} ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    ...Object.entries({ ...CORS_HEADERS, ...headers, Connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...headerLines,
  ];
  async function* bytes(whole: HttpResponse): AsyncGenerator<BodyChunk> {
    yield Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    yield* piecesOf(whole);
  }
  return { type: 'raw', status, bytes: bytes(answer) };
}

const SETTLE_MS = 25;

/** Gives the client time to read what was sent, which a reset may otherwise discard. */
export function settle(signal: AbortSignal): Promise<void> {
  return delay(SETTLE_MS, signal);
}
