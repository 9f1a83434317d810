import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ChatReply } from '../contract/chatReply.ts';
import { errorBody } from './refusal.ts';
import type { ReplyPart } from './reply.ts';
import { type ReplyHead, type StreamFormat, streamEncoder } from './streamFormats.ts';

/** How a reply goes out. */
export interface Delivery {
  response: ServerResponse;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
  /** Before the first byte and between two pieces, asked each time; ms. */
  latencyMs: () => number;
}

/** Also without latency this takes a turn of the event loop, in which a closed connection is seen. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await (ms > 0 ? setTimeout(ms, undefined, { signal }) : setImmediate(undefined, { signal }));
}

export function createHead(model: string, inputTokens: number): ReplyHead {
  return { id: `msg_${randomBytes(12).toString('hex')}`, model, inputTokens };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const json = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
  });
  response.end(json);
}

/** A reply in one piece, once all of it is there. */
export async function sendWhole(
  head: ReplyHead,
  parts: AsyncIterable<ReplyPart>,
  { response, signal, latencyMs }: Delivery,
): Promise<void> {
  await pause(latencyMs(), signal);
  let text = '';
  for await (const part of parts) {
    if (part.type === 'text') {
      text += part.text;
      continue;
    }
    const { stopReason, inputTokens, outputTokens } = part.end;
    const reply: ChatReply = {
      id: head.id,
      type: 'message',
      role: 'assistant',
      model: head.model,
      content: [{ type: 'text', text }],
      stop_reason: stopReason,
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    };
    sendJson(response, 200, reply);
  }
}

/**
 * A reply piece by piece. What goes wrong before the first piece is thrown, so that it can become a status;
 * what goes wrong later is said in the stream.
 */
export async function sendStream(
  format: Exclude<StreamFormat, 'off'>,
  head: ReplyHead,
  parts: AsyncIterable<ReplyPart>,
  { response, signal, latencyMs }: Delivery,
): Promise<void> {
  const encoder = streamEncoder(format, head);
  const write = async (text: string): Promise<void> => {
    if (!response.write(text)) {
      await once(response, 'drain', { signal });
    }
  };
  try {
    for await (const part of parts) {
      await pause(latencyMs(), signal);
      if (!response.headersSent) {
        response.writeHead(200, { 'Content-Type': encoder.contentType, 'Cache-Control': 'no-store' });
        await write(encoder.start());
      }
      await write(part.type === 'text' ? encoder.text(part.text) : encoder.end(part.end));
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!response.headersSent) {
      throw error;
    }
    await write(encoder.error(errorBody(500, error instanceof Error ? error.message : String(error))));
  }
  response.end();
}

/** Half of a reply's parts, and then the end of the connection. */
export async function* cutInHalf(
  parts: AsyncIterable<ReplyPart>,
  response: ServerResponse,
): AsyncGenerator<ReplyPart> {
  const texts: ReplyPart[] = [];
  for await (const part of parts) {
    texts.push(part);
  }
  yield* texts.slice(0, Math.ceil(texts.length / 2));
  response.destroy();
}
