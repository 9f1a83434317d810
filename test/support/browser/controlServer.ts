import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { servers } from '../serversInNode.ts';
import { CONTROL_PATH, type ControlCall, type ControlResult } from './serversOverHttp.ts';

type Callable = Record<string, (...args: readonly unknown[]) => Promise<unknown>>;

export interface ControlServer {
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves a page's files and lets its tests start the servers that need Node.js.
 * @param files type and content by path, such as `/index.html`
 */
export async function startControlServer(
  files: ReadonlyMap<string, { type: string; content: string }>,
): Promise<ControlServer> {
  const started: Callable[] = [];

  async function perform({ target, method, args }: ControlCall): Promise<ControlResult> {
    const callable = target === undefined ? (servers as unknown as Callable) : started[target];
    const value = await callable?.[method]?.(...args);
    if (!method.startsWith('start')) {
      return { value };
    }
    started.push(value as Callable);
    return { started: started.length - 1, value };
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = files.get(request.url ?? '');
    if (file) {
      response.writeHead(200, { 'content-type': file.type }).end(file.content);
    } else if (request.url === CONTROL_PATH) {
      const call = JSON.parse(await text(request)) as ControlCall;
      const result = await perform(call).catch((error: unknown) => ({ error: String(error) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    } else {
      response.writeHead(404).end();
    }
  }

  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await Promise.all(started.map((each) => each['close']?.()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
