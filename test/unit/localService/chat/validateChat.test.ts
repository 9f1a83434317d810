import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chat, chatBody, serviceFor } from '../callService.ts';

const user = { role: 'user', content: 'Hello' };

describe('validation of POST /chat', () => {
  const refused: [field: string, body: unknown][] = [
    ['body', '{"model":'],
    ['body', ''],
    ['body', '[]'],
    ['model', chatBody({ model: undefined })],
    ['model', chatBody({ model: '' })],
    ['model', chatBody({ model: 5 })],
    ['messages', chatBody({ messages: undefined })],
    ['messages', chatBody({ messages: [] })],
    ['messages', chatBody({ messages: 'Hello' })],
    ['messages[0]', chatBody({ messages: ['Hello'] })],
    ['messages[0].role', chatBody({ messages: [{ content: 'Hello' }] })],
    ['messages[1].role', chatBody({ messages: [user, { role: 'system', content: 'Hello' }] })],
    ['messages[0].content', chatBody({ messages: [{ role: 'user', content: [{ type: 'text' }] }] })],
    ['messages[0].name', chatBody({ messages: [{ ...user, name: 'x' }] })],
    ['max_tokens', chatBody({ max_tokens: 0 })],
    ['max_tokens', chatBody({ max_tokens: 1.5 })],
    ['max_tokens', chatBody({ max_tokens: null })],
    ['temperature', chatBody({ temperature: 1.01 })],
    ['temperature', chatBody({ temperature: -0.1 })],
    ['stream', chatBody({ stream: 'yes' })],
    ['top_p', chatBody({ top_p: 1 })],
  ];

  it('responds with 422 that names the field in param and message', async (t) => {
    const service = await serviceFor(t, { requestsPerMinute: 1000 });
    for (const [field, body] of refused) {
      const { status, text } = await chat(service, body);
      assert.equal(status, 422, field);
      const { error } = JSON.parse(text);
      assert.equal(error.param, field);
      assert.ok(error.message.startsWith(`${field} `), error.message);
      assert.doesNotMatch(error.message, /be valid/, 'says what the field must be');
    }
  });

  it('accepts the limits of every field', async (t) => {
    const service = await serviceFor(t);
    for (const changes of [
      { temperature: 0 },
      { temperature: 1 },
      { max_tokens: 1 },
      { stream: false },
      { messages: [user, { role: 'assistant', content: '' }, user] },
    ]) {
      assert.equal((await chat(service, chatBody(changes))).status, 200, JSON.stringify(changes));
    }
  });

  it('responds with 422 if the Content-Type is not JSON', async (t) => {
    const service = await serviceFor(t);
    const response = await fetch(`${service.baseUrl}/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.active}` },
      body: JSON.stringify(chatBody()),
    });
    assert.equal(response.status, 422);
    assert.equal((await response.json()).error.param, 'Content-Type');
  });
});

describe('validation with stricter options', () => {
  it('rejects every role but user with rejectRoles', async (t) => {
    const service = await serviceFor(t, { rejectRoles: true });
    const messages = [user, { role: 'assistant', content: 'Hi' }, user];
    const { status, text } = await chat(service, chatBody({ messages }));
    assert.equal(status, 422);
    assert.equal(JSON.parse(text).error.param, 'messages[1].role');
    assert.equal((await chat(service, chatBody())).status, 200);
  });

  it('rejects stream: true with rejectStream', async (t) => {
    const service = await serviceFor(t, { rejectStream: true });
    const { status, text } = await chat(service, chatBody({ stream: true }));
    assert.equal(status, 422);
    assert.equal(JSON.parse(text).error.param, 'stream');
    assert.equal((await chat(service, chatBody({ stream: false }))).status, 200);
  });
});
