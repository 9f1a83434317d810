import {
  ApiKeyStore,
  type KeyStoreError,
  keyStoreErrorText,
} from '../../../src/vscode/connection/apiKeyStore.ts';
import { equal, ok } from '../assert.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

const KEY = { origin: 'https://chat.example.com', apiKey: 'sk-canary-Zx81Qw7Lm3Np5Rt9' };
const OTHER = { origin: 'https://chat.example.com', apiKey: 'sk-canary-Hj42Vb6Kc8Xd1Gs3' };

interface Window {
  readonly store: ApiKeyStore;
  readonly troubles: KeyStoreError[];
  readonly texts: () => string[];
}

function openWindow(secrets: StubSecretStorage, state: StubMemento): Window {
  const troubles: KeyStoreError[] = [];
  const store = new ApiKeyStore(secrets, state, (trouble) => troubles.push(trouble));
  return { store, troubles, texts: () => troubles.map(keyStoreErrorText) };
}

describe('the store of the API key', () => {
  let secrets: StubSecretStorage;
  let state: StubMemento;
  let window: Window;

  beforeEach(() => {
    secrets = new StubSecretStorage();
    state = new StubMemento();
    window = openWindow(secrets, state);
  });

  it('asks nothing of the secret storage before it is asked itself', () => {
    equal(secrets.calls, 0);
  });

  it('gives back what was stored, in the next window too, and says nothing', async () => {
    await window.store.write(KEY);
    equal(await window.store.read(), KEY);
    const next = openWindow(secrets, state);
    equal(await next.store.read(), KEY);
    equal([...window.troubles, ...next.troubles], []);
  });

  it('says nothing where no key was ever stored, and nothing after a removal', async () => {
    equal(await window.store.read(), undefined);
    await window.store.write(KEY);
    await window.store.remove();
    equal(await window.store.read(), undefined);
    equal(window.troubles, []);
  });

  it('keeps the key for this window only where the storage refuses it, and says so once', async () => {
    secrets.failures.store = new Error(`No keyring for \u001b[31m${KEY.apiKey}`);
    await window.store.write(KEY);
    await window.store.write(KEY);
    equal(await window.store.read(), KEY);
    equal(window.texts(), [
      'VS Code could not store the API key. It is kept for this window only. (Error: No keyring for •••)',
    ]);
    ok(!state.text.includes(KEY.apiKey), 'The key is in the state');
    equal(await openWindow(secrets, state).store.read(), undefined);
  });

  it('keeps the key for this window only where the storage takes it and does not have it', async () => {
    secrets.forgets = true;
    await window.store.write(KEY);
    equal(await window.store.read(), KEY);
    equal(window.troubles.length, 1);
    equal(window.troubles[0]?.kind, 'notStored');
  });

  it('prefers the key that could not be stored to the one from before', async () => {
    await window.store.write(KEY);
    secrets.failures.store = new Error('Read-only');
    await window.store.write(OTHER);
    equal(await window.store.read(), OTHER);
  });

  it('forgets the kept key once another one is stored, and after a removal', async () => {
    secrets.failures.store = new Error('Not now');
    await window.store.write(KEY);
    secrets.failures = {};
    await window.store.write(OTHER);
    equal(await openWindow(secrets, state).store.read(), OTHER);
    secrets.failures.store = new Error('Not now');
    await window.store.write(KEY);
    await window.store.remove();
    equal(await window.store.read(), undefined);
  });

  it('announces a key that only this window has', async () => {
    let announced = 0;
    const listener = window.store.onChanged(() => {
      announced += 1;
    });
    secrets.failures.store = new Error('No keyring');
    await window.store.write(KEY);
    listener.dispose();
    equal(announced, 1);
  });

  it('counts as empty where the storage cannot be read, and says so once', async () => {
    await window.store.write(KEY);
    secrets.failures.get = new Error('Locked');
    equal(await window.store.read(), undefined);
    equal(await window.store.read(), undefined);
    equal(window.texts(), ['VS Code could not read the API key from its secret storage. (Error: Locked)']);
    secrets.failures = {};
    equal(await window.store.read(), KEY, 'The key was given up');
  });

  it('says once when a stored key is gone that nobody removed', async () => {
    await window.store.write(KEY);
    await window.store.read();
    secrets.lose();
    equal(await window.store.read(), undefined);
    equal(await window.store.read(), undefined);
    equal(await openWindow(secrets, state).store.read(), undefined);
    equal(window.texts(), ['VS Code no longer has the stored API key. Set it again.']);
  });

  it('says so in the next window, where the storage lasts only as long as one', async () => {
    await window.store.write(KEY);
    const next = openWindow(new StubSecretStorage(), state);
    equal(await next.store.read(), undefined);
    equal(
      next.troubles.map(({ kind }) => kind),
      ['forgotten'],
    );
  });

  it('says nothing in a window that sees the removal in another one', async () => {
    const other = openWindow(secrets, state);
    await window.store.write(KEY);
    equal(await other.store.read(), KEY);
    await window.store.remove();
    equal(await other.store.read(), undefined);
    equal(other.troubles, []);
  });

  it('does not use a removed key where its removal is announced to no other window', async () => {
    await window.store.write(KEY);
    const otherPage = openWindow(secrets.otherPage(), state);
    equal(await otherPage.store.read(), KEY);
    await window.store.remove();
    equal(await otherPage.store.read(), undefined);
    equal(otherPage.troubles, []);
  });

  it('does not use a key that the storage would not delete, and says so', async () => {
    await window.store.write(KEY);
    secrets.failures.delete = new Error('Busy');
    await window.store.remove();
    equal(await window.store.read(), undefined);
    equal(window.texts(), [
      'VS Code could not delete the API key from its secret storage. The key is no longer used. (Error: Busy)',
    ]);
    secrets.failures = {};
    await window.store.write(KEY);
    equal(await window.store.read(), KEY);
  });

  it('counts as empty where another hand wrote something into the storage', async () => {
    for (const text of [
      '',
      'null',
      '"key"',
      '{"apiKey":"x"}',
      '{"origin":"https://a.b","apiKey":"x"}',
      'not JSON',
    ]) {
      await secrets.store('assistant.apiKey', text);
      equal(await window.store.read(), undefined, text);
    }
    equal(window.troubles, []);
  });
});
