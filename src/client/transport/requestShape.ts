import type { ChatRequest, Message, Role } from '../../contract/chatRequest.ts';
import { encodeRequest } from './encodeRequest.ts';

/** What the interface leaves open and a service may refuse with 422: streaming, and the role `assistant`. */
export interface RequestShape {
  stream: boolean;
  isFolded: boolean;
}

/** The shape that a request has as it was made. */
export function shapeOf({ stream }: ChatRequest): RequestShape {
  return { stream: stream === true, isFolded: false };
}

/** The request as it goes out. Without streaming it has no `stream` at all, which every service understands. */
export function applyShape(request: ChatRequest, shape: RequestShape): ChatRequest {
  const { stream: _, ...rest } = request;
  return {
    ...rest,
    messages: shape.isFolded ? foldRoles(request.messages) : request.messages,
    ...(shape.stream && { stream: true }),
  };
}

/** The body of a request that went out: streamed where it says so, and folded where it was. */
export function encodeInShape(request: ChatRequest, isFolded: boolean): string {
  return encodeRequest(applyShape(request, { ...shapeOf(request), isFolded }));
}

const ROLE_LABELS: Readonly<Record<Role, string>> = { user: 'User', assistant: 'Assistant' };

/** Whether folding would change anything about these messages. */
export function hasAssistantMessage(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === 'assistant');
}

/**
 * A conversation as one `user` message, for a service that takes no other role: a readable transcript of what
 * was said, then the question exactly as it was asked, so that it is the last thing read.
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
