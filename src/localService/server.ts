import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CATALOGUE } from '../contract/catalogue.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import { VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, createKeys } from './accounts.ts';
import type { StreamFormat } from './chat/streamFormats.ts';
import type { TokenCounterName } from './chat/tokenCounters.ts';
import type { Upstream } from './chat/upstream.ts';
import { handleControlRequest, isControlRequest, type ServiceControl } from './control.ts';
import { allowAnyOrigin, sendPreflightResponse } from './http/cors.ts';
import { HttpError } from './http/httpError.ts';
import { type RecordedRequest, recordRequest } from './http/recordedRequest.ts';
import { parseBody, readBody } from './http/requestBody.ts';
import { errorResponse, type ServiceResponse, sendResponse } from './http/response.ts';
import { type ServedRequest, TcpConnection } from './http/servedRequest.ts';
import type { Interceptor, Next } from './interceptor.ts';
import { operationOf, performOperation, type ServiceState } from './operations.ts';
import { RateLimit } from './rateLimit.ts';

export type { StreamFormat } from './chat/streamFormats.ts';
export type { RecordedRequest } from './http/recordedRequest.ts';

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

export interface LocalService extends ServiceControl {
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
  const { requestsPerMinute = MAX_REQUESTS_PER_MINUTE, now = Date.now, windowMs } = options;
  const state = {
    keys: createKeys(),
    rateLimit: new RateLimit(requestsPerMinute, now, windowMs),
    stream: options.stream ?? 'sse',
    latencyMs: options.latencyMs ?? 0,
    rules: { rejectRoles: options.rejectRoles ?? false, rejectStream: options.rejectStream ?? false },
    upstream: options.upstream,
    counter: options.counter ?? 'pieces',
    models: CATALOGUE,
  };
  const controlled: ServiceControl = {
    keys: state.keys,
    requests,
    setTokenCounter: (counter) => {
      state.counter = counter;
    },
    setContextWindow: (id, tokens) => {
      state.models = state.models.map((model) =>
        model.id === id ? { ...model, context_window: tokens } : model,
      );
    },
  };
  const { intercept = (_exchange, _operation, next) => next() } = options;
  const serving: ServingDeps = { state, requests, controlled, intercept };
  const server = createServer((request, response) => {
    void handleRequest(request, response, serving);
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

/** What one request is served with. */
interface ServingDeps {
  state: ServiceState;
  requests: RecordedRequest[];
  controlled: ServiceControl;
  intercept: Interceptor;
}

/** One request, from its record to its answer. Never rejects. */
async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  deps: ServingDeps,
): Promise<void> {
  allowAnyOrigin(response);
  if (request.method === 'OPTIONS') {
    sendPreflightResponse(response);
    return;
  }
  const [path = '', query] = (request.url ?? '').split(/(?=\?)/, 2);
  const host = request.headers.host ?? '';
  const entry: RecordedRequest = {
    method: request.method ?? '',
    path,
    host,
    at: Date.now(),
    authorization: request.headers.authorization,
    body: undefined,
    text: undefined,
    status: undefined,
    aborted: false,
  };
  if (!isControlRequest(entry)) {
    recordRequest(deps.requests, entry);
  }
  const connection = new TcpConnection(response);
  const gone = new AbortController();
  response.on('close', () => {
    entry.aborted = !response.writableFinished && !connection.isClosedByService;
    gone.abort();
  });
  try {
    const answer = await toErrorResponse(gone.signal, async () => {
      const text = await readBody(request);
      entry.body = text === '' ? undefined : parseBody(text);
      entry.text = text === '' ? undefined : text;
      return dispatchRequest(deps, {
        method: entry.method,
        path,
        query: query ?? '',
        origin: `http://${host}`,
        authorization: entry.authorization,
        contentType: request.headers['content-type'],
        body: entry.body,
        connection,
        signal: gone.signal,
      });
    });
    await sendResponse(answer, { response, connection }, (status) => {
      entry.status = status;
    });
  } catch {
    // What can be said is said in an answer or in its stream. What remains is a client that is gone.
    response.destroy();
  }
}

/** What the interceptor makes of the right answer. */
async function dispatchRequest(
  { state, controlled, intercept }: ServingDeps,
  request: ServedRequest,
): Promise<ServiceResponse> {
  const next: Next = (changes) =>
    toErrorResponse(request.signal, async () =>
      isControlRequest(request)
        ? handleControlRequest(controlled, request)
        : performOperation(state, request, changes),
    );
  return intercept(request, operationOf(request), next);
}

/** A refusal is an answer, and so is a bug. A client that is gone gets none. */
async function toErrorResponse(
  signal: AbortSignal,
  work: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    return errorResponse(
      error instanceof HttpError ? error : new HttpError(500, `Internal error: ${String(error)}`),
    );
  }
}
