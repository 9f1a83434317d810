import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import { VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, createKeys } from './accounts.ts';
import { allowAnyOrigin, answerPreflight } from './cors.ts';
import { answer, type ServiceState } from './operations.ts';
import { RateLimit } from './rateLimit.ts';
import { Refusal } from './refusal.ts';
import { parseBody, readBody } from './requestBody.ts';
import { sendJson } from './sendReply.ts';
import type { StreamFormat } from './streamFormats.ts';
import type { Upstream } from './upstream.ts';

export type { StreamFormat } from './streamFormats.ts';

export interface LocalServiceOptions {
  /** 0, which is the default, picks a free one. */
  port?: number;
  /** How a reply to `stream: true` goes out; `sse` by default. */
  stream?: StreamFormat;
  /** Before the first byte of a chat reply and between the pieces of a streamed one; 0 by default. */
  latencyMs?: number;
  requestsPerMinute?: number;
  /** 422 that names `messages[i].role` for any role but `user`. */
  rejectRoles?: boolean;
  /** 422 that names `stream` when it is true. */
  rejectStream?: boolean;
  /** Replies come from this engine instead of the responder. */
  upstream?: Upstream;
  /** The clock of the rate limit, in ms. */
  now?: () => number;
}

/** A request as it came. Preflights are not among them: a browser sends those, and no client. */
export interface RecordedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  /** JSON where it is that, else the text; `undefined` where there is none. */
  body: unknown;
  /** `undefined` until there is one. */
  readonly status: number | undefined;
  /** The client closed the connection before the reply was complete. */
  aborted: boolean;
}

export interface LocalService {
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
  setLatency(ms: number): void;
  /** Ends open connections too. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MOST_RECORDED = 1000;

/**
 * Starts the service on the loopback interface, with fresh keys.
 * @throws Error with the code `EADDRINUSE` where the port is taken
 */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const requests: RecordedRequest[] = [];
  const state: ServiceState = {
    keys: createKeys(),
    limit: new RateLimit(options.requestsPerMinute ?? REQUESTS_PER_MINUTE, options.now ?? Date.now),
    stream: options.stream ?? 'sse',
    latencyMs: options.latencyMs ?? 0,
    rules: { rejectRoles: options.rejectRoles ?? false, rejectStream: options.rejectStream ?? false },
    upstream: options.upstream,
    failures: [],
  };
  const server = createServer((request, response) => {
    void serve(request, response, state, requests);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${HOST}:${port}${VERSION_PATH}`,
    keys: state.keys,
    requests,
    failNext: (status, body, headers = {}) => {
      state.failures.push({ status, body, headers });
    },
    setLatency: (ms) => {
      state.latencyMs = ms;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One request, from its record to its reply. Never rejects. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  state: ServiceState,
  requests: RecordedRequest[],
): Promise<void> {
  allowAnyOrigin(response);
  if (request.method === 'OPTIONS') {
    answerPreflight(response);
    return;
  }
  const record: RecordedRequest = {
    method: request.method ?? '',
    path: (request.url ?? '').split('?', 1)[0] ?? '',
    authorization: request.headers.authorization,
    body: undefined,
    get status() {
      return response.headersSent ? response.statusCode : undefined;
    },
    aborted: false,
  };
  requests.push(record);
  requests.splice(0, requests.length - MOST_RECORDED);
  const gone = new AbortController();
  response.on('close', () => {
    record.aborted = !response.writableFinished;
    gone.abort();
  });
  try {
    const text = await readBody(request);
    record.body = text === '' ? undefined : parseBody(text);
    await answer(state, {
      ...record,
      contentType: request.headers['content-type'],
      response,
      signal: gone.signal,
    });
  } catch (error) {
    if (!gone.signal.aborted) {
      refuse(response, error);
    }
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal = error instanceof Refusal ? error : new Refusal(500, `Internal error: ${String(error)}`);
  for (const [name, value] of Object.entries(refusal.headers)) {
    response.setHeader(name, value);
  }
  sendJson(response, refusal.status, refusal.body);
}
