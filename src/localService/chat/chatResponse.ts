import { randomBytes } from 'node:crypto';
import type { ChatReply } from '../../contract/chatReply.ts';
import { delay } from '../http/delay.ts';
import { createErrorBody } from '../http/httpError.ts';
import { type HttpResponse, jsonResponse } from '../http/response.ts';
import type { ReplyHead, ReplyPart } from './reply.ts';
import { createStreamEncoder, type StreamEncoder, type StreamFormat } from './streamFormats.ts';

/** How a reply is sent. */
interface Delivery {
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Delay before the first byte and between chunks, in ms. Called before each delay. */
  latencyMs: () => number;
}

export function createReplyHead(model: string, inputTokens: number): ReplyHead {
  return { id: `msg_${randomBytes(12).toString('hex')}`, model, inputTokens };
}

/** Sends the reply as one JSON document once it is complete. The body is empty if the reply has no end. */
export async function plainResponse(
  head: ReplyHead,
  parts: AsyncIterable<ReplyPart>,
  { signal, latencyMs }: Delivery,
): Promise<HttpResponse> {
  await delay(latencyMs(), signal);
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
    return jsonResponse(200, reply);
  }
  return { ...jsonResponse(200, ''), body: '' };
}

/**
 * Streams the reply, one event per chunk. Rejects if the first part fails, so that the error gets an HTTP status.
 * Later errors are sent as stream events.
 */
export async function streamResponse(
  format: Exclude<StreamFormat, 'off'>,
  head: ReplyHead,
  parts: AsyncIterable<ReplyPart>,
  delivery: Delivery,
): Promise<HttpResponse> {
  const encoder = createStreamEncoder(format, head);
  const rest = parts[Symbol.asyncIterator]();
  const first = await rest.next();
  await delay(delivery.latencyMs(), delivery.signal);
  return {
    type: 'http',
    status: 200,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' },
    body: encodeParts(encoder, first, rest, delivery),
  };
}

async function* encodeParts(
  encoder: StreamEncoder,
  first: IteratorResult<ReplyPart>,
  rest: AsyncIterator<ReplyPart>,
  { signal, latencyMs }: Delivery,
): AsyncGenerator<string> {
  try {
    yield* encoder.start();
    for (let next = first; !next.done; next = await rest.next()) {
      if (next !== first) {
        await delay(latencyMs(), signal);
      }
      yield* next.value.type === 'text' ? [encoder.text(next.value.text)] : encoder.end(next.value.end);
    }
  } catch (error) {
    signal.throwIfAborted();
    yield encoder.error(createErrorBody(500, error instanceof Error ? error.message : String(error)));
  }
}

/** Yields the first half of a reply's parts, then calls `close`. */
export async function* cutInHalf(
  parts: AsyncIterable<ReplyPart>,
  close: () => void,
): AsyncGenerator<ReplyPart> {
  const texts: ReplyPart[] = [];
  for await (const part of parts) {
    texts.push(part);
  }
  yield* texts.slice(0, Math.ceil(texts.length / 2));
  close();
}
