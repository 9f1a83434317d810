import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CATALOGUE } from '../contract/catalogue.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import { VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, createKeys } from './accounts.ts';
import type { StreamFormat } from './chat/streamFormats.ts';
import type { Upstream } from './chat/upstream.ts';
import { findModel } from './chat/validateChat.ts';
import { handleControlRequest, isControlRequest, type ServiceControl } from './control.ts';
import { allowAnyOrigin, sendPreflightResponse } from './http/cors.ts';
import { HttpError } from './http/httpError.ts';
import { isLoopbackHost } from './http/loopbackHost.ts';
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
  /** Defaults to 0, which picks a free port. */
  port?: number;
  /** Format of streamed replies. Defaults to `sse`. */
  stream?: StreamFormat;
  /** Delay before the first byte of a chat reply and between the chunks of a streamed one, in ms. Defaults to 0. */
  latencyMs?: number;
  requestsPerMinute?: number;
  /** Reject any role but `user` with 422. */
  rejectRoles?: boolean;
  /** Reject `stream: true` with 422. */
  rejectStream?: boolean;
  /** Forwards chat requests to this engine instead of the responder. */
  upstream?: Upstream;
  /** Clock of the rate limit, in ms. */
  now?: () => number;
  /** Lets pages send control requests, for tests that run in a browser. Defaults to `false`. */
  isOpenToPages?: boolean;
  /** Replaces or changes responses. */
  intercept?: Interceptor;
}

export interface LocalService extends ServiceControl {
  /** Ends in `/api/v1`. */
  baseUrl: string;
  keys: AccountKeys;
  /** The latest 10,000 requests, oldest first. */
  requests: readonly RecordedRequest[];
  setLatency(ms: number): void;
  /** Also closes open connections. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Starts the service on the loopback interface, with new keys.
 * @throws Error with the code `EADDRINUSE` if the port is in use
 */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const requests: RecordedRequest[] = [];
  const { requestsPerMinute = MAX_REQUESTS_PER_MINUTE, now = () => performance.now() } = options;
  const state = {
    keys: createKeys(),
    rateLimit: new RateLimit(requestsPerMinute, now),
    stream: options.stream ?? 'sse',
    latencyMs: options.latencyMs ?? 0,
    rules: { rejectRoles: options.rejectRoles ?? false, rejectStream: options.rejectStream ?? false },
    upstream: options.upstream,
    models: CATALOGUE,
  };
  const control: ServiceControl = {
    keys: state.keys,
    requests,
    setContextWindow: (id, tokens) => {
      const changed = findModel(id, state.models);
      state.models = state.models.map((model) =>
        model === changed ? { ...model, context_window: tokens } : model,
      );
    },
  };
  const { intercept = (_request, _operation, next) => next(), isOpenToPages = false } = options;
  const deps: ServingDeps = { state, requests, control, intercept, isOpenToPages };
  const server = createServer((request, response) => {
    void handleRequest(request, response, deps);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  // `address()` has this type for a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    ...control,
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

interface ServingDeps {
  state: ServiceState;
  requests: RecordedRequest[];
  control: ServiceControl;
  intercept: Interceptor;
  isOpenToPages: boolean;
}

/** Records one request and responds to it. Never rejects. */
async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  deps: ServingDeps,
): Promise<void> {
  const [path = '', query] = (request.url ?? '').split(/(?=\?)/, 2);
  const host = request.headers.host ?? '';
  // Control requests need no key, so pages must not send them: theirs have an `Origin`, except for what they can't read.
  const isForPages = deps.isOpenToPages || !isControlRequest({ path });
  const isRefused = !isLoopbackHost(host) || !(isForPages || request.headers.origin === undefined);
  if (isForPages && !isRefused) {
    allowAnyOrigin(response);
    if (request.method === 'OPTIONS') {
      sendPreflightResponse(response);
      return;
    }
  }
  const record: RecordedRequest = {
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
  if (!isControlRequest(record)) {
    recordRequest(deps.requests, record);
  }
  const connection = new TcpConnection(response);
  const disconnected = new AbortController();
  response.on('close', () => {
    record.aborted = !response.writableFinished && !connection.isClosedByService;
    disconnected.abort();
  });
  try {
    const responseToSend = await toErrorResponse(disconnected.signal, async () => {
      if (isRefused) {
        throw new HttpError(403, 'This is only available on this machine, and not to web pages.');
      }
      const text = await readBody(request);
      record.body = text === '' ? undefined : parseBody(text);
      record.text = text === '' ? undefined : text;
      return dispatchRequest(deps, {
        method: record.method,
        path,
        query: query ?? '',
        origin: `http://${host}`,
        authorization: record.authorization,
        contentType: request.headers['content-type'],
        body: record.body,
        connection,
        signal: disconnected.signal,
      });
    });
    await sendResponse(responseToSend, { response, connection }, (status) => {
      record.status = status;
    });
  } catch {
    // Errors become responses or stream events, so the client has disconnected.
    response.destroy();
  }
}

/** Passes a request to the interceptor. */
async function dispatchRequest(
  { state, control, intercept }: ServingDeps,
  request: ServedRequest,
): Promise<ServiceResponse> {
  const next: Next = (changes) =>
    toErrorResponse(request.signal, async () =>
      isControlRequest(request)
        ? handleControlRequest(control, request)
        : performOperation(state, request, changes),
    );
  return intercept(request, operationOf(request), next);
}

/** Turns a thrown error, expected or not, into an error response. Rejects if the client has disconnected. */
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
