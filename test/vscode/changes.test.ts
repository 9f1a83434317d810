import type { AssistantTurn } from '../../src/core/conversation.ts';
import type { TestAccess } from '../../src/vscode/testAccess.ts';
import { equal, ok, until } from './assert.ts';
import { connect, removeKey, replyText, setBaseUrl, storeKey } from './extensionAccess.ts';
import { testService } from './testService.ts';

/** The same origin, so that no question about the key comes in between, and nothing of the service. */
const WRONG_PATH = testService.baseUrl.replace('/api/v1', '/elsewhere/api/v1');

function lastReply({ chat }: TestAccess): AssistantTurn {
  const turn = chat.session.conversation.turns.at(-1);
  ok(turn?.kind === 'assistant', 'There is no reply');
  return turn;
}

/** Asks, and makes the change once text of the reply has come and while more is to come. */
async function changeWhileReplying(found: TestAccess, change: () => Promise<void>): Promise<void> {
  await found.chat.send('Write much.\n\n!long 100000', []);
  await until(
    () => lastReply(found).text.length,
    (length) => length > 0,
  );
  await change();
  equal(found.chat.session.isRunning, true, 'The reply was complete before the change');
  await replyText(found);
}

describe('a change while a reply is being written', () => {
  afterEach(async () => {
    await removeKey();
    await setBaseUrl(undefined);
  });

  for (const [name, change, next] of [
    ['of the address', () => setBaseUrl(WRONG_PATH), 'notFound'],
    ['of the key', () => storeKey(testService.keys.expired), 'forbidden'],
  ] as const) {
    it(`${name} leaves that reply alone and holds for the next question`, async () => {
      const found = await connect();
      await changeWhileReplying(found, change);
      equal(lastReply(found).status, 'finished');
      await found.chat.send('And now?', []);
      await replyText(found);
      equal(lastReply(found).failure?.kind, next);
    });
  }

  it('that removes the key leaves that reply alone, and the next question is not sent', async () => {
    const found = await connect();
    await changeWhileReplying(found, removeKey);
    equal(lastReply(found).status, 'finished');
    equal(await found.chat.send('And now?', []), 'Set the address and the API key first.');
  });
});
