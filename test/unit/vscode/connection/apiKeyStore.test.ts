import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { ApiKeyStore } = await import('../../../../src/vscode/connection/apiKeyStore.ts');
const { StubMemento, StubSecretStorage } = await import('../../../vscode/stubStorage.ts');

const KEY = 'sk-canary-Zx81Qw7Lm3Np5Rt9';

for (const isStored of [true, false]) {
  test(`a key that ${isStored ? 'is' : 'can not be'} stored is in nothing but the secret storage`, async () => {
    const [secrets, state] = [new StubSecretStorage(), new StubMemento()];
    secrets.forgets = !isStored;
    const store = new ApiKeyStore(secrets, state, () => undefined);
    await store.write({ origin: 'https://a.example', apiKey: KEY });
    assert.equal((await store.read())?.apiKey, KEY);
    assert.equal((await secrets.keys()).length, isStored ? 1 : 0);
    assert.ok(!state.text.includes(KEY));
    store.dispose();
  });
}
