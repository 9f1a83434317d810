import { randomBytes } from 'node:crypto';
import type { ChatReply } from '../../contract/chatReply.ts';
import { delay } from '../http/delay.ts';
import { createErrorBody } from '../http/httpError.ts';
import { type HttpResponse, jsonResponse } from '../http/response.ts';
import type { ReplyHead, ReplyPart } from './reply.ts';
import { createStreamEncoder, type StreamEncoder, type StreamFormat } from './streamFormats.ts';

/** The pace at which a reply goes out. */
interface Delivery {
  /** Aborted when the client is gone. */
  signal: AbortSignal;
  /** Before the first byte and between two pieces, asked each time; ms. */
  latencyMs: () => number;
}

export function createReplyHead(model: string, inputTokens: number): ReplyHead {
  return { id: `msg_${randomBytes(12).toString('hex')}`, model, inputTokens };
}

/** A reply in one piece, once all of it is there. One that has no end is empty. */
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
 * A reply event by event, each a piece of its own. What goes wrong before the first part is thrown, so that it
 * can become a status; what goes wrong later is said in the stream.
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
    headers: { 'Content-Type': encoder.contentType, 'Cache-Control': 'no-store' },
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

/** Half of a reply's parts, and then the end of the connection. */
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
