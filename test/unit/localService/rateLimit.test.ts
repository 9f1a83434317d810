import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat, chatBody, models, serviceFor } from './callService.ts';

describe('rate limit', () => {
  it('responds with 429 and Retry-After for both operations until the oldest request leaves the window', async (t) => {
    let now = 1_000_000;
    const service = await serviceFor(t, { requestsPerMinute: 2, now: () => now });
    assert.equal((await models(service)).status, 200);
    now += 20_000;
    assert.equal((await chat(service, chatBody())).status, 200);
    now += 500;
    const refused = await models(service);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '40');
    assert.match(refused.text, /2 requests/);
    now += 39_500;
    assert.equal((await chat(service, chatBody())).status, 200, 'the first one left the window');
    const again = await chat(service, chatBody());
    assert.equal(again.status, 429);
    assert.equal(again.headers.get('retry-after'), '20', 'the second one is still in it');
  });

  it('counts each key separately and does not count unknown keys', async (t) => {
    const service = await serviceFor(t, { requestsPerMinute: 1, now: () => 0 });
    assert.equal((await models(service, 'unknown')).status, 401);
    assert.equal((await models(service, 'unknown')).status, 401);
    assert.equal((await models(service, service.keys.expired)).status, 403);
    assert.equal((await models(service, service.keys.expired)).status, 429);
    assert.equal((await models(service)).status, 200);
    assert.equal((await models(service)).status, 429);
  });
});
