import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { ApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import type { ChatUi } from '../../../../src/vscode/panel/chatUi.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { Connections } = await import('../../../../src/vscode/connection/connections.ts');
const { connectionFeature } = await import('../../../../src/vscode/connection/connectionFeature.ts');
const { changeSetting } = await import('../../../support/stubVsCode.ts');

test('a secret storage that does not respond holds up no page, and is named after 10 seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  changeSetting('assistant.baseUrl', 'https://a.example/api/v1');
  const keyStore = {
    onChanged: () => ({ dispose: () => undefined }),
    read: () => new Promise(() => undefined),
  } as unknown as ApiKeyStore;
  const connections = new Connections({
    keyStore,
    askForConsent: async () => undefined,
    enterKey: async () => false,
    fallback: undefined,
  });
  const posted: unknown[] = [];
  const ui = { post: (message: unknown) => posted.push(message) } as unknown as ChatUi;
  const models = { current: 'assistant-haiku', onChanged: keyStore.onChanged, list: async () => undefined };
  const feature = connectionFeature({
    connections,
    keyStore,
    models,
    selectModel: async () => undefined,
    ui,
  });
  try {
    const state = connections.current();
    const ready = feature.onWillSendState();
    mock.timers.tick(500);
    await ready;
    assert.equal(feature.state().connection, undefined);
    mock.timers.tick(9500);
    assert.equal((await state).status, 'noAnswer');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(feature.state().connection?.state, 'noAnswer');
  } finally {
    mock.timers.reset();
    feature.dispose();
    connections.dispose();
  }
});
