import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
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

/** Does what it likes with a connection when its first piece has come. */
export type Answer = (socket: Socket, piece: Buffer) => void;

/** Leads a connection on to a port of this machine, with the pieces that came before, if any. */
export function leadOn(socket: Socket, port: number, ...before: Buffer[]): void {
  const onward = connect(port, '127.0.0.1');
  for (const piece of before) {
    onward.write(piece);
  }
  socket.pipe(onward).pipe(socket);
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}

/** A server without TLS. */
export function startSocketServer(answer: Answer): Promise<SocketServer> {
  return listen(createServer(), 'connection', answer);
}

/** A TLS server with one of the certificates, which answers with a whole reply if nothing else is said. */
export function startTlsServer(
  certificate: CertificateName,
  options: Omit<TlsOptions, 'cert' | 'key'> = {},
  answer: Answer = (socket) => socket.end(WHOLE_REPLY),
): Promise<SocketServer> {
  const server = createTlsServer({
    key: readFileSync(join(FOLDER, 'serverKey.pem')),
    cert: readFileSync(join(FOLDER, `${certificate}.pem`)),
    ...options,
  });
  return listen(server, 'secureConnection', answer);
}

async function listen(
  server: Server,
  ready: 'connection' | 'secureConnection',
  answer: Answer,
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
