import type { LookupAddress, LookupOptions } from 'node:dns';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { CertificateName } from '../../support/tlsServers.ts';

/** What a question meets: a server or a proxy. */
export interface Obstacle {
  baseUrl: string;
  /** Value of `http.proxy`. */
  proxy?: string;
  /** Value of `http.systemCertificates`. If it is on, VS Code does not trust the authority of the tests. */
  systemCertificates?: true;
  /** Number of TCP connections made to it. */
  connections?(): number;
  /** What was sent to it, decrypted. */
  heard?(): string;
  close?(): unknown;
}

type Answer = (socket: Socket) => unknown;

// Loaded when used, since a web worker has no Node.js.
const tlsServers = () => import('../../support/tlsServers.ts');

/** Answers with this text and closes the connection. */
export const ends =
  (text: string): Answer =>
  (socket) =>
    socket.end(text);

/** A service without TLS on this machine. Answers when the whole question has arrived. */
export function service(answer: Answer): () => Promise<Obstacle> {
  return async () => {
    const server = await (await tlsServers()).startSocketServer((socket, first) => {
      let heard = '';
      const hear = (chunk: Buffer): void => {
        heard += chunk.toString('latin1');
        if (heard.endsWith('\n}')) {
          socket.off('data', hear);
          answer(socket);
        }
      };
      socket.on('data', hear);
      hear(first);
    });
    return { ...server, baseUrl: `http://localhost:${server.port}/api/v1` };
  };
}

/** A service with TLS on this machine. */
export function secureService(certificate: CertificateName, options?: Omit<TlsOptions, 'cert' | 'key'>) {
  return async (): Promise<Obstacle> => {
    const server = await (await tlsServers()).startTlsServer(certificate, options);
    return { ...server, baseUrl: `https://localhost:${server.port}/api/v1` };
  };
}

/** A service on this machine with a certificate of an authority that VS Code does not trust. */
export async function untrustedService(): Promise<Obstacle> {
  return { ...(await secureService('valid')()), systemCertificates: true };
}

/** A server on this machine that answers the beginning of a TLS handshake. */
export function handshake(answer: Answer): () => Promise<Obstacle> {
  return async () => {
    const server = await (await tlsServers()).startSocketServer(answer);
    return { ...server, baseUrl: `https://localhost:${server.port}/api/v1` };
  };
}

/** A host that only a proxy could find. */
const BEHIND_PROXY = 'https://chat.example.test/api/v1';

/** A proxy that answers CONNECT. */
export function proxy(answer: Answer, scheme = 'http'): () => Promise<Obstacle> {
  return async () => {
    const server = await (await tlsServers()).startSocketServer(answer);
    return { ...server, baseUrl: BEHIND_PROXY, proxy: `${scheme}://127.0.0.1:${server.port}` };
  };
}

/** A proxy that connects every host with a service. */
export function tunnelTo(certificate: CertificateName): () => Promise<Obstacle> {
  return async () => {
    const { forward, startTlsServer } = await tlsServers();
    const target = await startTlsServer(certificate);
    const tunnel = await proxy((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      forward(socket, target.port);
    })();
    return { ...tunnel, close: () => Promise.all([tunnel.close?.(), target.close()]) };
  };
}

/** A value of `http.proxy` that leads to no proxy. */
export function noProxy(value: string, baseUrl = BEHIND_PROXY): () => Promise<Obstacle> {
  return async () => ({ baseUrl, proxy: value });
}

/** A base URL that leads to no service. */
export function noService(baseUrl: string): () => Promise<Obstacle> {
  return async () => ({ baseUrl });
}

/** A port of this machine on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await (await tlsServers()).startSocketServer(() => undefined);
  await server.close();
  return server.port;
}

/** After how many ms undici gives up a connection here. The default is 10 s. */
const CONNECT_TIMEOUT_MS = 200;

/** Where undici looks for the dispatcher that all requests use which have none of their own. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** A firewall that drops packets. Only on Linux. */
export async function firewall(): Promise<Obstacle> {
  const { startDeafServer } = await import('../../support/deafServer.ts');
  const server = await startDeafServer('127.0.0.1');
  const global = globalThis as unknown as Record<symbol, { constructor: new (options: object) => object }>;
  const usual = global[DISPATCHER];
  const Agent = usual?.constructor;
  Object.assign(globalThis, {
    [DISPATCHER]: Agent && new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } }),
  });
  return {
    baseUrl: `http://127.0.0.1:${server.port}/api/v1`,
    close() {
      Object.assign(globalThis, { [DISPATCHER]: usual });
      server.close();
    },
  };
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family: number) => void;

/**
 * Makes lookups of names that end in `.invalid` fail, since some networks answer for such names.
 * @returns a function that ends it
 */
export function stubLookup(): () => void {
  const dns = process.getBuiltinModule('node:dns');
  const { lookup } = dns;
  const stub = (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    if (hostname.endsWith('.invalid')) {
      const code = hostname === 'offline.invalid' ? 'EAI_AGAIN' : 'ENOTFOUND';
      const error = Object.assign(new Error('stub'), { code, syscall: 'getaddrinfo', hostname });
      setImmediate(() => callback(error, '', 4));
    } else {
      lookup(hostname, options, callback);
    }
  };
  Object.assign(dns, { lookup: stub });
  return () => Object.assign(dns, { lookup });
}
