import type { ChatRequest } from '../contract/chatRequest.ts';

/**
 * The body of a request as it goes out, and as it is shown to the user: readable, and always the same text for the same
 * request, whoever puts it together in whichever order.
 */
export function encodeRequest({ model, messages, max_tokens, temperature, stream }: ChatRequest): string {
  const inOrder = {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    max_tokens,
    temperature,
    stream,
  };
  return JSON.stringify(inOrder, undefined, 2);
}
