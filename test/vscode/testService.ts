/** The local service that the harness started for this run. */
interface TestService {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly keys: { readonly active: string; readonly notActivated: string; readonly expired: string };
}

/** Put in by the bundler, since a web worker has no environment variables. */
declare const TEST_SERVICE: TestService;

export const testService: TestService = TEST_SERVICE;

/** Makes the local service answer the next requests of a kind with a fault of its table. */
export async function fault(id: string, options: { parameter?: number; times?: number } = {}): Promise<void> {
  const url = new URL('/control/faults', testService.baseUrl);
  const body = JSON.stringify({ id, ...options });
  const { ok } = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  if (!ok) {
    throw new Error(`The service knows no fault ${id}`);
  }
}

/** Makes the local service count tokens in this way from now on. */
export async function countTokens(counter: 'pieces' | 'bytes'): Promise<void> {
  const url = new URL('/control/tokens', testService.baseUrl);
  const body = JSON.stringify({ counter });
  const { ok } = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  if (!ok) {
    throw new Error(`The service can't count ${counter}`);
  }
}
/** Gives a model of the local service a context window of so many tokens, from now on. */
export async function setWindow(model: string, tokens: number): Promise<void> {
  const url = new URL('/control/windows', testService.baseUrl);
  const body = JSON.stringify({ model, tokens });
  const { ok } = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  if (!ok) {
    throw new Error(`The service can't give ${model} a window of ${tokens}`);
  }
}

/** The body of the last question that the local service got. */
export async function lastQuestion(): Promise<{
  model: string;
  messages: { role: string; content: string }[];
}> {
  const response = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  const { requests } = (await response.json()) as { requests: { path: string; body: never }[] };
  const last = requests.findLast(({ path }) => path.endsWith('/chat'));
  if (last === undefined) {
    throw new Error('Nothing was asked');
  }
  return last.body;
}
