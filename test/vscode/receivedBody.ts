import { testService } from './testService.ts';

/** A request body as the service received it. */
export interface ReceivedBody {
  messages: { role: string; content: string }[];
  [part: string]: unknown;
}

/** Body of the latest question that the service received. */
export async function lastBody(): Promise<ReceivedBody> {
  const response = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  const { requests } = (await response.json()) as { requests: { path: string; body?: ReceivedBody }[] };
  const body = requests.findLast(({ path }) => path.endsWith('/chat'))?.body;
  if (body === undefined) {
    throw new Error('No question was received');
  }
  return body;
}
