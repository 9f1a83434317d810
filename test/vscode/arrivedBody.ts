import { testService } from './testService.ts';

/** A body as it arrived at the service. */
export interface ArrivedBody {
  messages: { role: string; content: string }[];
  [part: string]: unknown;
}

/** The body of the last question that arrived. */
export async function lastBody(): Promise<ArrivedBody> {
  const answer = await fetch(new URL('/control/requests?bodies', testService.baseUrl), {
    headers: { Authorization: `Bearer ${testService.keys.active}` },
  });
  const { requests } = (await answer.json()) as { requests: { path: string; body?: ArrivedBody }[] };
  const body = requests.findLast(({ path }) => path.endsWith('/chat'))?.body;
  if (body === undefined) {
    throw new Error('No question has arrived');
  }
  return body;
}
