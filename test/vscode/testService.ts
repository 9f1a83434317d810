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

async function questions<Body>(): Promise<{ path: string; body: Body }[]> {
  const response = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  const { requests } = (await response.json()) as { requests: { path: string; body: Body }[] };
  return requests.filter(({ path }) => path.endsWith('/chat'));
}

/** Number of questions that the local service has received. */
export async function countQuestions(): Promise<number> {
  return (await questions()).length;
}

/** Body of the latest question that the local service received. */
export async function lastQuestion(): Promise<{
  model: string;
  messages: { role: string; content: string }[];
}> {
  const last = (await questions<never>()).at(-1);
  if (last === undefined) {
    throw new Error('No question was received');
  }
  return last.body;
}
