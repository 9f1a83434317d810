import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CATALOGUE } from '../../../src/contract/catalogue.ts';
import { chat, chatBody, models, plainReply, serviceFor, until } from './callService.ts';

describe('GET /models', () => {
  it('lists the five models with their context windows', async (t) => {
    const service = await serviceFor(t);
    const { status, text } = await models(service);
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text), { data: CATALOGUE });
    assert.equal(CATALOGUE.length, 5);
  });
});

describe('POST /chat', () => {
  it('responds with a message object with every documented field', async (t) => {
    const service = await serviceFor(t);
    const reply = await plainReply(service, { model: 'assistant-opus-5', temperature: 0.5 });
    assert.match(reply.id, /^msg_\w+$/);
    assert.equal(reply.type, 'message');
    assert.equal(reply.role, 'assistant');
    assert.equal(reply.model, 'assistant-opus-5');
    assert.equal(reply.stop_reason, 'end_turn');
    assert.deepEqual(
      reply.content.map(({ type }) => type),
      ['text'],
    );
    assert.equal(reply.usage.input_tokens, 1);
    assert.ok(reply.usage.output_tokens > 20);
  });

  it('gives each reply a unique id', async (t) => {
    const service = await serviceFor(t);
    assert.notEqual((await plainReply(service)).id, (await plainReply(service)).id);
  });

  it('truncates the reply at max_tokens and reports it', async (t) => {
    const service = await serviceFor(t);
    const whole = await plainReply(service);
    const cut = await plainReply(service, { max_tokens: 7 });
    assert.equal(cut.stop_reason, 'max_tokens');
    assert.equal(cut.usage.output_tokens, 7);
    const text = cut.content[0]?.text ?? '';
    assert.ok(text.length > 10 && whole.content[0]?.text.startsWith(text));
  });

  it('does not report a reply of exactly max_tokens as truncated', async (t) => {
    const service = await serviceFor(t);
    const { usage } = await plainReply(service);
    const reply = await plainReply(service, { max_tokens: usage.output_tokens });
    assert.equal(reply.stop_reason, 'end_turn');
  });

  it('counts the tokens of all messages', async (t) => {
    const service = await serviceFor(t);
    const messages = [
      { role: 'user', content: 'one two' },
      { role: 'assistant', content: 'three' },
      { role: 'user', content: 'four' },
    ];
    assert.equal((await plainReply(service, { messages })).usage.input_tokens, 4);
  });

  it('rejects a conversation that fills the context window, but accepts it with a larger one', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: 'word '.repeat(200_000) }];
    const refused = await chat(service, chatBody({ messages }));
    assert.equal(refused.status, 422);
    assert.equal(JSON.parse(refused.text).error.param, 'messages');
    const taken = await chat(service, chatBody({ messages, model: 'assistant-fable-5' }));
    assert.equal(taken.status, 200);
  });

  it('truncates the reply at the end of the context window', async (t) => {
    const service = await serviceFor(t);
    const messages = [{ role: 'user', content: 'word '.repeat(199_988).trim() }];
    const reply = await plainReply(service, { messages });
    assert.equal(reply.usage.input_tokens, 199_988);
    assert.equal(reply.usage.output_tokens, 12);
    assert.equal(reply.stop_reason, 'max_tokens');
  });

  it('delays the reply by the latency', async (t) => {
    const service = await serviceFor(t, { latencyMs: 600_000 });
    const stop = new AbortController();
    const pending = assert.rejects(
      fetch(`${service.baseUrl}/chat`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.keys.active}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(chatBody()),
        signal: stop.signal,
      }),
    );
    await until(() => service.requests[0]?.body !== undefined);
    assert.equal((await models(service)).status, 200);
    assert.equal(service.requests[0]?.status, undefined);
    stop.abort();
    await pending;
    service.setLatency(0);
    assert.equal((await chat(service, chatBody())).status, 200);
  });
});
