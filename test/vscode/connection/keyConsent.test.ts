import { ApiKeyStore } from '../../../src/vscode/connection/apiKeyStore.ts';
import { Connections, canAsk, notConnected } from '../../../src/vscode/connection/connections.ts';
import type { KeyConsent, KeyOriginMismatch } from '../../../src/vscode/connection/keyConsent.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { setBaseUrl } from '../extensionAccess.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

const HERE = 'https://here.example/api/v1';
const THERE = 'https://there.example:8443/api/v1';
const ELSEWHERE = 'https://elsewhere.example/api/v1';
const KEY = { origin: 'https://here.example', apiKey: 'sk-for-here' };

describe('API key that was entered for another origin', () => {
  let secrets: StubSecretStorage;
  let keyStore: ApiKeyStore;
  let connections: Connections;
  let mismatches: KeyOriginMismatch[];
  let consent: (mismatch: KeyOriginMismatch) => Promise<KeyConsent>;

  beforeEach(async () => {
    secrets = new StubSecretStorage();
    keyStore = new ApiKeyStore(secrets, new StubMemento(), () => undefined);
    mismatches = [];
    consent = async () => undefined;
    connections = new Connections({
      keyStore,
      askForConsent: (mismatch) => {
        mismatches.push(mismatch);
        return consent(mismatch);
      },
      enterKey: async () => {
        await keyStore.write({ origin: 'https://there.example:8443', apiKey: 'sk-for-there' });
        return true;
      },
      fallback: undefined,
    });
    equal(secrets.calls, 0, 'The secret storage was read before it was needed');
    await keyStore.write(KEY);
    await setBaseUrl(THERE);
  });

  afterEach(() => {
    connections.dispose();
    keyStore.dispose();
  });

  after(() => setBaseUrl(undefined));

  it('allows questions, but is not part of the connection state', async () => {
    const state = await connections.current();
    equal(state, {
      status: 'otherAddress',
      endpoint: { baseUrl: THERE, origin: 'https://there.example:8443' },
      keyOrigin: KEY.origin,
    });
    equal(canAsk(state), true);
    equal(mismatches, [], 'The user was asked although nothing was about to be sent');
  });

  it('is not sent without consent, and the message names both hosts', async () => {
    const state = await connections.whenConfirmed();
    equal(state.status, 'otherAddress');
    ok(state.status !== 'connected', 'It is connected');
    equal(
      said(notConnected(state)),
      'Nothing was sent. The API key was entered for here.example, but the base URL now points to there.example:8443.',
    );
    equal(await keyStore.read(), KEY);
  });

  it('is bound to the new origin by consent, and the user is not asked again', async () => {
    consent = async () => 'sendKey';
    for (const _ of [1, 2]) {
      const state = await connections.whenConfirmed();
      equal(state.status === 'connected' && state.connection, {
        endpoint: { baseUrl: THERE, origin: 'https://there.example:8443' },
        apiKey: KEY.apiKey,
      });
    }
    equal(mismatches.length, 1);
    await setBaseUrl(HERE);
    equal((await connections.current()).status, 'otherAddress', 'The former origin needs consent too');
  });

  it('is replaced if the user enters another one', async () => {
    consent = async () => 'enterAnother';
    const state = await connections.whenConfirmed();
    equal(state.status === 'connected' && state.connection.apiKey, 'sk-for-there');
  });

  it('is asked about only once for concurrent requests', async () => {
    let resolveConsent: (consent: KeyConsent) => void = () => undefined;
    consent = () =>
      new Promise((resolve) => {
        resolveConsent = resolve;
      });
    const waiting = [connections.whenConfirmed(), connections.whenConfirmed()];
    await until(
      () => mismatches.length,
      (asked) => asked > 0,
    );
    resolveConsent('sendKey');
    equal(
      (await Promise.all(waiting)).map(({ status }) => status),
      ['connected', 'connected'],
    );
    equal(mismatches.length, 1);
  });

  it('is not sent to an address that was set while the dialog was open', async () => {
    consent = async () => {
      await setBaseUrl(ELSEWHERE);
      return 'sendKey';
    };
    const state = await connections.whenConfirmed();
    equal(state.status === 'otherAddress' && state.endpoint.baseUrl, ELSEWHERE);
  });

  it('is not bound to the new origin if another key was stored while the dialog was open', async () => {
    const other = { origin: 'https://elsewhere.example', apiKey: 'sk-for-elsewhere' };
    consent = async () => {
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
    it(`needs consent for ${baseUrl}`, async () => {
      await setBaseUrl(baseUrl);
      equal((await connections.whenConfirmed()).status, 'otherAddress');
      equal(mismatches.length, 1);
    });
  }

  for (const baseUrl of [HERE, 'HTTPS://Here.Example:443/api/v1/', 'https://here.example/tenant/api/v1']) {
    it(`needs no consent for ${baseUrl}`, async () => {
      await setBaseUrl(baseUrl);
      equal((await connections.whenConfirmed()).status, 'connected');
      equal(mismatches, []);
    });
  }
});
