/**
 * A process that asks questions and changes conversations that other processes use concurrently, until it is killed. Prints
 * one line per acknowledged change.
 * `node test/support/trafficProcess.ts <folder> <number of conversations>`
 */
import { randomInt, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createHistory } from '../../src/core/history/createHistory.ts';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { exchange } from './historyScript.ts';
import type { Acknowledged } from './traffic.ts';

const [folder = '', conversations] = process.argv.slice(2);
const writer = randomUUID();
const history = createHistory(createHistoryFilesOnDisk(folder, writer), { writer });

function acknowledge(acknowledged: Acknowledged): void {
  if (!history.state.isSaving) {
    throw new Error(history.state.reason);
  }
  writeSync(1, `${JSON.stringify(acknowledged)}\n`);
}

/** Asks a question and writes its reply in chunks. */
async function ask(conversation: string, after: string | null): Promise<void> {
  const question = randomUUID();
  const pieces = Array.from({ length: randomInt(4) }, (_, index) => `${index} of ${question}. `);
  let text = '';
  for (const { changes, durable } of exchange(question, after, pieces)) {
    await history.write(conversation, changes, durable);
    const [change] = changes;
    text += change?.type === 'text' ? change.text : '';
    acknowledge({
      type: 'asked',
      conversation,
      question,
      ...(change?.type !== 'question' && { reply: `${question}-reply` }),
      text,
      isEnd: change?.type === 'state',
    });
  }
}

for (;;) {
  const conversation = `c${randomInt(Number(conversations))}`;
  const stored = await history.open(conversation);
  const last = stored?.turns.at(-1)?.id ?? null;
  if (last !== null && randomInt(8) === 0) {
    const title = randomUUID();
    await history.write(conversation, [{ type: 'title', title }], true);
    acknowledge({ type: 'titled', conversation, title });
  } else if (last !== null && randomInt(12) === 0) {
    acknowledge({ type: 'removing', conversation, turn: last });
    await history.write(conversation, [{ type: 'remove', turns: [last] }], true);
    acknowledge({ type: 'removed', conversation, turn: last });
  } else {
    await ask(conversation, last);
  }
}
