import type { ChatRequest, Message, Role } from '../../contract/chatRequest.ts';
import { encodeRequest } from './encodeRequest.ts';

/** What the interface does not specify and a service may reject with 422: streaming and the role `assistant`. */
export interface RequestShape {
  stream: boolean;
  isFolded: boolean;
}

export function shapeOf({ stream }: ChatRequest): RequestShape {
  return { stream: stream === true, isFolded: false };
}

/** The request in a shape. Without streaming it has no `stream` field, which every service accepts. */
export function applyShape(request: ChatRequest, shape: RequestShape): ChatRequest {
  const { stream: _, ...rest } = request;
  return {
    ...rest,
    messages: shape.isFolded ? foldRoles(request.messages) : request.messages,
    ...(shape.stream && { stream: true }),
  };
}

/** Rebuilds the body of a request that was sent. */
export function encodeInShape(request: ChatRequest, isFolded: boolean): string {
  return encodeRequest(applyShape(request, { ...shapeOf(request), isFolded }));
}

const ROLE_LABELS: Readonly<Record<Role, string>> = { user: 'User', assistant: 'Assistant' };

/** Whether `foldRoles` would change the messages. */
export function hasAssistantMessage(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === 'assistant');
}

/**
 * Folds a conversation into one `user` message, for a service that accepts no other role: a readable transcript, then
 * the unchanged question last, so that the model responds to it.
 */
export function foldRoles(messages: readonly Message[]): Message[] {
  if (!hasAssistantMessage(messages)) {
    return [...messages];
  }
  const last = messages.at(-1);
  const question = last?.role === 'user' ? last.content : undefined;
  const earlier = question === undefined ? messages : messages.slice(0, -1);
  const transcript = earlier.map(({ role, content }) => `${ROLE_LABELS[role]}:\n${content}`);
  const parts = ['The conversation so far:', ...transcript];
  if (question !== undefined) {
    parts.push(`The next question:\n${question}`);
  }
  return [{ role: 'user', content: parts.join('\n\n') }];
}
