import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import {
  choiceChunkSchema,
  choiceSchema,
  messageDeltaSchema,
  messageEventSchema,
} from '../../../../src/contract/streamEvent.ts';
import { chat, chatBody, chatRequest, plainReply, serviceFor, until } from '../callService.ts';
import { ask, open, requestBytes } from '../rawHttp.ts';

const question = { messages: [{ role: 'user', content: 'Hello' }] };

/** Splits a text at blank lines, and each part into lines. */
function frames(text: string): string[][] {
  assert.ok(text.endsWith('\n\n'));
  return text
    .slice(0, -2)
    .split('\n\n')
    .map((frame) => frame.split('\n'));
}

function checkMessageFamily(events: unknown[], expected: { text: string; outputTokens: number }): void {
  const parsed = events.map((event) => messageEventSchema.parse(event));
  const types = parsed.map(({ type }) => type);
  const deltas = parsed.filter(({ type }) => type === 'content_block_delta');
  assert.deepEqual(types.slice(0, 3), ['message_start', 'content_block_start', 'content_block_delta']);
  assert.deepEqual(types.slice(-4), [
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  assert.ok(deltas.length > 5, 'the text arrives in pieces');
  assert.equal(deltas.map(({ delta }) => messageDeltaSchema.parse(delta).text).join(''), expected.text);
  assert.match(JSON.stringify(events[0]), /"id":"msg_/);
  assert.equal(parsed[0]?.message?.model, 'assistant-haiku');
  assert.equal(parsed[0]?.message?.usage?.input_tokens, 1);
  const end = parsed.at(-2);
  assert.equal(messageDeltaSchema.parse(end?.delta).stop_reason, 'end_turn');
  assert.deepEqual(end?.usage, { input_tokens: 1, output_tokens: expected.outputTokens });
}

describe('streamed replies', () => {
  it('are named events of the message family with sse', async (t) => {
    const service = await serviceFor(t);
    const plain = await plainReply(service, question);
    const { headers, text } = await chat(service, chatBody({ ...question, stream: true }));
    assert.match(headers.get('content-type') ?? '', /^text\/event-stream/);
    const events = frames(text).map(([name = '', data = '']) => {
      const event = JSON.parse(data.replace(/^data: /, ''));
      assert.equal(name, `event: ${event.type}`);
      return event;
    });
    checkMessageFamily(events, {
      text: plain.content[0]?.text ?? '',
      outputTokens: plain.usage.output_tokens,
    });
  });

  it('are the same events, one per line, with ndjson', async (t) => {
    const service = await serviceFor(t, { stream: 'ndjson' });
    const plain = await plainReply(service, question);
    const { headers, text } = await chat(service, chatBody({ ...question, stream: true }));
    assert.match(headers.get('content-type') ?? '', /^application\/x-ndjson/);
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    checkMessageFamily(events, {
      text: plain.content[0]?.text ?? '',
      outputTokens: plain.usage.output_tokens,
    });
  });

  it('are chunks with delta.content, then the usage, then [DONE] with choices', async (t) => {
    const service = await serviceFor(t, { stream: 'choices' });
    const plain = await plainReply(service, question);
    const { headers, text } = await chat(service, chatBody({ ...question, stream: true }));
    assert.match(headers.get('content-type') ?? '', /^text\/event-stream/);
    const data = frames(text).map(([line = '']) => line.replace(/^data: /, ''));
    assert.equal(data.pop(), '[DONE]');
    const chunks = data.map((json) => choiceChunkSchema.parse(JSON.parse(json)));
    assert.deepEqual(chunks.at(-1)?.choices, []);
    assert.equal(chunks.at(-1)?.usage?.prompt_tokens, 1);
    assert.equal(chunks.at(-1)?.usage?.completion_tokens, plain.usage.output_tokens);
    assert.equal(choiceSchema.parse(chunks.at(-2)?.choices[0]).finish_reason, 'stop');
    const content = chunks
      .map(({ choices: [first = {}] }) => choiceSchema.parse(first).delta?.content ?? '')
      .join('');
    assert.equal(content, plain.content[0]?.text);
    assert.ok(chunks.length > 8);
  });

  it('are not streamed with off, even if the request asks for it', async (t) => {
    const service = await serviceFor(t, { stream: 'off' });
    const { headers, text } = await chat(service, chatBody({ stream: true }));
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(JSON.parse(text).type, 'message');
  });

  it('report in each format that max_tokens was reached', async (t) => {
    for (const [stream, reason] of [
      ['sse', /"stop_reason":"max_tokens"/],
      ['ndjson', /"stop_reason":"max_tokens"/],
      ['choices', /"finish_reason":"length"/],
    ] as const) {
      const service = await serviceFor(t, { stream });
      const { text } = await chat(service, chatBody({ stream: true, max_tokens: 5 }));
      assert.match(text, reason);
      assert.match(text, /"(output|completion)_tokens":5\b/);
    }
  });

  it('are only sent if stream is true', async (t) => {
    const service = await serviceFor(t);
    const { headers } = await chat(service, chatBody({ stream: false }));
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
  });
});

describe('a request whose client disconnects', () => {
  it('is recorded as aborted in the middle of the stream', async (t) => {
    const service = await serviceFor(t, { latencyMs: 5 });
    const stop = new AbortController();
    const body = chatBody({ messages: [{ role: 'user', content: '!long 5000' }], stream: true });
    const request = { ...chatRequest(service, body), signal: stop.signal };
    const response = await fetch(`${service.baseUrl}/chat`, request);
    const reader = response.body?.getReader();
    assert.ok((await reader?.read())?.value?.length);
    assert.equal(service.requests[0]?.aborted, false);
    stop.abort();
    await until(() => service.requests[0]?.aborted === true);
    assert.equal(service.requests[0]?.status, 200);
  });

  it('is recorded as aborted before the first byte', async (t) => {
    const service = await serviceFor(t, { latencyMs: 600_000 });
    const stop = new AbortController();
    const request = { ...chatRequest(service, chatBody()), signal: stop.signal };
    const pending = assert.rejects(fetch(`${service.baseUrl}/chat`, request));
    await until(() => service.requests[0]?.body !== undefined);
    stop.abort();
    await pending;
    await until(() => service.requests[0]?.aborted === true);
    assert.equal(service.requests[0]?.status, undefined);
  });

  it('is recorded as aborted while it is being received', async (t) => {
    const service = await serviceFor(t);
    const socket = open(service);
    socket.write(requestBytes(service).slice(0, -10));
    await until(() => service.requests.length === 1);
    assert.equal(service.requests[0]?.aborted, false);
    socket.destroy();
    await until(() => service.requests[0]?.aborted === true);
    assert.equal(service.requests[0]?.status, undefined);
  });

  it('is recorded as aborted between two events, after FIN and after RST', async (t) => {
    const service = await serviceFor(t, { latencyMs: 5 });
    for (const closeSocket of ['end', 'destroy', 'resetAndDestroy'] as const) {
      const socket = open(service);
      socket.on('error', () => {});
      socket.write(requestBytes(service, { messages: [{ role: 'user', content: '!long 5000' }] }));
      await once(socket, 'data');
      socket[closeSocket]();
      await until(() => service.requests.at(-1)?.aborted === true);
      assert.equal(service.requests.at(-1)?.status, 200);
    }
  });

  it('is not recorded as aborted if the service closes the connection', async (t) => {
    const service = await serviceFor(t);
    await ask(service, { messages: [{ role: 'user', content: '!cut' }] });
    assert.equal(service.requests.at(-1)?.aborted, false);
  });

  it('is not recorded as aborted after the complete response', async (t) => {
    const service = await serviceFor(t);
    await chat(service, chatBody({ stream: true }));
    await chat(service, chatBody());
    assert.deepEqual(
      service.requests.map(({ aborted }) => aborted),
      [false, false],
    );
  });

  it('is disconnected when the service closes', async (t) => {
    const service = await serviceFor(t, { latencyMs: 600_000 });
    const pending = assert.rejects(fetch(`${service.baseUrl}/chat`, chatRequest(service, chatBody())));
    await until(() => service.requests[0]?.body !== undefined);
    await service.close();
    await pending;
    await assert.rejects(fetch(`${service.baseUrl}/models`));
  });
});
