import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorMessageOf } from '../../../src/contract/errorBody.ts';
import { chat, chatBody, models, serviceFor } from './callService.ts';

describe('authentication', () => {
  it('answers 401 without a key, with another scheme and with an unknown key', async (t) => {
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

  it('answers 403 for an account that is not activated and for an expired trial, on both operations', async (t) => {
    const service = await serviceFor(t);
    const { notActivated, expired } = service.keys;
    for (const [key, words] of [
      [notActivated, /not activated/],
      [expired, /expired/],
    ] as const) {
      for (const answer of [await models(service, key), await chat(service, chatBody(), key)]) {
        assert.equal(answer.status, 403);
        assert.match(errorMessageOf(JSON.parse(answer.text)) ?? '', words);
      }
    }
  });

  it('has other keys after each start', async (t) => {
    const [first, second] = [await serviceFor(t), await serviceFor(t)];
    const keys = [...Object.values(first.keys), ...Object.values(second.keys)];
    assert.equal(new Set(keys).size, 6);
  });
});
