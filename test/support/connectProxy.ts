import { forward, type SocketServer, startSocketServer } from './tlsServers.ts';

/** How the proxy responds to CONNECT: with a tunnel to a local port or with a status. */
export type ConnectResponse = { port: number } | { status: number };

/** A proxy for `http.proxy`. It only supports CONNECT and ignores the requested host. */
export interface ConnectProxy extends SocketServer {
  url: string;
  response: ConnectResponse;
}

export async function startConnectProxy(initialResponse: ConnectResponse): Promise<ConnectProxy> {
  const server = await startSocketServer((socket) => {
    const { response } = proxy;
    if ('status' in response) {
      socket.end(`HTTP/1.1 ${response.status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    forward(socket, response.port);
  });
  const proxy: ConnectProxy = {
    ...server,
    url: `http://127.0.0.1:${server.port}`,
    response: initialResponse,
  };
  return proxy;
}
