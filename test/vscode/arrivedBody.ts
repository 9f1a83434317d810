import { testService } from './testService.ts';

/** A request body as the service received it. */
export interface ArrivedBody {
  messages: { role: string; content: string }[];
  [part: string]: unknown;
}

/** Body of the latest question that the service received. */
export async function lastBody(): Promise<ArrivedBody> {
  const response = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  const { requests } = (await response.json()) as { requests: { path: string; body?: ArrivedBody }[] };
  const body = requests.findLast(({ path }) => path.endsWith('/chat'))?.body;
  if (body === undefined) {
    throw new Error('No question was received');
  }
  return body;
}
