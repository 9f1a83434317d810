import { isLong } from '../support/long.ts';
import { equal } from './assert.ts';
import { connect, replyText } from './extensionAccess.ts';

/**
 * Number of questions per window. In a long run, four windows together send five times as many requests as the rate
 * limit window allows; otherwise a third more.
 */
export const SENDS = isLong ? 75 : 20;

/**
 * Asks questions as fast as the client allows, in one of several windows that share an API key. VS Code loads this
 * file as `extensionTestsPath` and calls this function. Rejects if a reply does not finish.
 */
export async function run(): Promise<void> {
  const services = await connect();
  services.conversations.current.chooseModel('assistant-haiku');
  for (let count = 0; count < SENDS; count += 1) {
    services.conversations.startNew();
    const error = await services.pipeline.send({ text: `Question ${count}`, attachments: [] });
    equal(error, undefined, `Question ${count} was not sent`);
    await replyText(services);
    const turn = services.conversations.current.conversation.turns.at(-1);
    equal(turn?.kind === 'assistant' && [turn.status, turn.failure], ['finished', undefined]);
  }
}
