import * as z from 'zod/mini';
import type { SearchHit } from '../core/history/search/historySearch.ts';
import { id } from './fields.ts';

/** A row of the list of conversations or of the trash. Points in time are in ms since 1970. */
export const conversationRowSchema = z.object({
  id: z.string(),
  title: z.string(),
  pinned: z.boolean(),
  /** Model of the last reply. */
  model: z.optional(z.string()),
  turns: z.number(),
  questions: z.number(),
  changedAt: z.number(),
  /**
   * Name of the workspace in which the conversation was created, unless that is the current one. Empty if it had no
   * name.
   */
  otherWorkspace: z.optional(z.string()),
  isRunning: z.boolean(),
  /** Whether the composer of this conversation has unsent text or attachments. */
  hasDraft: z.optional(z.boolean()),
  /** Number of turns of which a part could not be read. Absent if everything was read. */
  damagedTurns: z.optional(z.number()),
  /** Written by a newer version of the extension, so it is read-only. */
  isNewer: z.boolean(),
  /** Days until the conversation is deleted permanently. Absent if it is not in the trash. */
  daysLeft: z.optional(z.number()),
});
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** Start and end offsets in a text, in UTF-16 code units. */
const rangesSchema = z.array(z.tuple([z.number(), z.number()]));

export const searchHitsSchema: z.ZodMiniType<readonly SearchHit[]> = z.array(
  z.object({
    conversationId: id,
    titleRanges: rangesSchema,
    turnId: z.exactOptional(id),
    snippet: z.string(),
    ranges: rangesSchema,
  }),
);

/** The complete data of the history screen. */
export const historyViewSchema = z.object({
  rows: z.array(conversationRowSchema),
  /** The conversation that is shown in the chat. */
  currentId: z.string(),
  /** Whether conversations are stored beyond this window. */
  isSaved: z.boolean(),
  /** Why the conversations could not be read. */
  error: z.optional(z.string()),
});
export type HistoryView = z.infer<typeof historyViewSchema>;

/** Actions on a conversation of the list. */
export const conversationActionSchema = z.enum(['open', 'pin', 'unpin', 'delete', 'duplicate', 'restore']);
export type ConversationAction = z.infer<typeof conversationActionSchema>;

/** Maximum length of a title. */
export const MAX_TITLE_CHARS = 200;
/** Maximum length of a search query. */
export const MAX_QUERY_CHARS = 500;

/** Why conversations are currently not saved, as a sentence. */
export const notSavingViewSchema = z.object({ message: z.string() });
export type NotSavingView = z.infer<typeof notSavingViewSchema>;
