import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorMessageOf } from '../../../../src/contract/errorBody.ts';
import { chat, chatBody, serviceFor } from '../callService.ts';

describe('failures on demand', () => {
  it('answers a question that holds a line !status with that status', async (t) => {
    const service = await serviceFor(t);
    for (const status of [401, 403, 404, 422, 429, 500, 503]) {
      const messages = [{ role: 'user', content: `Please fail:\n!status ${status}` }];
      const answer = await chat(service, chatBody({ messages, stream: true }));
      assert.equal(answer.status, status);
      assert.match(errorMessageOf(JSON.parse(answer.text)) ?? '', new RegExp(`status ${status}`));
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
