import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CATALOGUE } from '../contract/catalogue.ts';
import { REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import { VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, createKeys } from './accounts.ts';
import type { Controlled } from './control.ts';
import type { Interceptor } from './interceptor.ts';
import { RateLimit } from './rateLimit.ts';
import type { RecordedRequest } from './recordedRequest.ts';
import { type Serving, serve } from './serve.ts';
import type { StreamFormat } from './streamFormats.ts';
import type { TokenCounterName } from './tokenCounters.ts';
import type { Upstream } from './upstream.ts';

export type { RecordedRequest } from './recordedRequest.ts';
export type { StreamFormat } from './streamFormats.ts';

export interface LocalServiceOptions {
  /** 0, which is the default, picks a free one. */
  port?: number;
  /** How a reply to `stream: true` goes out; `sse` by default. */
  stream?: StreamFormat;
  /** Before the first byte of a chat reply and between the pieces of a streamed one; 0 by default. */
  latencyMs?: number;
  requestsPerMinute?: number;
  /** How long a request counts towards the limit; a minute by default. */
  windowMs?: number;
  /** 422 that names `messages[i].role` for any role but `user`. */
  rejectRoles?: boolean;
  /** 422 that names `stream` when it is true. */
  rejectStream?: boolean;
  /** Replies come from this engine instead of the responder. */
  upstream?: Upstream;
  /** How tokens are counted; `pieces` by default. */
  counter?: TokenCounterName;
  /** The clock of the rate limit, in ms. */
  now?: () => number;
  /** Answers requests in place of the service, or changes its answers. */
  intercept?: Interceptor;
}

export interface LocalService extends Controlled {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  keys: AccountKeys;
  /** The latest requests, oldest first, at most 10,000. */
  requests: readonly RecordedRequest[];
  setLatency(ms: number): void;
  /** Ends open connections too. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Starts the service on the loopback interface, with fresh keys.
 * @throws Error with the code `EADDRINUSE` where the port is taken
 */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const requests: RecordedRequest[] = [];
  const { requestsPerMinute = REQUESTS_PER_MINUTE, now = Date.now, windowMs } = options;
  const state = {
    keys: createKeys(),
    limit: new RateLimit(requestsPerMinute, now, windowMs),
    stream: options.stream ?? 'sse',
    latencyMs: options.latencyMs ?? 0,
    rules: { rejectRoles: options.rejectRoles ?? false, rejectStream: options.rejectStream ?? false },
    upstream: options.upstream,
    counter: options.counter ?? 'pieces',
    models: CATALOGUE,
  };
  const controlled: Controlled = {
    keys: state.keys,
    requests,
    countTokens: (counter) => {
      state.counter = counter;
    },
    setWindow: (id, tokens) => {
      state.models = state.models.map((model) =>
        model.id === id ? { ...model, context_window: tokens } : model,
      );
    },
  };
  const { intercept = (_exchange, _operation, next) => next() } = options;
  const serving: Serving = { state, requests, controlled, intercept };
  const server = createServer((request, response) => {
    void serve(request, response, serving);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    ...controlled,
    baseUrl: `http://${HOST}:${port}${VERSION_PATH}`,
    setLatency: (ms) => {
      state.latencyMs = ms;
    },
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
