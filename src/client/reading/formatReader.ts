import { omitUndefined } from '../../base/omitUndefined.ts';
import type { TokenUsage } from '../../contract/replyEvent.ts';
import { indexSchema } from '../../contract/streamEvent.ts';

/** What one value of any format says about the reply. */
export type FormatPart =
  | { type: 'started'; model?: string | undefined }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  /** A part of the reply that is no text, by the name of its type. */
  | { type: 'leftOut'; what: string }
  /** May have been text, its place or why the model stopped, and can't be read. */
  | { type: 'unreadable' }
  /** Why the model stopped. More may follow, such as the usage, but no end is missed if nothing does. */
  | { type: 'stopReason'; cutAtLimit: boolean }
  /** The end marker of the format. */
  | { type: 'end' };

/**
 * Reads one format of a reply, value by value. A reader is made for one reply and may remember what came
 * before. A value that it does not know says nothing, unless it may have held text.
 */
export type FormatReader = (value: object) => FormatPart[];

export const UNREADABLE_PART: FormatPart = { type: 'unreadable' };

/** Text as a part; nothing where it is empty or missing. */
export function textPart(text: unknown): FormatPart[] {
  if (typeof text === 'string' && text !== '') {
    return [{ type: 'text', text }];
  }
  return isEmptyValue(text) ? [] : [UNREADABLE_PART];
}

/** Whether no text can be missing, though the value is none. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The place of a block or choice, by its number; `undefined` where it can't be told. */
export function indexKeyOf(index: unknown): string | undefined {
  const { success, data } = indexSchema.safeParse(index);
  return success ? String(data) : undefined;
}

export function usagePart(inputTokens: number | undefined, outputTokens: number | undefined): FormatPart[] {
  const usage = omitUndefined({ inputTokens, outputTokens });
  return Object.keys(usage).length > 0 ? [{ type: 'usage', usage }] : [];
}

/** What the formats call a reply that reached `max_tokens`. */
const TOKEN_LIMIT_REASON_PATTERN = /^(?:max_tokens|length)$/i;

/** Nothing as long as no reason is said. */
export function stopPart(reason: string | undefined): FormatPart[] {
  return reason ? [{ type: 'stopReason', cutAtLimit: TOKEN_LIMIT_REASON_PATTERN.test(reason) }] : [];
}
