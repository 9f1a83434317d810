import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorMessageOf } from '../../../../src/contract/errorBody.ts';
import { chat, chatBody, serviceFor } from '../callService.ts';

describe('directives in a question', () => {
  it('set the status of the response with !status', async (t) => {
    const service = await serviceFor(t);
    for (const status of [401, 403, 404, 422, 429, 500, 503]) {
      const messages = [{ role: 'user', content: `Please fail:\n!status ${status}` }];
      const response = await chat(service, chatBody({ messages, stream: true }));
      assert.equal(response.status, status);
      assert.match(errorMessageOf(JSON.parse(response.text)) ?? '', new RegExp(`status ${status}`));
      assert.equal(response.headers.has('retry-after'), status === 429);
    }
  });

  it('have no effect in an earlier paragraph, which may be a failed question', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: '!status 500\n\nAnd now?' }];
    assert.equal((await chat(service, chatBody({ messages }))).status, 200);
  });

  it('have no effect in code', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: '```text\n!status 500\n```\n\nWhat is this?' }];
    assert.equal((await chat(service, chatBody({ messages }))).status, 200);
  });

  it('close the connection in the middle of the reply with !cut', async (t) => {
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
