import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, refusalAnswer } from './answer.ts';
import { type Controlled, control, isControl } from './control.ts';
import { allowAnyOrigin, answerPreflight } from './cors.ts';
import { type ServedExchange, TcpConnection } from './exchange.ts';
import type { Interceptor, Next } from './interceptor.ts';
import { operationOf, perform, type ServiceState } from './operations.ts';
import { type RecordedRequest, record } from './recordedRequest.ts';
import { Refusal } from './refusal.ts';
import { parseBody, readBody } from './requestBody.ts';
import { sendAnswer } from './sendAnswer.ts';

/** What one request is served with. */
export interface Serving {
  state: ServiceState;
  requests: RecordedRequest[];
  controlled: Controlled;
  intercept: Interceptor;
}

/** One request, from its record to its answer. Never rejects. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Promise<void> {
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
