import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { createHistory } from '../../src/core/history/createHistory.ts';
import type { StoredConversation } from '../../src/core/history/records/storedConversation.ts';
import type { LocalService } from '../../src/localService/server.ts';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { problemsIn } from '../support/traffic.ts';
import type { TrafficResult } from './trafficWindows.ts';

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

/**
 * What is wrong after windows have used the conversations of a folder, as a sentence each.
 *
 * @param service knows every question that left
 */
export async function trafficProblems(
  { outputs, removing, kills, problems }: TrafficResult,
  service: LocalService,
  folder: string,
): Promise<string[]> {
  const acknowledged = [...removing, ...outputs.flatMap((output) => output.acknowledged)];
  const conversations = await readAll(folder);
  const removed = new Set(acknowledged.flatMap((one) => (one.type === 'removing' ? [one.turn] : [])));
  const questions = [...conversations.values()].flatMap(({ turns }) =>
    turns.flatMap((turn) => (turn.kind === 'user' ? [turn.text] : [])),
  );
  const asked = new Set(service.requests.flatMap(({ body }) => questionIn(body) ?? []));
  console.log(
    `  ${outputs.length} windows, ${kills} killed, ${asked.size} questions, ${acknowledged.length} acknowledgements, ${conversations.size} conversations`,
  );
  const digests = new Map([...conversations].map(([id, { turns }]) => [id, digestOf(turns)]));
  const readings = outputs.map((output) => output.readings).filter((reading) => reading.size > 0);
  return [
    ...problems,
    ...(kills === 0 ? ['None was killed'] : []),
    ...(readings.length === 0 ? ['No window read to the end'] : []),
    ...problemsIn(acknowledged, conversations),
    // A question is on the disk before its request leaves.
    ...[...asked]
      .filter((question) => !removed.has(question) && !questions.includes(question))
      .map((question) => `${question} was sent, and is not there`),
    ...(new Set(questions).size < questions.length ? ['A question is there twice'] : []),
    ...readings.flatMap((reading) =>
      [...reading].flatMap(([id, digest]) =>
        digests.get(id) === digest ? [] : [`A window reads ${id} otherwise than the disk says`],
      ),
    ),
  ];
}

async function readAll(folder: string): Promise<Map<string, StoredConversation>> {
  const history = createHistory(createHistoryFilesOnDisk(folder, 'reader'), { writer: 'reader' });
  const found = new Map<string, StoredConversation>();
  for (const { id } of await history.list()) {
    const conversation = await history.open(id);
    if (conversation !== undefined) {
      found.set(id, conversation);
    }
  }
  await history.dispose();
  return found;
}

function digestOf(turns: StoredConversation['turns']): string {
  return [...createHash('sha256').update(JSON.stringify(turns)).digest()].join();
}

/** The text of the last question, as `sharedConversations.ts` makes them. */
function questionIn(body: unknown): string | undefined {
  const last = requestSchema.safeParse(body).data?.messages.findLast(({ role }) => role === 'user');
  return /Question [0-9a-f-]{36}/.exec(JSON.stringify(last?.content) ?? '')?.[0];
}
