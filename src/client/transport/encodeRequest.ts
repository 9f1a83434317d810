import type { ChatRequest } from '../../contract/chatRequest.ts';

/** Unicode line ends that JSON leaves unescaped. VS Code warns about them and offers to remove them. */
const UNUSUAL_LINE_TERMINATORS = /[\u2028\u2029]/g;

/**
 * The body of a request, as sent and as shown to the user. Readable, and the same text for the same request regardless
 * of the order of its properties. Half a surrogate pair, such as at the end of what was selected, becomes U+FFFD: JSON
 * escapes it, and strict services then refuse the request.
 */
export function encodeRequest({ model, messages, max_tokens, temperature, stream }: ChatRequest): string {
  const ordered = {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    max_tokens,
    temperature,
    stream,
  };
  return JSON.stringify(ordered, toWellFormed, 2).replace(
    UNUSUAL_LINE_TERMINATORS,
    (end) => `\\u${end.charCodeAt(0).toString(16)}`,
  );
}

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
