import { createHistory } from '../../../src/core/history/createHistory.ts';
import { createHistoryFilesOnDisk } from '../../../src/vscode/node/historyFilesOnDisk.ts';
import { type Spread, spread } from '../spread.ts';
import { conversation, question, reply } from './sampleFolder.ts';
import { seededRandom } from './sampleText.ts';

/** Time to store another turn, in ms. */
export interface Appending {
  /** Number of turns already in the conversation. */
  readonly turns: number;
  /** Number of other conversations in the folder. */
  readonly conversations: number;
  /** Time to store a question durably. */
  readonly question: Spread;
  /** Time to store a reply in the parts in which it is written while it streams. */
  readonly reply: Spread;
  /** Bytes written to disk for a question and its reply. */
  readonly bytes: number;
}

/** Number of exchanges per median. */
const EXCHANGES = 20;

/** Adds exchanges to a conversation of `turns` turns in a folder with `conversations` others. */
export async function measureAppending(
  folder: string,
  { turns, conversations }: Pick<Appending, 'turns' | 'conversations'>,
): Promise<Appending> {
  const id = `long-${turns}-${conversations}`;
  const files = createHistoryFilesOnDisk(folder, 'bench');
  const history = createHistory(files, { writer: 'bench' });
  await history.write(id, conversation(conversations + turns, turns), true);
  const sizeBefore = await size();
  const random = seededRandom(turns + 1);
  const exchanges = Array.from({ length: EXCHANGES }, (_, index) => {
    const turn = turns + 2 * index;
    return { asked: question(turn, random), answered: reply(turn + 1, random) };
  });
  const times = { question: [] as number[], reply: [] as number[] };
  for (const { asked, answered } of exchanges) {
    times.question.push(await timeOf(() => history.write(id, [asked], true)));
    times.reply.push(
      await timeOf(async () => {
        for (const change of answered) {
          await history.write(id, [change]);
        }
      }),
    );
  }
  const bytes = (await size()) - sizeBefore;
  if (!history.state.isSaving) {
    throw new Error(`Not saved: ${history.state.reason}`);
  }
  await history.dispose();
  await files.remove((await files.list(new Set([id]))).map(({ name }) => name));
  return {
    turns,
    conversations,
    question: spread(times.question),
    reply: spread(times.reply),
    bytes: bytes / EXCHANGES,
  };

  async function size(): Promise<number> {
    return (await files.list(new Set([id]))).reduce((sum, file) => sum + file.size, 0);
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
