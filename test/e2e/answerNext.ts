import type { ChatReply } from '../../src/contract/chatReply.ts';
import type { FaultyService } from '../faults/faultyService.ts';

/** Lets the service answer the next question with this text, in the place of what it would say by itself. */
export function answerNext(service: FaultyService, text: string): void {
  const reply: ChatReply = {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model: 'assistant-sonnet-4',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 412, output_tokens: 168 },
  };
  service.failNext(200, JSON.stringify(reply));
}
