import type { Message } from '../../contract/chatRequest.ts';
import type { ReplyEvent } from '../../contract/replyEvent.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';

/** What one request is made of, besides key and address. */
export interface ReplyRequest {
  model: string;
  messages: Message[];
  /** The turns of a conversation that the messages are made of; absent where anything else is in them. */
  source?: { turns: readonly Turn[]; conversation: Conversation };
  maxTokens?: number;
  /** ms since 1970: not to be sent before. */
  notBefore?: number;
}

/** The effects a session needs, so that it runs without VS Code and without a network. */
export interface ChatSessionDeps {
  /** Sends a request and yields what comes back, ending in exactly one final event. */
  fetchReply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyEvent>;
  /** ms since 1970 */
  now(): number;
  newId(): string;
}

/** Who is to answer, and how much. */
export interface ReplyOptions {
  model: string;
  maxTokens?: number;
}

/** A question on its way: the text, what is attached, and who is to answer. */
export interface Question extends ReplyOptions {
  text: string;
  attachments: readonly Attachment[];
}
