import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LocalService } from '../../../src/localService/server.ts';
import { chat, chatBody, models, serviceFor } from './callService.ts';

function url(service: LocalService, path: string): string {
  return new URL(path, service.baseUrl).href;
}

async function recorded(service: LocalService, query = ''): Promise<Record<string, unknown>[]> {
  const response = await fetch(url(service, `/control/requests${query}`), {
    headers: { Authorization: `Bearer ${service.keys.active}` },
  });
  return (await response.json()).requests;
}

describe('control requests', () => {
  it('get 404 for an unknown path', async (t) => {
    const service = await serviceFor(t);
    assert.equal((await fetch(url(service, '/control/nothing'))).status, 404);
  });

  it('change how tokens are counted from the next request', async (t) => {
    const service = await serviceFor(t);
    const counted = async (): Promise<unknown> => JSON.parse((await chat(service, chatBody())).text).usage;
    const before = await counted();
    const response = await fetch(url(service, '/control/tokens'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ counter: 'bytes' }),
    });
    assert.equal(response.status, 200);
    assert.notDeepEqual(await counted(), before);
    const refused = await fetch(url(service, '/control/tokens'), {
      method: 'POST',
      body: '{"counter":"no"}',
    });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /pieces, bytes/);
  });

  it('change the context window of a model in the list and in validation', async (t) => {
    const service = await serviceFor(t);
    const set = (body: object): Promise<Response> =>
      fetch(url(service, '/control/windows'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { model } = chatBody();
    assert.equal((await set({ model, tokens: 1 })).status, 200);
    const { status, text } = await chat(service, chatBody());
    assert.equal(status, 422);
    assert.match(text, /window of \S+ is 1\D/);
    assert.equal((await set({ model, tokens: 200_000 })).status, 200);
    assert.equal((await chat(service, chatBody())).status, 200);
    for (const tokens of [0, 1.5, '9', undefined]) {
      assert.equal((await set({ model, tokens })).status, 422);
    }
  });

  it('list the recorded requests without keys, with bodies if asked for', async (t) => {
    const service = await serviceFor(t);
    await chat(service, chatBody());
    await fetch(`${service.baseUrl}/models`);
    const [first, second] = await recorded(service);
    const { at, host, ...rest } = first ?? {};
    assert.deepEqual(rest, {
      method: 'POST',
      path: '/api/v1/chat',
      status: 200,
      aborted: false,
      authorized: true,
    });
    assert.equal(host, new URL(service.baseUrl).host);
    assert.equal(typeof at, 'number');
    assert.deepEqual([second?.['status'], second?.['authorized']], [401, false]);
    const [withBody] = await recorded(service, '?bodies');
    assert.deepEqual(withBody?.['body'], chatBody());
    assert.ok(!JSON.stringify(await recorded(service, '?bodies')).includes(service.keys.active));
    assert.equal(service.requests.length, 2, 'its own calls are not among them');
  });

  it('need a key only for bodies, and do not count towards the rate limit', async (t) => {
    const service = await serviceFor(t, { requestsPerMinute: 2, now: () => 0 });
    await chat(service, chatBody());
    const withoutKey = await fetch(url(service, '/control/requests?bodies'));
    assert.equal(withoutKey.status, 401);
    assert.ok(!(await withoutKey.text()).includes('Hello'), 'but for bodies');
    assert.equal((await fetch(url(service, '/control/requests'))).status, 200);
    assert.equal((await models(service)).status, 200);
  });

  it('are refused to pages, with nothing that lets them read the response', async (t) => {
    const service = await serviceFor(t);
    const before = JSON.stringify((await models(service)).text);
    for (const origin of ['https://example.com', 'http://localhost:3000', 'null']) {
      for (const [method, path, body] of [
        ['GET', 'requests'],
        ['OPTIONS', 'requests'],
        ['POST', 'windows', '{"model":"assistant-haiku","tokens":1}'],
        ['POST', 'tokens', '{"counter":"bytes"}'],
      ] as const) {
        const response = await fetch(url(service, `/control/${path}`), {
          method,
          headers: { Origin: origin },
          ...(body !== undefined && { body }),
        });
        assert.equal(response.status, 403, `${method} ${path} ${origin}`);
        assert.deepEqual(
          [...response.headers.keys()].filter((name) => name.startsWith('access-control-')),
          [],
        );
      }
    }
    assert.equal(JSON.stringify((await models(service)).text), before);
  });

  it('are open to pages if a test in a browser needs them', async (t) => {
    const service = await serviceFor(t, { isOpenToPages: true });
    const headers = { Origin: 'http://localhost:3000' };
    for (const [method, status] of [
      ['OPTIONS', 204],
      ['GET', 200],
    ] as const) {
      const response = await fetch(url(service, '/control/requests'), { method, headers });
      assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [status, '*']);
    }
  });
});
