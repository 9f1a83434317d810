import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorMessageOf } from '../../../src/contract/errorBody.ts';
import type { LocalService } from '../../../src/localService/server.ts';
import { chat, chatBody, models } from '../localService/callService.ts';
import { ask } from '../localService/rawHttp.ts';
import { faultyServiceFor } from './faultyServiceFor.ts';

function url(service: LocalService, path: string): string {
  return new URL(path, service.baseUrl).href;
}

async function post(service: LocalService, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(url(service, '/control/faults'), {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe('failNext', () => {
  it('fails the next requests in order, then responds regularly', async (t) => {
    const service = await faultyServiceFor(t);
    service.failNext(500);
    service.failNext(502, '<html>Bad gateway</html>', { 'Content-Type': 'text/html' });
    const first = await chat(service, chatBody());
    assert.equal(first.status, 500);
    assert.match(errorMessageOf(JSON.parse(first.text)) ?? '', /500/);
    const second = await models(service);
    assert.equal(second.status, 502);
    assert.equal(second.text, '<html>Bad gateway</html>');
    assert.equal(second.headers.get('content-type'), 'text/html');
    assert.equal((await models(service)).status, 200);
  });

  it('only applies to the two operations', async (t) => {
    const service = await faultyServiceFor(t);
    service.failNext(503);
    const headers = { Authorization: `Bearer ${service.keys.active}` };
    assert.equal((await fetch(`${service.baseUrl}/nothing`, { headers })).status, 404);
    assert.equal((await models(service)).status, 503);
  });
});

describe('POST /control/faults', () => {
  it('applies faults one after the other until they are cleared', async (t) => {
    const service = await faultyServiceFor(t);
    assert.equal((await post(service, { id: 'F42.503', times: 2 })).status, 200);
    assert.equal((await post(service, { id: 'F40.seconds', parameter: 9 })).status, 200);
    assert.equal((await post(service, { id: 'F32', times: 1, on: 'models' })).status, 200);
    assert.equal((await models(service)).status, 401);
    assert.equal((await models(service)).status, 200);
    assert.equal((await chat(service, chatBody())).status, 503);
    assert.equal((await chat(service, chatBody())).status, 503);
    const limited = await chat(service, chatBody());
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '9']);
    assert.equal((await chat(service, chatBody())).status, 200);
    await post(service, { id: 'F41' });
    assert.equal((await chat(service, chatBody())).status, 429);
    await post(service, { clear: true });
    assert.equal((await chat(service, chatBody())).status, 200);
  });

  it('describes what is wrong with a request', async (t) => {
    const service = await faultyServiceFor(t);
    for (const [body, words] of [
      [{ id: 'F99' }, /no fault \\"F99\\".*F09/],
      [{ id: 'toString' }, /no fault/],
      [{}, /no fault/],
      [{ id: 'F21', parameter: 'soon' }, /F21 takes a whole number \(ms\)/],
      [{ id: 'F09', parameter: 1 }, /F09 takes no parameter/],
      [{ id: 'F09', on: 'all' }, /on must be/],
      [{ id: 'F09', times: 'many' }, /times must be/],
      [{ id: 'F09', times: 0 }, /times must be/],
    ] as const) {
      const { status, text } = await post(service, body);
      assert.equal(status, 422, JSON.stringify(body));
      assert.match(text, words);
    }
  });

  it('is refused to pages', async (t) => {
    const service = await faultyServiceFor(t);
    const response = await fetch(url(service, '/control/faults'), {
      method: 'POST',
      headers: { Origin: 'https://example.com' },
      body: '{"id":"F32"}',
    });
    assert.equal(response.status, 403);
    assert.equal((await chat(service, chatBody())).status, 200);
  });
});

describe('requests of a faulty service', () => {
  it('are not recorded as aborted if the service closed the connection', async (t) => {
    const service = await faultyServiceFor(t);
    for (const id of ['F22', 'F22.reset', 'F27.tooLong', 'F30', 'F50', 'F50.close', 'F23']) {
      service.clearFaults();
      service.fault(id);
      await ask(service);
      assert.equal(service.requests.at(-1)?.aborted, false, id);
    }
  });
});
