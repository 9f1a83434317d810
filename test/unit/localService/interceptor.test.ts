import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpError } from '../../../src/localService/http/httpError.ts';
import { jsonResponse } from '../../../src/localService/http/response.ts';
import { chat, chatBody, models, serviceFor } from './callService.ts';

describe('an interceptor', () => {
  it('is called for every request except preflights, with its operation', async (t) => {
    const seen: (string | undefined)[][] = [];
    const service = await serviceFor(t, {
      intercept: ({ path }, operation, next) => {
        seen.push([path, operation]);
        return next();
      },
    });
    await fetch(`${service.baseUrl}/chat`, { method: 'OPTIONS' });
    assert.equal((await models(service)).status, 200);
    assert.equal((await chat(service, chatBody())).status, 200);
    assert.equal((await fetch(new URL('/control/requests', service.baseUrl))).status, 200);
    assert.equal((await fetch(`${service.baseUrl}/nothing`)).status, 401);
    assert.deepEqual(seen, [
      ['/api/v1/models', 'models'],
      ['/api/v1/chat', 'chat'],
      ['/control/requests', undefined],
      ['/api/v1/nothing', undefined],
    ]);
  });

  it('can change the parts and the format of a reply', async (t) => {
    const service = await serviceFor(t, {
      intercept: (_request, _operation, next) =>
        next({
          stream: 'off',
          async *parts(parts) {
            yield { type: 'text', text: 'Before: ' };
            yield* parts;
          },
        }),
    });
    const { text } = await chat(service, chatBody({ stream: true }));
    assert.match(JSON.parse(text).content[0].text, /^Before: ./);
  });

  it('can respond in place of the service, also by throwing an HttpError', async (t) => {
    let calls = 0;
    const service = await serviceFor(t, {
      intercept: () => {
        calls += 1;
        if (calls === 1) {
          throw new HttpError(422, 'No.');
        }
        return jsonResponse(201, {});
      },
    });
    assert.equal((await models(service)).status, 422);
    assert.equal((await models(service)).status, 201);
  });

  it('gets the error response of an invalid request', async (t) => {
    const service = await serviceFor(t, {
      intercept: async (_request, _operation, next) => {
        const response = await next();
        return response.type === 'http'
          ? { ...response, headers: { ...response.headers, 'X-Seen': 'yes' } }
          : response;
      },
    });
    const { status, headers } = await models(service, 'wrong');
    assert.deepEqual([status, headers.get('x-seen')], [401, 'yes']);
  });
});
