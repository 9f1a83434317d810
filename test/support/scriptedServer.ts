import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Script, ScriptedRecord, ScriptedServer, Step } from './servers.ts';
import { Signals } from './signals.ts';

/** Allows any page and exposes all headers, so that tests in a browser see the complete response. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
  'access-control-expose-headers': '*',
};

export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const records: ScriptedRecord[] = [];
  const signals = new Signals();
  let connections = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS).end();
      return;
    }
    const number = records.length;
    const { method = '', url = '', headers } = request;
    const record = { method, path: url, headers: headers as Record<string, string>, body: '' };
    records.push(record);
    response.on('close', () => {
      if (!response.writableFinished) {
        signals.give(`closed ${number}`);
      }
    });
    record.body = await text(request);
    signals.give(`request ${number}`);
    for (const step of script[Math.min(number, script.length - 1)] ?? []) {
      if ((await take(step, response)) === 'stop') {
        return;
      }
    }
    response.end();
  }

  async function take(step: Step, response: ServerResponse): Promise<'stop' | undefined> {
    if ('head' in step) {
      response.writeHead(step.head, { ...CORS, ...step.headers });
      response.flushHeaders();
    } else if ('send' in step) {
      await write(response, Buffer.from(step.send));
    } else if ('sendBase64' in step) {
      await write(response, Buffer.from(step.sendBase64, 'base64'));
    } else if ('waitFor' in step) {
      await signals.given(`gate ${step.waitFor}`);
    } else {
      if ('destroy' in step) {
        response.destroy();
      }
      return 'stop';
    }
    return undefined;
  }

  const server = createServer((request, response) => {
    // In many scripts, the client disconnects during the response.
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    requests: async () => structuredClone(records),
    connections: async () => connections,
    release: async (gate) => signals.give(`gate ${gate}`),
    whenRequests: (count) => signals.given(`request ${count - 1}`),
    whenClosedEarly: (request) => signals.given(`closed ${request}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Resolves when the chunk has been sent, so that it isn't merged with the next one in a packet. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => setImmediate(resolve));
  });
}
