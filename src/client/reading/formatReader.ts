import { omitUndefined } from '../../base/omitUndefined.ts';
import { contentBlockSchema } from '../../contract/chatReply.ts';
import type { TokenUsage } from '../../contract/replyEvent.ts';
import { indexSchema } from '../../contract/streamEvent.ts';

/** What one value contributes to the reply, independent of its format. */
export type FormatPart =
  | { type: 'started'; model?: string | undefined }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  /** A part of the reply that is not text; `what` is its type. */
  | { type: 'leftOut'; what: string }
  /** Something unreadable that may be text, its index or the stop reason. */
  | { type: 'unreadable' }
  /** Text where the format has none, as a similar one does. A reply that has other text is damaged. */
  | { type: 'unknownText' }
  /** The value may be all there is: then the reply is complete without a stop reason. */
  | { type: 'wholeReply' }
  /** More may follow, such as the usage, but the reply is complete even if nothing does. */
  | { type: 'stopReason'; reason: string }
  /** The end marker of the format. */
  | { type: 'end' };

/**
 * Reads one format of a reply, value by value. A reader serves a single reply and may keep state between values.
 * Returns no parts for an unknown value, unless it may contain text.
 */
export type FormatReader = (value: object) => FormatPart[];

export const UNREADABLE_PART: FormatPart = { type: 'unreadable' };

export const WHOLE_REPLY_PART: FormatPart = { type: 'wholeReply' };

/** Returns no part if the text is empty or missing. */
export function textPart(text: unknown): FormatPart[] {
  if (typeof text === 'string' && text !== '') {
    return [{ type: 'text', text }];
  }
  return isEmptyValue(text) ? [] : [UNREADABLE_PART];
}

/** The text of a choice: a string or, as other services have it, a list of content blocks. */
export function contentParts(content: unknown): FormatPart[] {
  return Array.isArray(content) ? content.flatMap(blockParts) : textPart(content);
}

/** A content block of a reply. One that is not text is left out. */
export function blockParts(block: unknown): FormatPart[] {
  const { success, data } = contentBlockSchema.safeParse(block);
  if (!success) {
    return isEmptyValue(block) ? [] : [UNREADABLE_PART];
  }
  const { type = 'text', text } = data;
  return type === 'text' ? textPart(text) : [{ type: 'leftOut', what: type }];
}

/** Whether a field is absent or empty, so that no text is lost by ignoring it. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The index of a block or choice as a map key; `undefined` if it is unreadable. */
export function indexKeyOf(index: unknown): string | undefined {
  const { success, data } = indexSchema.safeParse(index);
  return success ? String(data) : undefined;
}

export function usagePart(inputTokens: number | undefined, outputTokens: number | undefined): FormatPart[] {
  const usage = omitUndefined({ inputTokens, outputTokens });
  return Object.keys(usage).length > 0 ? [{ type: 'usage', usage }] : [];
}

export function stopPart(reason: string | undefined): FormatPart[] {
  return reason ? [{ type: 'stopReason', reason }] : [];
}
