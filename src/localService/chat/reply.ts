import type { StopReason } from '../../contract/chatReply.ts';

/** What a reply is made of inside the service: texts, and then one end. */
export type ReplyPart = { type: 'text'; text: string } | { type: 'end'; end: ReplyEnd };

/** Known before the first word. */
export interface ReplyHead {
  id: string;
  model: string;
  inputTokens: number;
}

/** Known after the last word. */
export interface ReplyEnd {
  stopReason: StopReason;
  inputTokens: number;
  outputTokens: number;
}
