import { leadOn, type SocketServer, startSocketServer } from './tlsServers.ts';

/** What the proxy does with a CONNECT: leads it to a port of this machine, or answers with a status. */
export type ProxyAnswer = { port: number } | { status: number };

/** A proxy as `http.proxy` names one. It knows CONNECT alone, whatever host that asks for. */
export interface ConnectProxy extends SocketServer {
  url: string;
  answer: ProxyAnswer;
}

export async function startConnectProxy(first: ProxyAnswer): Promise<ConnectProxy> {
  const server = await startSocketServer((socket) => {
    const { answer } = proxy;
    if ('status' in answer) {
      socket.end(`HTTP/1.1 ${answer.status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    leadOn(socket, answer.port);
  });
  const proxy: ConnectProxy = { ...server, url: `http://127.0.0.1:${server.port}`, answer: first };
  return proxy;
}
