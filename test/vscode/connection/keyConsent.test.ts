import { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { Connections, canAsk, notConnectedText } from '../../../src/vscode/connection/connections.ts';
import type { KeyConsent, KeyOriginMismatch } from '../../../src/vscode/connection/keyConsent.ts';
import { equal, ok, until } from '../assert.ts';
import { setBaseUrl } from '../extensionAccess.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

const HERE = 'https://here.example/api/v1';
const THERE = 'https://there.example:8443/api/v1';
const ELSEWHERE = 'https://elsewhere.example/api/v1';
const KEY = { origin: 'https://here.example', apiKey: 'sk-for-here' };

describe('a key that was entered for another address', () => {
  let secrets: StubSecretStorage;
  let keyStore: ApiKeyStore;
  let connections: Connections;
  let questions: KeyOriginMismatch[];
  let answer: (question: KeyOriginMismatch) => Promise<KeyConsent>;

  beforeEach(async () => {
    secrets = new StubSecretStorage();
    keyStore = new ApiKeyStore(secrets, new StubMemento(), () => undefined);
    questions = [];
    answer = async () => undefined;
    connections = new Connections({
      keyStore,
      askForConsent: (question) => {
        questions.push(question);
        return answer(question);
      },
      enterKey: async () => {
        await keyStore.write({ origin: 'https://there.example:8443', apiKey: 'sk-for-there' });
        return true;
      },
      fallback: undefined,
    });
    equal(secrets.calls, 0, 'The secret storage was read before anything was asked');
    await keyStore.write(KEY);
    await setBaseUrl(THERE);
  });

  afterEach(async () => {
    connections.dispose();
    keyStore.dispose();
    await setBaseUrl(undefined);
  });

  it('counts as connected, and is handed out to nobody', async () => {
    const state = await connections.current();
    equal(state, {
      status: 'otherAddress',
      endpoint: { baseUrl: THERE, origin: 'https://there.example:8443' },
      keyOrigin: KEY.origin,
    });
    equal(canAsk(state), true);
    equal(questions, [], 'The user was asked though nothing was to be sent');
  });

  it('goes nowhere without a yes, and the reason names both hosts', async () => {
    const state = await connections.whenConfirmed();
    equal(state.status, 'otherAddress');
    ok(state.status !== 'connected', 'Connected');
    equal(
      notConnectedText(state),
      'Nothing was sent. The API key was entered for here.example, but the base URL now points to there.example:8443.',
    );
    equal(await keyStore.read(), KEY);
  });

  it('is bound to the new origin by a yes, and the user is not asked again', async () => {
    answer = async () => 'sendKey';
    for (const _ of [1, 2]) {
      const state = await connections.whenConfirmed();
      equal(state.status === 'connected' && state.connection, {
        endpoint: { baseUrl: THERE, origin: 'https://there.example:8443' },
        apiKey: KEY.apiKey,
      });
    }
    equal(questions.length, 1);
    await setBaseUrl(HERE);
    equal((await connections.current()).status, 'otherAddress', 'The way back needs a yes too');
  });

  it('is replaced where the user enters another one', async () => {
    answer = async () => 'enterAnother';
    const state = await connections.whenConfirmed();
    equal(state.status === 'connected' && state.connection.apiKey, 'sk-for-there');
  });

  it('is asked about once, whatever wants to send meanwhile', async () => {
    let settle: (consent: KeyConsent) => void = () => undefined;
    answer = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    const waiting = [connections.whenConfirmed(), connections.whenConfirmed()];
    await until(
      () => questions.length,
      (asked) => asked > 0,
    );
    settle('sendKey');
    equal(
      (await Promise.all(waiting)).map(({ status }) => status),
      ['connected', 'connected'],
    );
    equal(questions.length, 1);
  });

  it('does not go to an address that came while the question stood', async () => {
    answer = async () => {
      await setBaseUrl(ELSEWHERE);
      return 'sendKey';
    };
    const state = await connections.whenConfirmed();
    equal(state.status === 'otherAddress' && state.endpoint.baseUrl, ELSEWHERE);
  });

  it('is not bound anew where another key came while the question stood', async () => {
    const other = { origin: 'https://elsewhere.example', apiKey: 'sk-for-elsewhere' };
    answer = async () => {
      await keyStore.write(other);
      return 'sendKey';
    };
    equal((await connections.whenConfirmed()).status, 'otherAddress');
    equal(await keyStore.read(), other);
  });

  for (const baseUrl of [
    'https://here.example:8443/api/v1',
    'https://sub.here.example/api/v1',
    'https://here.example.evil.example/api/v1',
    'https://evil.example/here.example/api/v1',
    'http://localhost/api/v1',
  ]) {
    it(`is asked about for ${baseUrl}`, async () => {
      await setBaseUrl(baseUrl);
      equal((await connections.whenConfirmed()).status, 'otherAddress');
      equal(questions.length, 1);
    });
  }

  for (const baseUrl of [HERE, 'HTTPS://Here.Example:443/api/v1/', 'https://here.example/tenant/api/v1']) {
    it(`is the one for ${baseUrl}`, async () => {
      await setBaseUrl(baseUrl);
      equal((await connections.whenConfirmed()).status, 'connected');
      equal(questions, []);
    });
  }
});
