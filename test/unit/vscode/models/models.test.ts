import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatSession } from '../../../../src/core/asking/chatSession.ts';
import type { ApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import { NO_HISTORY } from '../../../support/noHistory.ts';
import { startScriptedServer } from '../../../support/service.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';
import { client, neverAborted } from '../../client/connect.ts';

useStubVsCode();
const { Connections } = await import('../../../../src/vscode/connection/connections.ts');
const { Models } = await import('../../../../src/vscode/models/models.ts');
const { changeSetting } = await import('../../../support/stubVsCode.ts');
const { makeServices } = await import('../../../vscode/stubServices.ts');

test('only models of the service with the present base URL are known', async (t) => {
  const listing = (...data: readonly object[]) =>
    startScriptedServer([[{ head: 200 }, { send: JSON.stringify({ data }) }]]);
  const former = await listing({ id: 'shared', context_window: 1000 }, { id: 'large', context_window: 9000 });
  const present = await listing({ id: 'shared', context_window: 2000 });
  const keyStore = {
    onChanged: () => ({ dispose: () => undefined }),
    read: async () => ({ origin: new URL(connections.baseUrl).origin, apiKey: 'key-of-the-user' }),
  } as unknown as ApiKeyStore;
  const connections = new Connections({
    keyStore,
    askForConsent: async () => undefined,
    enterKey: async () => false,
    fallback: undefined,
  });
  const conversations = {
    current: { conversation: { id: 'c', turns: [] } } as unknown as ChatSession,
    chooseModel: () => undefined,
    onChanged: () => ({ dispose: () => undefined }),
  };
  const models = new Models({ client: client(), connections, conversations });
  t.after(async () => {
    models.dispose();
    connections.dispose();
    changeSetting('assistant.baseUrl', undefined);
    await Promise.all([former.close(), present.close()]);
  });
  const known = () => models.known.map(({ id, contextWindow }) => `${id} ${contextWindow}`);

  changeSetting('assistant.baseUrl', former.baseUrl);
  await models.list(neverAborted);
  assert.deepEqual(known(), ['shared 1000', 'large 9000']);
  changeSetting('assistant.baseUrl', present.baseUrl);
  assert.deepEqual(known(), []);
  assert.deepEqual([models.contextWindow('shared'), models.contextWindow('large')], [undefined, undefined]);
  await models.list(neverAborted);
  assert.deepEqual(known(), ['shared 2000']);
  assert.deepEqual([models.contextWindow('shared'), models.contextWindow('large')], [2000, undefined]);
});

test('a changed default is the model of what has not begun, and of no conversation with replies', async (t) => {
  const services = makeServices({
    client: client(),
    connections: { baseUrl: '' } as unknown as InstanceType<typeof Connections>,
    history: NO_HISTORY,
  });
  t.after(() => {
    services.dispose();
    changeSetting('assistant.model', undefined);
  });
  const { conversations, models } = services;
  const reply = {
    kind: 'assistant',
    id: 'r',
    model: 'first',
    text: 'Yes',
    status: 'finished',
    startedAt: 2,
  } as const;
  const turns = [{ kind: 'user', id: 'q', text: 'Is it?', attachments: [], at: 1 } as const, reply];
  await models.choose('first');
  conversations.createAndShow({ turns, model: 'first' });

  changeSetting('assistant.model', 'second');
  assert.equal(models.current, 'first');
  conversations.startNew();
  assert.equal(models.current, 'second');
  await models.choose('third');
  assert.equal(models.current, 'third');
  changeSetting('assistant.model', 'fourth');
  assert.equal(models.current, 'fourth');
  changeSetting('assistant.wrapCode', true);
  models.chooseForConversation('fifth');
  changeSetting('assistant.wrapCode', false);
  assert.equal(models.current, 'fifth');
});
