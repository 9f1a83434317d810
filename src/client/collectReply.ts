import type { ChatReply, StopReason } from '../contract/chatReply.ts';
import type { ReplyEvent, TokenUsage } from '../contract/replyEvent.ts';
import { failed, type Outcome } from './outcome.ts';

/**
 * A whole reply out of its events, in the documented shape with one text block. A reply that fails on the way
 * is a failure: whoever wants the part that came reads the events.
 */
export async function collectReply(events: AsyncIterable<ReplyEvent>): Promise<Outcome<ChatReply>> {
  const texts: string[] = [];
  let about: { model?: string; id?: string } = {};
  let usage: TokenUsage = {};
  let stopReason: StopReason = 'end_turn';
  for await (const event of events) {
    switch (event.type) {
      case 'started': {
        const { type: _, ...rest } = event;
        about = rest;
        break;
      }
      case 'text':
        texts.push(event.text);
        break;
      case 'usage':
        usage = { ...usage, ...event.usage };
        break;
      case 'cutAtLimit':
        stopReason = 'max_tokens';
        break;
      case 'failed':
        return failed(event.failure);
      case 'finished':
      case 'stopped':
      case 'sending':
      case 'withheld':
      case 'waiting':
        break;
    }
  }
  return {
    ok: true,
    value: {
      ...about,
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: texts.join('') }],
      stop_reason: stopReason,
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    },
  };
}
