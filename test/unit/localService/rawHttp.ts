import { connect } from 'node:net';
import type { LocalService } from '../../../src/localService/server.ts';
import { chatBody } from './callService.ts';

/** A response as received, and how the connection ended. */
export interface RawHttpResponse {
  /** Status line and headers, without the blank line; empty if nothing was received. */
  head: string;
  status: number;
  /** Returns a header, case-insensitively, or `undefined`. */
  header(name: string): string | undefined;
  /** Without chunk framing, but not decompressed. */
  body: Buffer;
  /** The chunks of a chunked body. */
  chunks: Buffer[];
  /** Whether the body has the length in its head, or its last chunk. */
  complete: boolean;
  /** `ECONNRESET` if the connection was reset. */
  error: string | undefined;
}

/** Sends a chat request on a new connection and reads until the service closes it. */
export function ask(service: LocalService, changes?: Record<string, unknown>): Promise<RawHttpResponse> {
  const { host, pathname } = new URL(`${service.baseUrl}/chat`);
  const body = JSON.stringify(chatBody({ stream: true, ...changes }));
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${service.keys.active}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ];
  return send(service, lines.join('\r\n'));
}

/** Sends the bytes of a request on a new connection and reads until the service closes it. */
export async function send(service: LocalService, bytes: string): Promise<RawHttpResponse> {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  const received: Buffer[] = [];
  let error: string | undefined;
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', (socketError: NodeJS.ErrnoException) => {
    error = socketError.code;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(bytes);
  await closed;
  return parse(Buffer.concat(received), error);
}

function parse(bytes: Buffer, error: string | undefined): RawHttpResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, Math.max(0, end)).toString('latin1');
  const rest = bytes.subarray(end + 4);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trimEnd();
  const chunked = header('transfer-encoding') === 'chunked';
  const length = header('content-length');
  const { chunks, last } = chunked ? chunksOf(rest) : { chunks: [rest], last: false };
  return {
    head,
    status: Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0),
    header,
    body: Buffer.concat(chunks),
    chunks,
    complete: chunked ? last : length === undefined || rest.length === Number(length),
    error,
  };
}

function chunksOf(bytes: Buffer): { chunks: Buffer[]; last: boolean } {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd === -1 ? Number.NaN : Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16);
    if (!(size > 0)) {
      return { chunks, last: size === 0 };
    }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
