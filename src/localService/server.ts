import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CATALOGUE } from '../contract/catalogue.ts';
import { REQUESTS_PER_MINUTE } from '../contract/limits.ts';
import { VERSION_PATH } from '../contract/routes.ts';
import { type AccountKeys, createKeys } from './accounts.ts';
import type { StreamFormat } from './chat/streamFormats.ts';
import type { TokenCounterName } from './chat/tokenCounters.ts';
import type { Upstream } from './chat/upstream.ts';
import { type Controlled, control, isControl } from './control.ts';
import { type Answer, refusalAnswer, sendAnswer } from './http/answer.ts';
import { allowAnyOrigin, answerPreflight } from './http/cors.ts';
import { type RecordedRequest, record } from './http/recordedRequest.ts';
import { Refusal } from './http/refusal.ts';
import { parseBody, readBody } from './http/requestBody.ts';
import { type ServedExchange, TcpConnection } from './http/servedExchange.ts';
import type { Interceptor, Next } from './interceptor.ts';
import { operationOf, perform, type ServiceState } from './operations.ts';
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

/** What one request is served with. */
interface Serving {
  state: ServiceState;
  requests: RecordedRequest[];
  controlled: Controlled;
  intercept: Interceptor;
}

/** One request, from its record to its answer. Never rejects. */
async function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  allowAnyOrigin(response);
  if (request.method === 'OPTIONS') {
    answerPreflight(response);
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
  if (!isControl(entry)) {
    record(serving.requests, entry);
  }
  const connection = new TcpConnection(response);
  const gone = new AbortController();
  response.on('close', () => {
    entry.aborted = !response.writableFinished && !connection.closedHere;
    gone.abort();
  });
  try {
    const answer = await answered(gone.signal, async () => {
      const text = await readBody(request);
      entry.body = text === '' ? undefined : parseBody(text);
      entry.text = text === '' ? undefined : text;
      return decide(serving, {
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
    await sendAnswer(answer, { response, connection }, (status) => {
      entry.status = status;
    });
  } catch {
    // What can be said is said in an answer or in its stream. What remains is a client that is gone.
    response.destroy();
  }
}

/** What the interceptor makes of the right answer. */
async function decide({ state, controlled, intercept }: Serving, exchange: ServedExchange): Promise<Answer> {
  const next: Next = (changes) =>
    answered(exchange.signal, async () =>
      isControl(exchange) ? control(controlled, exchange) : perform(state, exchange, changes),
    );
  return intercept(exchange, operationOf(exchange), next);
}

/** A refusal is an answer, and so is a bug. A client that is gone gets none. */
async function answered(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    return refusalAnswer(
      error instanceof Refusal ? error : new Refusal(500, `Internal error: ${String(error)}`),
    );
  }
}
