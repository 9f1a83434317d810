import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export type CertificateName = 'valid' | 'expired' | 'notYetValid' | 'otherHost' | 'selfSigned';

const FOLDER = join(import.meta.dirname, 'certificates');

/** The file that `NODE_EXTRA_CA_CERTS` names where the test's authority is to be trusted. */
export const AUTHORITY_FILE = join(FOLDER, 'authority.pem');

/** A server below the level of HTTP, on loopback. */
export interface SocketServer {
  port: number;
  /** How many TCP connections were made to it. */
  connections(): number;
  /** Every byte that came, as Latin-1 text: decrypted where the server speaks TLS. */
  heard(): string;
  close(): Promise<void>;
}

/** A whole reply, and the end of its connection. */
const REPLY_BODY = '{"content":[{"type":"text","text":"Hello"}],"stop_reason":"end_turn"}';
export const WHOLE_REPLY = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${REPLY_BODY.length}\r\nConnection: close\r\n\r\n${REPLY_BODY}`;

/** Answers the first piece of each connection with `answer`, or does with the socket what that does. */
export function startSocketServer(answer: (socket: Socket, piece: Buffer) => void): Promise<SocketServer> {
  return listen(createServer(), 'connection', answer);
}

/** A TLS server with one of the certificates, which answers everything with `answer` and closes. */
export function startTlsServer(
  certificate: CertificateName,
  options: Omit<TlsOptions, 'cert' | 'key'> = {},
  answer: string = WHOLE_REPLY,
): Promise<SocketServer> {
  const server = createTlsServer({
    key: readFileSync(join(FOLDER, 'serverKey.pem')),
    cert: readFileSync(join(FOLDER, `${certificate}.pem`)),
    ...options,
  });
  return listen(server, 'secureConnection', (socket) => socket.end(answer));
}

async function listen(
  server: Server,
  ready: 'connection' | 'secureConnection',
  answer: (socket: Socket, piece: Buffer) => void,
): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let heard = '';
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that refuses a certificate goes away in the middle.
    socket.on('error', () => undefined);
  });
  server.on(ready, (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      heard += piece.toString('latin1');
    });
    socket.once('data', (piece) => answer(socket, piece));
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
