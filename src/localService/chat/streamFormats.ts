import type { ErrorBody } from '../../contract/errorBody.ts';
import { DONE_MARKER } from '../../contract/streamEvent.ts';
import type { ReplyEnd, ReplyHead } from './reply.ts';

/**
 * Formats of streamed replies. The service interface does not specify one, so the service supports the likely ones:
 * server-sent events of the `message_start` family and of the `choices` family. With `off`, replies are not streamed even
 * if the request asks for it.
 */
export const STREAM_FORMATS = ['sse', 'choices', 'off'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

/** Encodes one streamed reply: a start, any number of texts, then an end or an error. */
export interface StreamEncoder {
  start(): string[];
  text(text: string): string;
  end(end: ReplyEnd): string[];
  /** Encodes an error in the middle of the stream. No end follows. */
  error(body: ErrorBody): string;
}

function createMessageEncoder(head: ReplyHead): StreamEncoder {
  const write = (event: { type: string }): string =>
    `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const index = 0;
  return {
    start() {
      const usage = { input_tokens: head.inputTokens, output_tokens: 0 };
      const message = { id: head.id, type: 'message', role: 'assistant', model: head.model, content: [] };
      const started = { type: 'message_start', message: { ...message, stop_reason: null, usage } };
      const block = { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
      return [write(started), write(block)];
    },
    text(text) {
      const event = { type: 'content_block_delta', index, delta: { type: 'text_delta', text } };
      return write(event);
    },
    end({ stopReason, inputTokens, outputTokens }) {
      const usage = { input_tokens: inputTokens, output_tokens: outputTokens };
      const ended = { type: 'message_delta', delta: { stop_reason: stopReason }, usage };
      const blockStop = { type: 'content_block_stop', index };
      return [write(blockStop), write(ended), write({ type: 'message_stop' })];
    },
    error(body) {
      const event = { type: 'error', ...body };
      return write(event);
    },
  };
}

function createChoicesEncoder(head: ReplyHead): StreamEncoder {
  const created = Math.floor(Date.now() / 1000);
  const frame = { id: head.id, object: 'chat.completion.chunk', created, model: head.model };
  const write = (chunk: object): string => `data: ${JSON.stringify({ ...frame, ...chunk })}\n\n`;
  const choice = (delta: object, finishReason: string | null): string =>
    write({ choices: [{ index: 0, delta, finish_reason: finishReason }] });
  return {
    start: () => [choice({ role: 'assistant', content: '' }, null)],
    text: (text) => choice({ content: text }, null),
    end({ stopReason, inputTokens, outputTokens }) {
      const usage = {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      };
      const last = choice({}, stopReason === 'max_tokens' ? 'length' : 'stop');
      return [last, write({ choices: [], usage }), `data: ${DONE_MARKER}\n\n`];
    },
    error: (body) => `data: ${JSON.stringify(body)}\n\n`,
  };
}

export function createStreamEncoder(format: Exclude<StreamFormat, 'off'>, head: ReplyHead): StreamEncoder {
  switch (format) {
    case 'sse':
      return createMessageEncoder(head);
    case 'choices':
      return createChoicesEncoder(head);
  }
}
