import { isLong } from '../support/long.ts';
import { equal } from './assert.ts';
import { connect, replyText } from './extensionAccess.ts';

/**
 * How often one window asks. Four of them ask for five times as much as a window of time takes; in the gate for a third
 * more.
 */
export const SENDS = isLong ? 75 : 20;

/**
 * Asks one question after the other, as fast as the client lets it, in one of several windows that share a key.
 * VS Code loads this file as its `extensionTestsPath` and calls this. Rejects when a reply does not come to its end.
 */
export async function run(): Promise<void> {
  const found = await connect();
  found.conversations.current.chooseModel('assistant-haiku');
  for (let sent = 0; sent < SENDS; sent += 1) {
    found.conversations.startNew();
    const problem = await found.pipeline.send({ text: `Question ${sent}`, attachments: [] });
    equal(problem, undefined, `Question ${sent} was not sent`);
    await replyText(found);
    const turn = found.conversations.current.conversation.turns.at(-1);
    equal(turn?.kind === 'assistant' && [turn.status, turn.failure], ['finished', undefined]);
  }
}
