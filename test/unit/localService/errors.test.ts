import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorMessage } from '../../../src/contract/errorBody.ts';
import { MAX_BODY_BYTES } from '../../../src/localService/requestBody.ts';
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
      assert.match(errorMessage(await response.json()) ?? '', /Check the key in the dashboard/);
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
        assert.match(errorMessage(JSON.parse(answer.text)) ?? '', words);
      }
    }
  });

  it('has other keys after each start', async (t) => {
    const [first, second] = [await serviceFor(t), await serviceFor(t)];
    const keys = [...Object.values(first.keys), ...Object.values(second.keys)];
    assert.equal(new Set(keys).size, 6);
  });
});

describe('unknown addresses', () => {
  const headersFor = (key: string) => ({ Authorization: `Bearer ${key}` });

  it('answers 404 for another path, another version and another method', async (t) => {
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
      assert.match(errorMessage(body) ?? '', /Check the URL/);
      assert.ok(!('param' in body.error));
    }
  });

  it('answers 404 that names model for a model outside the catalogue', async (t) => {
    const service = await serviceFor(t);
    const { status, text } = await chat(service, chatBody({ model: 'assistant-none' }));
    assert.equal(status, 404);
    assert.equal(JSON.parse(text).error.param, 'model');
    assert.match(text, /assistant-none/);
  });
});

describe('failures on demand', () => {
  it('answers a question that holds a line !status with that status', async (t) => {
    const service = await serviceFor(t);
    for (const status of [401, 403, 404, 422, 429, 500, 503]) {
      const messages = [{ role: 'user', content: `Please fail:\n!status ${status}` }];
      const answer = await chat(service, chatBody({ messages, stream: true }));
      assert.equal(answer.status, status);
      assert.match(errorMessage(JSON.parse(answer.text)) ?? '', new RegExp(`status ${status}`));
      assert.equal(answer.headers.has('retry-after'), status === 429);
    }
  });

  it('takes no !status from an earlier paragraph, where a question that failed stands', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: '!status 500\n\nAnd now?' }];
    assert.equal((await chat(service, chatBody({ messages }))).status, 200);
  });

  it('takes no !status from code', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: '```text\n!status 500\n```\n\nWhat is this?' }];
    assert.equal((await chat(service, chatBody({ messages }))).status, 200);
  });

  it('breaks the connection half-way where the question is !cut', async (t) => {
    const service = await serviceFor(t);
    const response = await fetch(`${service.baseUrl}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.active}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(chatBody({ messages: [{ role: 'user', content: '!cut' }], stream: true })),
    });
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
  });
});

describe('size', () => {
  it('answers 413 to a body above the bound, sent whole', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: 'x'.repeat(MAX_BODY_BYTES) }];
    const { status, text } = await chat(service, chatBody({ messages }));
    assert.equal(status, 413);
    assert.match(errorMessage(JSON.parse(text)) ?? '', /bytes/);
  });
});

describe('record', () => {
  it('keeps what came and what was answered', async (t) => {
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
