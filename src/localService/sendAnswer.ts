import type { ServerResponse } from 'node:http';
import type { Answer, Piece } from './answer.ts';
import type { TcpConnection } from './exchange.ts';

/** Something that takes bytes and says when they are on their way. */
interface Sink {
  write(piece: Piece, done: (error?: Error | null) => void): unknown;
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
