import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LocalService } from '../../../src/localService/server.ts';
import { chat, chatBody, models, serviceFor } from './callService.ts';

function control(service: LocalService, path: string, init?: RequestInit): Promise<Response> {
  return fetch(new URL(`/control/${path}`, service.baseUrl), init);
}

describe('control requests', () => {
  it('change the context window of a model that exists, in the list and in validation', async (t) => {
    const service = await serviceFor(t);
    const set = async (body: object): Promise<number> =>
      (await control(service, 'windows', { method: 'POST', body: JSON.stringify(body) })).status;
    const { model } = chatBody();
    assert.equal(await set({ model, tokens: 1 }), 200);
    const { status, text } = await chat(service, chatBody());
    assert.equal(status, 422);
    assert.match(text, /window of \S+ is 1\D/);
    assert.equal(await set({ model, tokens: 200_000 }), 200);
    assert.equal((await chat(service, chatBody())).status, 200);
    assert.equal(await set({ model, tokens: 0 }), 422);
    assert.equal(await set({ model: 'assistant-none', tokens: 1 }), 404);
  });

  it('list the recorded requests without keys, and their bodies only to those with a key', async (t) => {
    const service = await serviceFor(t);
    await chat(service, chatBody());
    for (const path of ['requests', 'requests?bodies']) {
      const headers = { Authorization: `Bearer ${service.keys.active}` };
      const text = await (await control(service, path, { headers })).text();
      assert.ok(!text.includes(service.keys.active));
      assert.equal(text.includes('Hello'), path.endsWith('?bodies'));
    }
    assert.equal((await control(service, 'requests?bodies')).status, 401);
    assert.equal(service.requests.length, 1, 'its own calls are not among them');
  });

  it('are refused to pages, with nothing that lets them read the response', async (t) => {
    const service = await serviceFor(t);
    const before = (await models(service)).text;
    for (const origin of ['https://example.com', 'http://localhost:3000', 'null']) {
      for (const [method, path, body] of [
        ['GET', 'requests'],
        ['OPTIONS', 'requests'],
        ['POST', 'windows', '{"model":"assistant-haiku","tokens":1}'],
      ] as const) {
        const response = await control(service, path, {
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
    assert.equal((await models(service)).text, before);
  });
});
