import type { Socket } from 'node:net';
import { forward, type SocketServer, startSocketServer } from './tlsServers.ts';

/** How the proxy responds to CONNECT: with a tunnel to a local port or with a status. */
export type ConnectResponse = { port: number } | { status: number };

/** A proxy for `http.proxy`. It only supports CONNECT and ignores the requested host. */
export interface ConnectProxy extends SocketServer {
  url: string;
  /** Changes the response, and closes the tunnels: clients would send their next requests through them. */
  respondWith(response: ConnectResponse): void;
}

export async function startConnectProxy(initialResponse: ConnectResponse): Promise<ConnectProxy> {
  let response = initialResponse;
  const tunnels = new Set<Socket>();
  const server = await startSocketServer((socket) => {
    if ('status' in response) {
      socket.end(`HTTP/1.1 ${response.status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    tunnels.add(socket);
    socket.once('close', () => tunnels.delete(socket));
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    forward(socket, response.port);
  });
  return {
    ...server,
    url: `http://127.0.0.1:${server.port}`,
    respondWith: (newResponse) => {
      response = newResponse;
      for (const socket of tunnels) {
        socket.destroy();
      }
    },
  };
}
