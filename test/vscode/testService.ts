/** The local service that the harness started for this run. */
interface TestService {
  /** Ends with `/api/v1`. */
  readonly baseUrl: string;
  readonly keys: { readonly active: string; readonly notActivated: string; readonly expired: string };
}

/** Defined by the bundler, since a web worker has no environment variables. */
declare const TEST_SERVICE: TestService;

export const testService: TestService = TEST_SERVICE;

/** Makes the local service respond to the next requests with a fault of its table. */
export async function fault(id: string, options: { parameter?: number; times?: number } = {}): Promise<void> {
  const url = new URL('/control/faults', testService.baseUrl);
  const body = JSON.stringify({ id, ...options });
  const { ok } = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  if (!ok) {
    throw new Error(`The service knows no fault ${id}`);
  }
}

/** Sets the size of a model's context window in the local service, in tokens. */
export async function setWindow(model: string, tokens: number): Promise<void> {
  const url = new URL('/control/windows', testService.baseUrl);
  const body = JSON.stringify({ model, tokens });
  const { ok } = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  if (!ok) {
    throw new Error(`The service can't give ${model} a window of ${tokens}`);
  }
}

interface Question<Body> {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
  readonly text?: string;
}

/** @param query `?bodies` for the bodies too, which are many in a whole run */
async function questions<Body>(query: '' | '?bodies'): Promise<Question<Body>[]> {
  const response = await fetch(new URL(`/control/requests${query}`, testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  const { requests } = (await response.json()) as { requests: Question<Body>[] };
  return requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/chat'));
}

/** Number of questions that the local service has received. */
export async function countQuestions(): Promise<number> {
  return (await questions('')).length;
}

/** A request body as the service received it. */
export interface ReceivedBody {
  readonly model: string;
  readonly messages: { role: string; content: string }[];
  readonly stream?: boolean;
  readonly [part: string]: unknown;
}

/** Body of the latest question that the local service received. */
export async function lastQuestion(): Promise<ReceivedBody> {
  const last = (await questions<ReceivedBody>('?bodies')).at(-1);
  if (last === undefined) {
    throw new Error('No question was received');
  }
  return last.body;
}

/** The questions that the local service received, byte for byte, the latest first. */
export async function questionTexts(): Promise<(string | undefined)[]> {
  return (await questions('?bodies')).map(({ text }) => text).reverse();
}
