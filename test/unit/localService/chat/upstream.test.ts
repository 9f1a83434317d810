import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { errorMessageOf } from '../../../../src/contract/errorBody.ts';
import type { LocalService, StreamFormat } from '../../../../src/localService/server.ts';
import { chat, chatBody, chatRequest, plainReply, serviceFor, until } from '../callService.ts';

const API_KEY = 'upstream-key-1234';

interface Received {
  path: string | undefined;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** A second server that speaks the other protocol, and the service in front of it. */
async function behindUpstream(
  t: TestContext,
  reply: (response: ServerResponse) => void,
  stream: StreamFormat = 'sse',
): Promise<{ service: LocalService; received: Received[]; baseUrl: string }> {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) {
      body += String(chunk);
    }
    received.push({
      path: request.url,
      authorization: request.headers.authorization,
      body: JSON.parse(body),
    });
    reply(response);
  };
  const upstream = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    upstream.close();
    upstream.closeAllConnections();
  });
  const { port } = upstream.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const service = await serviceFor(t, { stream, upstream: { baseUrl, model: 'tiny', apiKey: API_KEY } });
  return { service, received, baseUrl };
}

function chunk(content: string | null, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'x', choices })}\n\n`;
}

function streamOf(...frames: string[]): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(frames.join(''));
  };
}

const USAGE = 'data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":22}}\n\n';
const DONE = 'data: [DONE]\n\n';
const GOOD = streamOf(chunk(null), chunk('Hello '), chunk('there'), chunk(null, 'stop'), USAGE, DONE);

describe('a service with an upstream', () => {
  it('asks it for the conversation under its own name for the model, with its own key', async (t) => {
    const { service, received } = await behindUpstream(t, GOOD);
    await plainReply(service, { max_tokens: 9, temperature: 0.25 });
    assert.deepEqual(received, [
      {
        path: '/v1/chat/completions',
        authorization: `Bearer ${API_KEY}`,
        body: {
          model: 'tiny',
          messages: [{ role: 'user', content: 'Hello' }],
          max_tokens: 9,
          temperature: 0.25,
          stream: true,
          stream_options: { include_usage: true },
        },
      },
    ]);
  });

  it('answers with its text and its numbers of tokens', async (t) => {
    const { service } = await behindUpstream(t, GOOD);
    const reply = await plainReply(service);
    assert.equal(reply.content[0]?.text, 'Hello there');
    assert.equal(reply.model, 'assistant-haiku');
    assert.equal(reply.stop_reason, 'end_turn');
    assert.deepEqual(reply.usage, { input_tokens: 11, output_tokens: 22 });
  });

  it('counts itself where the upstream gives no numbers, and takes [DONE] or a finish_reason as the end', async (t) => {
    for (const reply of [streamOf(chunk('One two'), chunk('', 'stop')), streamOf(chunk('One two'), DONE)]) {
      const { service } = await behindUpstream(t, reply);
      assert.deepEqual((await plainReply(service)).usage, { input_tokens: 1, output_tokens: 2 });
    }
  });

  it('says that the upstream reached its limit', async (t) => {
    const { service } = await behindUpstream(t, streamOf(chunk('One', 'length'), DONE));
    assert.equal((await plainReply(service)).stop_reason, 'max_tokens');
  });

  it('streams it in each format', async (t) => {
    for (const stream of ['sse', 'choices', 'ndjson'] as const) {
      const { service } = await behindUpstream(t, GOOD, stream);
      const { status, text } = await chat(service, chatBody({ stream: true }));
      assert.equal(status, 200);
      assert.match(text, /"Hello ".*"there".*tokens":22/s);
    }
  });

  it('keeps its own keys, limits and checks', async (t) => {
    const { service, received } = await behindUpstream(t, GOOD);
    assert.equal((await chat(service, chatBody(), 'wrong')).status, 401);
    assert.equal((await chat(service, chatBody({ temperature: 2 }))).status, 422);
    assert.equal((await chat(service, chatBody({ model: 'tiny' }))).status, 404);
    assert.equal(received.length, 0);
  });

  it('answers 500 that names the upstream and hides its key, for an error of any status', async (t) => {
    const { service, baseUrl } = await behindUpstream(t, (response) => {
      response.writeHead(404, { 'Content-Type': 'application/json' });
      response.end(`{"error":{"message":"no model tiny for ${API_KEY}"}}`);
    });
    for (const stream of [false, true]) {
      const { status, text } = await chat(service, chatBody({ stream }));
      assert.equal(status, 500);
      const message = errorMessageOf(JSON.parse(text)) ?? '';
      assert.ok(message.includes(baseUrl), message);
      assert.match(message, /answered 404: no model tiny/);
      assert.ok(!message.includes(API_KEY));
    }
  });

  it('answers 500 where nothing listens at the address', async (t) => {
    const gone = await serviceFor(t);
    await gone.close();
    const service = await serviceFor(t, { upstream: { baseUrl: gone.baseUrl, model: 'tiny' } });
    const { status, text } = await chat(service, chatBody());
    assert.equal(status, 500);
    assert.match(text, /cannot be reached: .*ECONNREFUSED/);
  });

  it('answers 500 where the answer is cut or is no reply, as long as nothing was sent', async (t) => {
    for (const [reply, words] of [
      [streamOf(chunk('Hal')), /before its reply was complete/],
      [streamOf(), /before its reply was complete/],
      [streamOf('data: <html>\n\n'), /not a reply: <html>/],
      [streamOf('data: {"error":{"message":"out of memory"}}\n\n'), /out of memory/],
    ] as const) {
      const { service } = await behindUpstream(t, reply);
      const { status, text } = await chat(service, chatBody());
      assert.equal(status, 500);
      assert.match(text, words);
    }
  });

  it('says in the stream that the upstream broke off, and sends no end', async (t) => {
    for (const stream of ['sse', 'choices', 'ndjson'] as const) {
      const { service } = await behindUpstream(
        t,
        streamOf(chunk('Hal'), 'data: {"error":"full"}\n\n'),
        stream,
      );
      const { status, text } = await chat(service, chatBody({ stream: true }));
      assert.equal(status, 200);
      assert.match(text, /"Hal".*"error":\{"type":"server_error","message":"The upstream [^"]*full/s);
      assert.doesNotMatch(text, /message_stop|\[DONE\]/);
    }
  });

  it('closes the connection to the upstream when the client leaves', async (t) => {
    let closed = false;
    const { service } = await behindUpstream(t, (response) => {
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(chunk('Hello'));
    });
    const stop = new AbortController();
    const request = { ...chatRequest(service, chatBody({ stream: true })), signal: stop.signal };
    const response = await fetch(`${service.baseUrl}/chat`, request);
    assert.ok((await response.body?.getReader().read())?.value);
    assert.equal(closed, false);
    stop.abort();
    await until(() => closed);
    await until(() => service.requests[0]?.aborted === true);
  });
});
