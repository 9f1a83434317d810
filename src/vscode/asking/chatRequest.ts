import { defined } from '../../base/defined.ts';
import type { ChatRequest } from '../../contract/chatRequest.ts';
import type { ReplyRequest } from '../../core/asking/chatSessionPorts.ts';
import { readChatSettings } from '../settings.ts';

/** A request as the client takes it, with what the settings say about it now. */
export function chatRequest({ model, messages, maxTokens }: ReplyRequest): ChatRequest {
  const { temperature, stream } = readChatSettings();
  return {
    model,
    messages,
    ...defined({ max_tokens: maxTokens, temperature }),
    ...(stream && { stream: true }),
  };
}
