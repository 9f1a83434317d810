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

/** Starts an upstream server and a service that forwards to it. */
async function behindUpstream(
  t: TestContext,
  reply: (response: ServerResponse) => void,
  stream: StreamFormat = 'sse',
): Promise<{ service: LocalService; received: Received[]; baseUrl: string }> {
  const received: Received[] = [];
  const handleRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
    void handleRequest(request, response);
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
  it('sends the conversation with the model name and API key of the upstream', async (t) => {
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

  it('responds with the text and usage of the upstream', async (t) => {
    const { service } = await behindUpstream(t, GOOD);
    const reply = await plainReply(service);
    assert.equal(reply.content[0]?.text, 'Hello there');
    assert.equal(reply.model, 'assistant-haiku');
    assert.equal(reply.stop_reason, 'end_turn');
    assert.deepEqual(reply.usage, { input_tokens: 11, output_tokens: 22 });
  });

  it('responds with 500 that names the upstream and masks its key if the upstream responds with an error', async (t) => {
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

  it('responds with 500 if the reply of the upstream is invalid or incomplete and nothing was sent yet', async (t) => {
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

  it('sends an error event and no end if the upstream fails in the middle of the stream', async (t) => {
    for (const stream of ['sse', 'choices'] as const) {
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

  it('closes the connection to the upstream when the client disconnects', async (t) => {
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
