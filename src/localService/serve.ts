import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, refusalAnswer } from './answer.ts';
import { type Controlled, control, isControl } from './control.ts';
import { allowAnyOrigin, answerPreflight } from './cors.ts';
import { Connection, type Exchange } from './exchange.ts';
import type { ActiveFaults } from './faults/activeFaults.ts';
import { operationOf, perform, type ReplyChanges, type ServiceState } from './operations.ts';
import { type RecordedRequest, record } from './recordedRequest.ts';
import { Refusal } from './refusal.ts';
import { parseBody, readBody } from './requestBody.ts';
import { sendAnswer } from './sendAnswer.ts';

/** What one request is served with. */
export interface Serving {
  state: ServiceState;
  requests: RecordedRequest[];
  faults: ActiveFaults;
  controlled: Controlled;
  /** The origin of a second listener, which is started when it is first asked for. */
  elsewhere(): Promise<string>;
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
  const connection = new Connection(response);
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

/** The right answer, or what the faults that hold now make of it. */
async function decide(serving: Serving, exchange: Exchange): Promise<Answer> {
  const { state, faults, controlled, elsewhere } = serving;
  if (isControl(exchange)) {
    return control(controlled, exchange);
  }
  const right = (changes?: ReplyChanges) =>
    answered(exchange.signal, () => perform(state, exchange, changes));
  const operation = operationOf(exchange);
  return operation === undefined ? right() : faults.answer(operation, { ...exchange, elsewhere }, right);
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
