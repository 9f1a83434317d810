import type { ServerResponse } from 'node:http';
import type { HttpError } from './httpError.ts';
import type { TcpConnection } from './servedRequest.ts';

/** One piece of a body, sent by itself. */
export type BodyChunk = string | Uint8Array;

/** An answer as HTTP has it. A body of one text gets its length told; one of pieces is sent as they come. */
export interface HttpResponse {
  type: 'http';
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | AsyncIterable<BodyChunk>;
}

/** From an interceptor: bytes as they are, head and all; the connection closes after them. */
interface RawResponse {
  type: 'raw';
  /** What the record of the request shows. */
  status: number;
  bytes: AsyncIterable<BodyChunk>;
}

/** From an interceptor: nothing is sent. It has closed the connection, or the client waits for as long as it likes. */
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
 * Sends an answer; resolves when all of it is on its way. `onHead` is told the status just before the first
 * byte. Rejects when the connection closes before.
 */
export async function sendResponse(
  content: ServiceResponse,
  { response, connection }: { response: ServerResponse; connection: TcpConnection },
  onHead: (status: number) => void,
): Promise<void> {
  if (content.type === 'none') {
    return;
  }
  onHead(content.status);
  if (content.type === 'raw') {
    const { socket } = connection;
    if (socket) {
      await writeAll(socket, content.bytes);
      connection.close();
    }
    return;
  }
  const { status, headers, body } = content;
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

/** Something that takes bytes and says when they are on their way. */
interface Sink {
  write(piece: BodyChunk, done: (error?: Error | null) => void): unknown;
}

/**
 * Each piece is with the operating system before the next one is asked for, so none joins another on the way.
 * The turn of the event loop in between is the client's, where it lives in the same process.
 */
async function writeAll(sink: Sink, pieces: AsyncIterable<BodyChunk>): Promise<void> {
  for await (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      sink.write(piece, (error) => (error ? reject(error) : setImmediate(resolve)));
    });
  }
}
