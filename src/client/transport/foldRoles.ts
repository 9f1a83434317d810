import type { Message, Role } from '../../contract/chatRequest.ts';

const SPEAKER: Readonly<Record<Role, string>> = { user: 'User', assistant: 'Assistant' };

/** Whether folding would change anything about these messages. */
export function hasAssistantTurn(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === 'assistant');
}

/**
 * A conversation as one `user` message, for a service that takes no other role: a readable transcript of what
 * was said, then the question exactly as it was asked, so that it is the last thing read.
 */
export function foldRoles(messages: readonly Message[]): Message[] {
  if (!hasAssistantTurn(messages)) {
    return [...messages];
  }
  const last = messages.at(-1);
  const question = last?.role === 'user' ? last.content : undefined;
  const earlier = question === undefined ? messages : messages.slice(0, -1);
  const transcript = earlier.map(({ role, content }) => `${SPEAKER[role]}:\n${content}`);
  const parts = ['The conversation so far:', ...transcript];
  if (question !== undefined) {
    parts.push(`The next question:\n${question}`);
  }
  return [{ role: 'user', content: parts.join('\n\n') }];
}
