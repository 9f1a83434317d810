import type { ServerResponse } from 'node:http';
import type { HttpError } from './httpError.ts';
import type { TcpConnection } from './servedRequest.ts';

/** A part of a body that is written separately. */
export type BodyChunk = string | Uint8Array;

/** An HTTP response. A string body is sent with `Content-Length`, the chunks of an iterable one by one. */
export interface HttpResponse {
  type: 'http';
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | AsyncIterable<BodyChunk>;
}

/** From an interceptor: a complete response as bytes, including the head. The connection closes after it. */
interface RawResponse {
  type: 'raw';
  /** For the record of the request. */
  status: number;
  bytes: AsyncIterable<BodyChunk>;
}

/** From an interceptor: nothing is sent. The interceptor has closed the connection, or lets the client wait. */
export interface NoResponse {
  type: 'none';
}

export type ServiceResponse = HttpResponse | RawResponse | NoResponse;

export const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    type: 'http',
    status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  };
}

export function errorResponse({ status, body, headers }: HttpError): HttpResponse {
  return jsonResponse(status, body, headers);
}

/**
 * Sends a response. Resolves when the operating system has accepted all of it. Rejects if the connection closes
 * earlier. Calls `onHead` right before the first byte.
 */
export async function sendResponse(
  serviceResponse: ServiceResponse,
  { response, connection }: { response: ServerResponse; connection: TcpConnection },
  onHead: (status: number) => void,
): Promise<void> {
  if (serviceResponse.type === 'none') {
    return;
  }
  onHead(serviceResponse.status);
  if (serviceResponse.type === 'raw') {
    const { socket } = connection;
    if (socket) {
      await writeAll(socket, serviceResponse.bytes);
      connection.close();
    }
    return;
  }
  const { status, headers, body } = serviceResponse;
  if (typeof body === 'string') {
    const hasBody = body !== '' || (status !== 204 && status !== 304);
    response.writeHead(status, {
      ...headers,
      ...(hasBody && { 'Content-Length': Buffer.byteLength(body) }),
    });
    response.end(body);
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  await writeAll(response, body);
  response.end();
}

/** A stream that reports when it has accepted a chunk. */
interface Sink {
  write(chunk: BodyChunk, done: (error?: Error | null) => void): unknown;
}

/**
 * Writes a chunk only after the operating system has accepted the previous one, so that chunks arrive separately. The
 * `setImmediate` gives a client in the same process a turn of the event loop in between.
 */
async function writeAll(sink: Sink, chunks: AsyncIterable<BodyChunk>): Promise<void> {
  for await (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      sink.write(chunk, (error) => (error ? reject(error) : setImmediate(resolve)));
    });
  }
}
