import {
  ApiKeyStore,
  type KeyStoreError,
  keyStoreErrorText,
} from '../../../src/vscode/connection/apiKeyStore.ts';
import { said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { StubMemento, StubSecretStorage } from '../stubStorage.ts';

const KEY = { origin: 'https://chat.example.com', apiKey: 'sk-canary-Zx81Qw7Lm3Np5Rt9' };
const OTHER = { origin: 'https://chat.example.com', apiKey: 'sk-canary-Hj42Vb6Kc8Xd1Gs3' };

interface Window {
  readonly store: ApiKeyStore;
  readonly errors: KeyStoreError[];
  readonly texts: () => string[];
}

function openWindow(secrets: StubSecretStorage, state: StubMemento): Window {
  const errors: KeyStoreError[] = [];
  const store = new ApiKeyStore(secrets, state, (error) => errors.push(error));
  return { store, errors, texts: () => errors.map((error) => said(keyStoreErrorText(error)) ?? '') };
}

describe('ApiKeyStore', () => {
  let secrets: StubSecretStorage;
  let state: StubMemento;
  let window: Window;

  beforeEach(() => {
    secrets = new StubSecretStorage();
    state = new StubMemento();
    window = openWindow(secrets, state);
  });

  it('does not read the secret storage before it is used', () => {
    equal(secrets.calls, 0);
  });

  it('returns the stored key, in the next window too, without an error', async () => {
    await window.store.write(KEY);
    equal(await window.store.read(), KEY);
    const next = openWindow(secrets, state);
    equal(await next.store.read(), KEY);
    equal([...window.errors, ...next.errors], []);
  });

  it('reports no error if no key was ever stored, or after it was removed', async () => {
    equal(await window.store.read(), undefined);
    await window.store.write(KEY);
    await window.store.remove();
    equal(await window.store.read(), undefined);
    equal(window.errors, []);
  });

  it('keeps the key only for this window if the storage rejects it, and reports that once', async () => {
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

  it('keeps the key only for this window if it can’t be read back from the storage', async () => {
    secrets.forgets = true;
    await window.store.write(KEY);
    equal(await window.store.read(), KEY);
    equal(window.errors.length, 1);
    equal(window.errors[0]?.kind, 'notStored');
  });

  it('prefers a key that could not be stored to the stored one', async () => {
    await window.store.write(KEY);
    secrets.failures.store = new Error('Read-only');
    await window.store.write(OTHER);
    equal(await window.store.read(), OTHER);
  });

  it('drops the key in memory after another one is stored, or after it is removed', async () => {
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

  it('drops the key in memory after another window has stored a key, or removed it', async () => {
    const other = openWindow(secrets, state);
    const keepInMemory = async () => {
      secrets.failures.store = new Error('Not now');
      await window.store.write(KEY);
      secrets.failures = {};
      equal(await window.store.read(), KEY);
    };
    await keepInMemory();
    await other.store.write(OTHER);
    equal(await window.store.read(), OTHER);
    for (const _ of ['a stored key', 'nothing stored']) {
      await keepInMemory();
      await other.store.remove();
      equal(await window.store.read(), undefined);
    }
  });

  it('keeps the key in memory if another window finds that the stored one has disappeared', async () => {
    await window.store.write(OTHER);
    secrets.lose();
    secrets.failures.store = new Error('Not now');
    await window.store.write(KEY);
    equal(await openWindow(secrets, state).store.read(), undefined);
    equal(await window.store.read(), KEY);
  });

  for (const remover of ['this', 'another']) {
    for (const failure of [undefined, new Error('No keyring')]) {
      it(`does not keep a key that ${remover} window removes while it is ${failure ? 'not ' : ''}stored`, async () => {
        let proceed: () => void = () => undefined;
        secrets.beforeStore = new Promise((resolve) => {
          proceed = resolve;
        });
        secrets.failures = { ...(failure && { store: failure }) };
        const written = window.store.write(KEY);
        const other = openWindow(secrets, state);
        await (remover === 'this' ? window : other).store.remove();
        proceed();
        await written;
        equal(await window.store.read(), undefined);
        equal(await other.store.read(), undefined);
        equal(await secrets.get('assistant.apiKey'), undefined);
      });
    }
  }

  it('fires a change event for a key that only this window has', async () => {
    let changeCount = 0;
    const listener = window.store.onChanged(() => {
      changeCount += 1;
    });
    secrets.failures.store = new Error('No keyring');
    await window.store.write(KEY);
    listener.dispose();
    equal(changeCount, 1);
  });

  it('returns no key if the storage can’t be read, and reports that once', async () => {
    await window.store.write(KEY);
    secrets.failures.get = new Error('Locked');
    equal(await window.store.read(), undefined);
    equal(await window.store.read(), undefined);
    equal(window.texts(), ['VS Code could not read the API key from its secret storage. (Error: Locked)']);
    secrets.failures = {};
    equal(await window.store.read(), KEY, 'The key is lost');
  });

  it('reports once that a stored key has disappeared without being removed', async () => {
    await window.store.write(KEY);
    await window.store.read();
    secrets.lose();
    equal(await window.store.read(), undefined);
    equal(await window.store.read(), undefined);
    equal(await openWindow(secrets, state).store.read(), undefined);
    equal(window.texts(), ['VS Code no longer has the stored API key. Enter it again.']);
  });

  it('reports a lost key in the next window if the storage lasts only as long as one window', async () => {
    await window.store.write(KEY);
    const next = openWindow(new StubSecretStorage(), state);
    equal(await next.store.read(), undefined);
    equal(
      next.errors.map(({ kind }) => kind),
      ['forgotten'],
    );
  });

  it('reports no error if another window removed the key', async () => {
    const other = openWindow(secrets, state);
    await window.store.write(KEY);
    equal(await other.store.read(), KEY);
    await window.store.remove();
    equal(await other.store.read(), undefined);
    equal(other.errors, []);
  });

  it('does not use a removed key even if no event announces the removal to other windows', async () => {
    await window.store.write(KEY);
    const otherPage = openWindow(secrets.otherPage(), state);
    equal(await otherPage.store.read(), KEY);
    await window.store.remove();
    equal(await otherPage.store.read(), undefined);
    equal(otherPage.errors, []);
  });

  it('does not use a removed key that the storage can’t delete, and reports that', async () => {
    await window.store.write(KEY);
    secrets.failures.delete = new Error('Busy');
    await window.store.remove();
    equal(await window.store.read(), undefined);
    equal(window.texts(), [
      'VS Code could not remove the API key from its secret storage. The key is no longer used. (Error: Busy)',
    ]);
    secrets.failures = {};
    await window.store.write(KEY);
    equal(await window.store.read(), KEY);
  });

  for (const first of ['store', 'remove']) {
    it(`stores and removes the key even if the state can’t be written, from ${first} on`, async () => {
      const fail = (): void => {
        state.failure = new Error('Read-only');
      };
      if (first === 'store') {
        fail();
      }
      await window.store.write(KEY);
      equal(await window.store.read(), KEY);
      fail();
      await window.store.remove();
      equal(await secrets.get('assistant.apiKey'), undefined);
      equal(await window.store.read(), undefined);
      equal(window.errors, []);
    });
  }

  it('returns no key if the stored value has another format', async () => {
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
    equal(window.errors, []);
  });
});
