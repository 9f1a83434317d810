import type { TokenUsage } from '../contract/replyEvent.ts';

/** What one value of any format says about the reply. */
export type ReplyPart =
  | { type: 'started'; model?: string | undefined; id?: string | undefined }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  /** A part of the reply that is no text, by the name of its type. */
  | { type: 'leftOut'; what: string }
  /** Why the model stopped. More may follow, such as the usage, but no end is missed if nothing does. */
  | { type: 'stopReason'; cutAtLimit: boolean }
  /** The end marker of the format. */
  | { type: 'end' };

/**
 * Reads one format of a reply, value by value. A reader is made for one reply and may remember what came
 * before. A value that it does not know says nothing.
 */
export type FormatReader = (value: unknown) => ReplyPart[];

/** Text and usage as parts, and nothing for what is empty or missing. */
export function textPart(text: string | null | undefined): ReplyPart[] {
  return text ? [{ type: 'text', text }] : [];
}

export function usagePart(
  inputTokens: number | null | undefined,
  outputTokens: number | null | undefined,
): ReplyPart[] {
  const usage = {
    ...(typeof inputTokens === 'number' && { inputTokens }),
    ...(typeof outputTokens === 'number' && { outputTokens }),
  };
  return Object.keys(usage).length > 0 ? [{ type: 'usage', usage }] : [];
}
