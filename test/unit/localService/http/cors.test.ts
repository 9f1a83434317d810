import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { models, serviceFor } from '../callService.ts';

describe('a page of another origin', () => {
  it('may send a key and a JSON body according to the preflight response', async (t) => {
    const service = await serviceFor(t);
    const response = await fetch(`${service.baseUrl}/chat`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/);
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /Authorization.*Content-Type/);
    assert.equal(service.requests.length, 0);
  });

  it('can read replies, errors, and Retry-After', async (t) => {
    const service = await serviceFor(t);
    for (const { headers } of [await models(service), await models(service, 'wrong')]) {
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-expose-headers'), 'Retry-After');
    }
  });
});
