import type { ChatRequest } from '../../contract/chatRequest.ts';

/** Line ends in Unicode that stand in JSON as they are, and that editors may take away when they show it. */
const UNUSUAL_LINE_TERMINATORS = /[\u2028\u2029]/g;

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
  return JSON.stringify(inOrder, undefined, 2).replace(
    UNUSUAL_LINE_TERMINATORS,
    (end) => `\\u${end.charCodeAt(0).toString(16)}`,
  );
}
