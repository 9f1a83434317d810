import { notConnected } from '../../../src/vscode/connection/connections.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import {
  access,
  connect,
  removeKey,
  replyText,
  sendQuestion,
  setBaseUrl,
  storeKey,
} from '../extensionAccess.ts';
import { confirmCommand } from '../stubDialogs.ts';
import { testService } from '../testService.ts';

describe('API key', () => {
  beforeEach(() => setBaseUrl(testService.baseUrl));
  afterEach(removeKey);

  it('connects the window until it is removed', async () => {
    const { connections } = await access();
    equal((await connections.current()).status, 'noKey');
    await storeKey(testService.keys.active);
    equal((await connections.current()).status, 'connected');
    await confirmCommand('removeApiKey', 'Remove');
    equal((await connections.current()).status, 'noKey');
  });

  it('is not used for another origin than the one it was entered for', async () => {
    const { connections } = await access();
    await storeKey(testService.keys.active, 'https://chat.example.com/api/v1');
    equal((await connections.current()).status, 'otherAddress');
  });

  it('is not used for a base URL that is not accepted, and the message says why', async () => {
    const { connections } = await access();
    await storeKey(testService.keys.active, 'https://chat.example.com/api/v1');
    for (const [baseUrl, why] of [
      ['http://chat.example.com/api/v1', 'must start with https://'],
      ['chat.example.com/api/v1', 'must start with https://'],
      ['https://chat.example.com', 'must end with /api/v1'],
    ] as const) {
      await setBaseUrl(baseUrl);
      const state = await connections.current();
      ok(state.status === 'noAddress', baseUrl);
      ok(said(notConnected(state))?.includes(why), JSON.stringify(state));
    }
  });

  it('counts as missing if the stored value can’t be parsed', async () => {
    const { connections, secrets } = await access();
    await secrets.store('assistant.apiKey', 'not what the extension writes');
    equal((await connections.current()).status, 'noKey');
  });

  it('stays stored if the service rejects it (401), which is remembered until a request succeeds', async () => {
    const found = await connect();
    const { pipeline, conversations, connections, models, secrets } = found;
    await sendQuestion(pipeline, { text: 'Is it there?', attachments: [] });
    await replyText(found);
    equal(connections.lastProblem, undefined);
    await storeKey('not-the-key');
    const stored = await secrets.get('assistant.apiKey');
    await sendQuestion(pipeline, { text: 'And now?', attachments: [] });
    await replyText(found);
    const turns = conversations.current.conversation.turns;
    equal(
      turns.map((turn) => turn.kind === 'assistant' && (turn.failure?.kind ?? turn.status)),
      [false, 'finished', false, 'unauthorized'],
    );
    equal(await secrets.get('assistant.apiKey'), stored);
    const lastKind = () => typeof connections.lastProblem === 'object' && connections.lastProblem.kind;
    equal(lastKind(), 'unauthorized');
    await storeKey(testService.keys.active);
    await until(lastKind, (kind) => kind === false);
    await storeKey('not-the-key');
    const listed = await models.list(new AbortController().signal).catch(String);
    ok(String(listed).includes('(401)'), String(listed));
    equal(lastKind(), 'unauthorized');
  });

  it('fires an event when it changes', async () => {
    const { connections } = await access();
    let changeCount = 0;
    const listener = connections.onChanged(() => {
      changeCount += 1;
    });
    await storeKey(testService.keys.active);
    await until(
      () => changeCount,
      (times) => times > 0,
    );
    listener.dispose();
  });
});
