import type { ServerResponse } from 'node:http';
import type { Refusal } from './refusal.ts';
import type { TcpConnection } from './servedExchange.ts';

/** One piece of a body, sent by itself. */
export type Piece = string | Uint8Array;

/** An answer as HTTP has it. A body of one text gets its length told; one of pieces is sent as they come. */
export interface HttpAnswer {
  type: 'http';
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | AsyncIterable<Piece>;
}

/** From an interceptor: bytes as they are, head and all; the connection closes after them. */
interface RawAnswer {
  type: 'raw';
  /** What the record of the request shows. */
  status: number;
  bytes: AsyncIterable<Piece>;
}

/** From an interceptor: nothing is sent. It has closed the connection, or the client waits for as long as it likes. */
export interface NoAnswer {
  type: 'none';
}

export type Answer = HttpAnswer | RawAnswer | NoAnswer;

export const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  return {
    type: 'http',
    status,
    headers: { 'Content-Type': JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  };
}

export function refusalAnswer({ status, body, headers }: Refusal): HttpAnswer {
  return jsonAnswer(status, body, headers);
}

/**
 * Sends an answer; resolves when all of it is on its way. `onHead` is told the status just before the first
 * byte. Rejects when the connection closes before.
 */
export async function sendAnswer(
  answer: Answer,
  { response, connection }: { response: ServerResponse; connection: TcpConnection },
  onHead: (status: number) => void,
): Promise<void> {
  if (answer.type === 'none') {
    return;
  }
  onHead(answer.status);
  if (answer.type === 'raw') {
    const { socket } = connection;
    if (socket) {
      await writeAll(socket, answer.bytes);
      connection.close();
    }
    return;
  }
  const { status, headers, body } = answer;
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
  write(piece: Piece, done: (error?: Error | null) => void): unknown;
}

/**
 * Each piece is with the operating system before the next one is asked for, so none joins another on the way.
 * The turn of the event loop in between is the client's, where it lives in the same process.
 */
async function writeAll(sink: Sink, pieces: AsyncIterable<Piece>): Promise<void> {
  for await (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      sink.write(piece, (error) => (error ? reject(error) : setImmediate(resolve)));
    });
  }
}
