import type { StopReason } from '../../contract/chatReply.ts';

/** A part of a reply inside the service: any number of texts, then one end. */
export type ReplyPart = { type: 'text'; text: string } | { type: 'end'; end: ReplyEnd };

/** Known before the first part. */
export interface ReplyHead {
  id: string;
  model: string;
  inputTokens: number;
}

/** Known after the last text. */
export interface ReplyEnd {
  stopReason: StopReason;
  inputTokens: number;
  outputTokens: number;
}
