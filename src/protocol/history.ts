import * as z from 'zod/mini';
import type { SearchHit } from '../core/history/search/historySearch.ts';
import { id } from './fields.ts';

/** A line of the list of conversations, those in the trash among them. Points in time are in ms since 1970. */
export const conversationRowSchema = z.object({
  id: z.string(),
  title: z.string(),
  pinned: z.boolean(),
  /** The model of the last reply. */
  model: z.optional(z.string()),
  turns: z.number(),
  changedAt: z.number(),
  /** Begun in another workspace: its name, empty where it had none. */
  otherWorkspace: z.optional(z.string()),
  isRunning: z.boolean(),
  /** Something is written or attached there, and not sent. */
  hasDraft: z.optional(z.boolean()),
  /** How many of its turns lack a part; absent where everything could be read. */
  damagedTurns: z.optional(z.number()),
  /** A newer version wrote it: it can be read, and not changed. */
  isNewer: z.boolean(),
  /** For how many days it will still be in the trash; absent where it is not in there. */
  daysLeft: z.optional(z.number()),
});
export type ConversationRow = z.infer<typeof conversationRowSchema>;

/** Where in a text something stands, in UTF-16 units: begin and end. */
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

/** What the history screen shows, all of it. */
export const historyViewSchema = z.object({
  rows: z.array(conversationRowSchema),
  /** The conversation that is shown in the chat. */
  currentId: z.string(),
  /** Whether conversations are kept beyond this window. */
  isSaved: z.boolean(),
  /** Why the conversations can't be read, where they can't. */
  error: z.optional(z.string()),
});
export type HistoryView = z.infer<typeof historyViewSchema>;

/** What can be done with a conversation of the list. */
export const conversationActionSchema = z.enum(['open', 'pin', 'unpin', 'delete', 'duplicate', 'restore']);
export type ConversationAction = z.infer<typeof conversationActionSchema>;

/** Longer titles are made by nobody. Characters. */
export const MAX_TITLE_CHARS = 200;
/** More than anyone looks for. Characters. */
export const MAX_QUERY_CHARS = 500;

/** Nothing is being saved: a sentence that says so and why. */
export const notSavingViewSchema = z.object({ message: z.string() });
export type NotSavingView = z.infer<typeof notSavingViewSchema>;
