import type { PortableConversation } from './portable.ts';

export const JSON_FORMAT = 'assistant-chat-conversations';
export const JSON_VERSION = 1;

/** One or many conversations as one JSON text, exactly as they are. */
export function writeJson(conversations: readonly PortableConversation[]): string {
  const file = { format: JSON_FORMAT, version: JSON_VERSION, conversations };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
