import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export type CertificateName = 'valid' | 'expired' | 'notYetValid' | 'otherHost' | 'selfSigned';

const FOLDER = join(import.meta.dirname, 'certificates');

/** File for `NODE_EXTRA_CA_CERTS`, to trust the test authority. */
export const AUTHORITY_FILE = join(FOLDER, 'authority.pem');

/** A TCP or TLS server on the loopback interface. */
export interface SocketServer {
  port: number;
  /** Number of TCP connections made to it. */
  connections(): number;
  /** All received bytes as Latin-1 text, decrypted if the server uses TLS. */
  heard(): string;
  close(): Promise<void>;
}

/** A complete response that closes its connection. */
const REPLY_BODY = '{"content":[{"type":"text","text":"Hello"}],"stop_reason":"end_turn"}';
export const WHOLE_REPLY = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${REPLY_BODY.length}\r\nConnection: close\r\n\r\n${REPLY_BODY}`;

/** Handles a connection when its first chunk arrives. */
export type ConnectionHandler = (socket: Socket, chunk: Buffer) => void;

/** Forwards a connection, including chunks received before, to a local port. */
export function forward(socket: Socket, port: number, ...received: Buffer[]): void {
  const target = connect(port, '127.0.0.1');
  for (const chunk of received) {
    target.write(chunk);
  }
  socket.pipe(target).pipe(socket);
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
}

/**
 * Forwards a connection of HTTP to a local service, which only accepts requests to this machine. Relies on clients that
 * send the head of a request in one piece.
 */
export function forwardRequests(socket: Socket, port: number, ...received: Buffer[]): void {
  const target = connect(port, '127.0.0.1');
  const send = (chunk: Buffer): void => {
    target.write(chunk.toString('latin1').replace(/^host: .*$/im, `host: 127.0.0.1:${port}`), 'latin1');
  };
  received.forEach(send);
  socket.on('data', send);
  target.pipe(socket);
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
}

export function startSocketServer(handle: ConnectionHandler): Promise<SocketServer> {
  return listen(createServer(), 'connection', handle);
}

/** Starts a TLS server with one of the certificates. Sends `WHOLE_REPLY` by default. */
export function startTlsServer(
  certificate: CertificateName,
  options: Omit<TlsOptions, 'cert' | 'key'> = {},
  handle: ConnectionHandler = (socket) => socket.end(WHOLE_REPLY),
): Promise<SocketServer> {
  const server = createTlsServer({
    key: readFileSync(join(FOLDER, 'serverKey.pem')),
    cert: readFileSync(join(FOLDER, `${certificate}.pem`)),
    ...options,
  });
  return listen(server, 'secureConnection', handle);
}

async function listen(
  server: Server,
  ready: 'connection' | 'secureConnection',
  handle: ConnectionHandler,
): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let heard = '';
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that rejects a certificate disconnects during the handshake.
    socket.on('error', () => undefined);
  });
  server.on(ready, (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    socket.once('data', (chunk) => handle(socket, chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => connections,
    heard: () => heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}
