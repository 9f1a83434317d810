import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorMessageOf } from '../../../src/contract/errorBody.ts';
import { chat, chatBody, models, serviceFor } from './callService.ts';

describe('authentication', () => {
  it('responds with 401 if the key is missing, unknown, or has another scheme', async (t) => {
    const service = await serviceFor(t);
    const headersOfEach = [
      {},
      { Authorization: `Basic ${service.keys.active}` },
      { Authorization: `Bearer ${service.keys.active}x` },
      { Authorization: 'Bearer ' },
    ];
    for (const headers of headersOfEach as Record<string, string>[]) {
      const response = await fetch(`${service.baseUrl}/models`, { headers });
      assert.equal(response.status, 401);
      assert.match(errorMessageOf(await response.json()) ?? '', /Check the key in the dashboard/);
    }
  });

  it('responds with 403 if the account is not activated or its trial has expired, for both operations', async (t) => {
    const service = await serviceFor(t);
    const { notActivated, expired } = service.keys;
    for (const [key, words] of [
      [notActivated, /not activated/],
      [expired, /expired/],
    ] as const) {
      for (const response of [await models(service, key), await chat(service, chatBody(), key)]) {
        assert.equal(response.status, 403);
        assert.match(errorMessageOf(JSON.parse(response.text)) ?? '', words);
      }
    }
  });

  it('creates new keys at each start', async (t) => {
    const [first, second] = [await serviceFor(t), await serviceFor(t)];
    const keys = [...Object.values(first.keys), ...Object.values(second.keys)];
    assert.equal(new Set(keys).size, 6);
  });
});
