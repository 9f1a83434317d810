import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import { createHistory } from '../../../src/core/history/createHistory.ts';
import type { ConversationChange } from '../../../src/core/history/records/record.ts';
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
  /** Time to store the question durably by rewriting one JSON file of the whole conversation. */
  readonly rewrittenQuestion: Spread;
  /** Time to store the reply by rewriting that file once. */
  readonly rewrittenReply: Spread;
  /** Bytes written to disk for a question and its reply. */
  readonly bytes: number;
  readonly rewrittenBytes: number;
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
  const initialChanges = conversation(conversations + turns, turns);
  await history.write(id, initialChanges, true);
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
  await files.remove((await files.list(id)).map(({ name }) => name));
  return {
    turns,
    conversations,
    question: spread(times.question),
    reply: spread(times.reply),
    bytes: bytes / EXCHANGES,
    ...(await measureRewriting(join(folder, '..', `${id}.json`), turnsOf(initialChanges), exchanges)),
  };

  async function size(): Promise<number> {
    return (await files.list(id)).reduce((sum, file) => sum + file.size, 0);
  }
}

/** Stores the same exchanges by rewriting one JSON file of the whole conversation for each message. */
async function measureRewriting(
  file: string,
  turns: Turn[],
  exchanges: readonly { asked: ConversationChange; answered: readonly ConversationChange[] }[],
): Promise<Pick<Appending, 'rewrittenQuestion' | 'rewrittenReply' | 'rewrittenBytes'>> {
  let bytes = 0;
  const rewrite = async (changes: readonly ConversationChange[], durable: boolean): Promise<number> => {
    turns.push(...turnsOf(changes));
    return await timeOf(async () => {
      const text = JSON.stringify({ turns });
      await writeFile(file, text, { flush: durable });
      bytes += Buffer.byteLength(text);
    });
  };
  const times = { question: [] as number[], reply: [] as number[] };
  for (const { asked, answered } of exchanges) {
    times.question.push(await rewrite([asked], true));
    times.reply.push(await rewrite(answered, false));
  }
  return {
    rewrittenQuestion: spread(times.question),
    rewrittenReply: spread(times.reply),
    rewrittenBytes: bytes / EXCHANGES,
  };
}

function turnsOf(changes: readonly ConversationChange[]): Turn[] {
  const turns: Turn[] = [];
  let text = '';
  for (const change of changes) {
    if (change.type === 'question') {
      turns.push(change.turn);
    } else if (change.type === 'text') {
      text += change.text;
    } else if (change.type === 'state') {
      turns.push({ kind: 'assistant', id: change.turn, text, ...change.state });
      text = '';
    }
  }
  return turns;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
