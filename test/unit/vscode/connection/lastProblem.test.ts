import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Connection } from '../../../../src/client/chatClient.ts';
import type { ApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import type { RequestProblem } from '../../../../src/vscode/connection/connections.ts';
import type { ChatUi } from '../../../../src/vscode/panel/chatUi.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { Connections } = await import('../../../../src/vscode/connection/connections.ts');
const { connectionFeature } = await import('../../../../src/vscode/connection/connectionFeature.ts');
const { said } = await import('../../../support/said.ts');
const { changeSetting } = await import('../../../support/stubVsCode.ts');

const REFUSED = { kind: 'unauthorized', status: 401 } as const;
const BASE_URL = 'https://a.example/api/v1';

/** A window with an API key, whose panel shows what `shown` returns. */
function openWindow() {
  const changed = new Emitter<void>();
  const key = { origin: 'https://a.example', apiKey: 'sk-1' };
  const keyStore = { onChanged: changed.event, read: async () => ({ ...key }) } as unknown as ApiKeyStore;
  const connections = new Connections({
    keyStore,
    askForConsent: async () => undefined,
    enterKey: async () => false,
    fallback: undefined,
  });
  const posted: string[] = [];
  const ui = {
    post: (message: { connection: { state: string } }) => posted.push(message.connection.state),
  } as unknown as ChatUi;
  const models = {
    current: 'm',
    onChanged: new Emitter<void>().event,
    list: async (): Promise<unknown> => [],
  };
  const feature = connectionFeature({
    connections,
    keyStore,
    models,
    selectModel: async () => undefined,
    ui,
  });
  return {
    connections,
    posted,
    models,
    feature,
    changeKey: (apiKey: string) => {
      key.apiKey = apiKey;
      changed.fire();
    },
    present: async (): Promise<Connection> => {
      const state = await connections.current();
      assert.ok(state.status === 'connected', state.status);
      return state.connection;
    },
    shown: async (): Promise<string | undefined> => {
      await feature.onWillSendState();
      return feature.state().connection?.state;
    },
  };
}

describe('how the last request ended', () => {
  beforeEach(() => changeSetting('assistant.baseUrl', BASE_URL));

  test('is part of the state until a request succeeds', async () => {
    const { connections, present, shown } = openWindow();
    assert.equal(await shown(), 'ready');
    for (const [problem, expected] of [
      [REFUSED, 'keyRefused'],
      [{ kind: 'offline' }, 'unreachable'],
      ['noModels', 'noModels'],
      [{ kind: 'rateLimited', status: 429 }, 'ready'],
      [{ kind: 'forbidden', status: 403 }, 'noAccess'],
      [undefined, 'ready'],
    ] as readonly [RequestProblem | undefined, string][]) {
      connections.noteOutcome(await present(), problem);
      assert.equal(await shown(), expected);
    }
  });

  test('is forgotten with the key, and then says nothing of the new one', async () => {
    const { connections, present, shown, changeKey } = openWindow();
    const before = await present();
    connections.noteOutcome(before, REFUSED);
    changeKey('sk-2');
    assert.equal(await shown(), 'ready');
    connections.noteOutcome(before, REFUSED);
    assert.equal(await shown(), 'ready');
    connections.noteOutcome(await present(), REFUSED);
    assert.equal(await shown(), 'keyRefused');
  });

  test('says nothing of a key that was being read when the key changed', async () => {
    const { connections, shown, present, changeKey } = openWindow();
    const reading = present();
    changeKey('sk-2');
    connections.noteOutcome(await reading, REFUSED);
    assert.equal(await shown(), 'ready');
  });

  test('says nothing of another base URL, nor of a key that is only being tried', async () => {
    const { connections, present, shown } = openWindow();
    connections.noteOutcome({ ...(await present()), apiKey: 'sk-typed' }, REFUSED);
    assert.equal(await shown(), 'ready');
    connections.noteOutcome(await present(), REFUSED);
    changeSetting('assistant.baseUrl', 'https://a.example/other/api/v1');
    assert.equal(await shown(), 'ready');
  });

  test('is posted once to the pages when it changes, and not when requests go on succeeding', async () => {
    const { connections, present, posted } = openWindow();
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    connections.noteOutcome(await present(), undefined);
    connections.noteOutcome(await present(), undefined);
    await settled();
    assert.deepEqual(posted, []);
    connections.noteOutcome(await present(), REFUSED);
    await settled();
    connections.noteOutcome(await present(), undefined);
    await settled();
    assert.deepEqual(posted, ['keyRefused', 'ready']);
  });

  test('is asked for by Try Again, whose failure is returned only if no state says it', async () => {
    const { connections, models, present, feature } = openWindow();
    const tryAgain = (problem: RequestProblem | undefined) => {
      models.list = async () => {
        connections.noteOutcome(await present(), problem);
        if (problem !== undefined) {
          throw new Error('It failed.');
        }
      };
      return feature.messages.connectionStep({ type: 'connectionStep', requestId: 1, step: 'tryAgain' });
    };
    assert.equal(await tryAgain(REFUSED), undefined);
    assert.equal(feature.state().connection?.state, 'keyRefused');
    assert.equal(said(await tryAgain({ kind: 'serverError', status: 500 })), 'It failed.');
    assert.equal(feature.state().connection?.state, 'ready');
    assert.equal(await tryAgain(undefined), undefined);
  });
});
