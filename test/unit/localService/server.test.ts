import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorMessageOf } from '../../../src/contract/errorBody.ts';
import { MAX_BODY_BYTES } from '../../../src/localService/http/requestBody.ts';
import { chat, chatBody, models, serviceFor } from './callService.ts';
import { send } from './rawHttp.ts';

describe('requests for an unknown path or model', () => {
  const headersFor = (key: string) => ({ Authorization: `Bearer ${key}` });

  it('get 404 for another path, version, or method', async (t) => {
    const service = await serviceFor(t);
    const headers = headersFor(service.keys.active);
    const origin = new URL(service.baseUrl).origin;
    for (const [method, url] of [
      ['GET', `${service.baseUrl}/nothing`],
      ['GET', `${origin}/models`],
      ['GET', `${origin}/api/v2/models`],
      ['GET', `${service.baseUrl}/chat`],
      ['POST', `${service.baseUrl}/models`],
      ['DELETE', `${service.baseUrl}/chat`],
    ] as const) {
      const response = await fetch(url, { method, headers });
      assert.equal(response.status, 404, `${method} ${url}`);
      const body = await response.json();
      assert.match(errorMessageOf(body) ?? '', /Check the URL/);
      assert.ok(!('param' in body.error));
    }
  });

  it('get 404 with the param model for an unknown model', async (t) => {
    const service = await serviceFor(t);
    const { status, text } = await chat(service, chatBody({ model: 'assistant-none' }));
    assert.equal(status, 404);
    assert.equal(JSON.parse(text).error.param, 'model');
    assert.match(text, /assistant-none/);
  });
});

describe('requests whose Host header does not name this machine', () => {
  it('get 403 on every route, with nothing that lets a page read it', async (t) => {
    const service = await serviceFor(t);
    const { port } = new URL(service.baseUrl);
    const statusFor = async (line: string, host: string | undefined): Promise<number> => {
      const { status, head } = await send(
        service,
        [
          line,
          ...(host === undefined ? [] : [`Host: ${host}`]),
          `Authorization: Bearer ${service.keys.active}`,
          'Connection: close',
          '',
          '',
        ].join('\r\n'),
      );
      assert.equal(
        /access-control-/i.test(head),
        status !== 403 && !line.includes('/control/'),
        `${line} ${host}`,
      );
      return status;
    };
    for (const line of ['GET /api/v1/models', 'OPTIONS /api/v1/models', 'GET /control/requests'] as const) {
      for (const host of [
        '',
        'rebound.example',
        `rebound.example:${port}`,
        '127.0.0.1.example',
        'localhost.',
      ]) {
        assert.equal(await statusFor(`${line} HTTP/1.1`, host), 403, `${line} ${host}`);
      }
      assert.equal(await statusFor(`${line} HTTP/1.0`, undefined), 403, line);
      for (const host of [`127.0.0.1:${port}`, `LocalHost:${port}`, '[::1]', '127.0.0.1']) {
        assert.match(String(await statusFor(`${line} HTTP/1.1`, host)), /^20[04]$/, `${line} ${host}`);
      }
    }
  });
});

describe('requests that are too large', () => {
  it('get 413 after the whole body was sent', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: 'x'.repeat(MAX_BODY_BYTES) }];
    const { status, text } = await chat(service, chatBody({ messages }));
    assert.equal(status, 413);
    assert.match(errorMessageOf(JSON.parse(text)) ?? '', /bytes/);
  });
});

describe('requests', () => {
  it('are recorded with their body and status', async (t) => {
    const service = await serviceFor(t);
    await models(service, 'wrong');
    await chat(service, chatBody({ max_tokens: 3 }));
    await chat(service, '{broken');
    const [first, second, third] = service.requests;
    assert.ok(first && first.at > 1.7e12 && first.at <= Date.now());
    assert.deepEqual(
      { ...first, at: 0 },
      {
        method: 'GET',
        path: '/api/v1/models',
        host: new URL(service.baseUrl).host,
        at: 0,
        authorization: 'Bearer wrong',
        body: undefined,
        text: undefined,
        status: 401,
        aborted: false,
      },
    );
    assert.deepEqual(second?.body, chatBody({ max_tokens: 3 }));
    assert.equal(second?.status, 200);
    assert.deepEqual(JSON.parse(second?.text ?? ''), second?.body);
    assert.equal(third?.body, '{broken');
    assert.equal(third?.text, '{broken');
    assert.equal(third?.status, 422);
  });
});
