import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CATALOGUE } from '../contract/catalogue.ts';
import { REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import { VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, createKeys } from './accounts.ts';
import { jsonAnswer } from './answer.ts';
import type { Controlled, FaultOptions } from './control.ts';
import { ActiveFaults } from './faults/activeFaults.ts';
import { beginFault } from './faults/catalogue.ts';
import { RateLimit } from './rateLimit.ts';
import type { RecordedRequest } from './recordedRequest.ts';
import { errorBody } from './refusal.ts';
import { type Serving, serve } from './serve.ts';
import type { StreamFormat } from './streamFormats.ts';
import type { TokenCounterName } from './tokenCounters.ts';
import type { Upstream } from './upstream.ts';

export type { FaultOptions } from './control.ts';
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
}

export interface LocalService extends Controlled {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  keys: AccountKeys;
  /** The latest requests, oldest first, at most 1,000. */
  requests: readonly RecordedRequest[];
  /**
   * The next request to one of the two operations gets this status, whatever it holds; calls add up. `body`
   * is sent as it is; without one it is an error body like the service's own.
   */
  failNext(status: number, body?: string, headers?: Readonly<Record<string, string>>): void;
  /**
   * Lets one of the faults of `faults/catalogue.ts` hold for requests from now on. Faults with a number of
   * times hold one after the other, those without all together.
   * @throws Error for an id or a parameter that there is not
   */
  fault(id: string, options?: FaultOptions): void;
  /** Ends all faults, and what `failNext` still had in store. */
  clearFaults(): void;
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
  const faults = new ActiveFaults();
  const servers: Server[] = [];
  let neighbour: Promise<string> | undefined;

  function fault(id: string, { parameter, times, on = 'chat' }: FaultOptions = {}): void {
    const chosen = beginFault({ id, ...(parameter !== undefined && { parameter: String(parameter) }) });
    faults.add(chosen.treat, { on, times: times ?? chosen.fault.times ?? Number.POSITIVE_INFINITY });
  }

  async function listen(port: number): Promise<string> {
    const server = createServer((request: IncomingMessage, response: ServerResponse) => {
      void serve(request, response, serving);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, HOST, resolve);
    });
    servers.push(server);
    // A server that listens on a port has an address of this type.
    return `http://${HOST}:${(server.address() as AddressInfo).port}`;
  }

  const controlled: Controlled = {
    keys: state.keys,
    requests,
    fault,
    clearFaults: () => faults.clear(),
    countTokens: (counter) => {
      state.counter = counter;
    },
    setWindow: (id, tokens) => {
      state.models = state.models.map((model) =>
        model.id === id ? { ...model, context_window: tokens } : model,
      );
    },
  };
  const serving: Serving = {
    state,
    requests,
    faults,
    controlled,
    elsewhere: () => {
      neighbour ??= listen(0);
      return neighbour;
    },
  };
  const origin = await listen(options.port ?? 0);
  return {
    ...controlled,
    baseUrl: `${origin}${VERSION_PATH}`,
    failNext: (status, body, headers = {}) => {
      const usual = jsonAnswer(status, errorBody(status, `Status ${status} on demand.`), headers);
      faults.add(() => ({ ...usual, body: body ?? usual.body }), { on: 'both', times: 1 });
    },
    setLatency: (ms) => {
      state.latencyMs = ms;
    },
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
