import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choiceChunkSchema, messageEventSchema } from '../../../../src/contract/streamEvent.ts';
import { chat, chatBody, chatRequest, serviceFor, until } from '../callService.ts';
import { ask } from '../rawHttp.ts';

/** The client reads more than is documented. These tests check that the service sends nothing else. */
describe('streamed replies', () => {
  it('are named events of the message family with sse', async (t) => {
    const service = await serviceFor(t);
    const { text } = await chat(service, chatBody({ stream: true }));
    const types = text
      .trimEnd()
      .split('\n\n')
      .map((frame) => {
        const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
        const { type } = messageEventSchema.parse(JSON.parse(data));
        assert.equal(name, type);
        return type;
      });
    assert.ok(
      types.filter((type) => type === 'content_block_delta').length > 5,
      'the text arrives in pieces',
    );
    assert.deepEqual(types.slice(0, 2), ['message_start', 'content_block_start']);
    assert.deepEqual(types.slice(-3), ['content_block_stop', 'message_delta', 'message_stop']);
  });

  it('are chunks, then the usage, then [DONE] with choices', async (t) => {
    const service = await serviceFor(t, { stream: 'choices' });
    const { text } = await chat(service, chatBody({ stream: true }));
    const data = text
      .trimEnd()
      .split('\n\n')
      .map((line) => line.replace(/^data: /, ''));
    assert.equal(data.pop(), '[DONE]');
    const chunks = data.map((json) => choiceChunkSchema.parse(JSON.parse(json)));
    assert.deepEqual(chunks.at(-1)?.choices, []);
    assert.ok((chunks.at(-1)?.usage?.completion_tokens ?? 0) > 5);
  });
});

// Tests of Stop rely on what is recorded as aborted.
describe('a request', () => {
  it('is recorded as aborted if the client disconnects in the middle of the stream', async (t) => {
    const service = await serviceFor(t, { latencyMs: 5 });
    const stop = new AbortController();
    const body = chatBody({ messages: [{ role: 'user', content: '!long 5000' }], stream: true });
    const request = { ...chatRequest(service, body), signal: stop.signal };
    const response = await fetch(`${service.baseUrl}/chat`, request);
    assert.ok((await response.body?.getReader().read())?.value?.length);
    assert.equal(service.requests[0]?.aborted, false);
    stop.abort();
    await until(() => service.requests[0]?.aborted === true);
  });

  it('is not recorded as aborted after the complete response, or if the service closes the connection', async (t) => {
    const service = await serviceFor(t);
    await chat(service, chatBody({ stream: true }));
    await chat(service, chatBody());
    const cut = await ask(service, { messages: [{ role: 'user', content: '!cut' }] });
    assert.equal(cut.complete, false);
    assert.deepEqual(
      service.requests.map(({ aborted }) => aborted),
      [false, false, false],
    );
  });
});
