import * as z from 'zod/mini';

/** What stands between a person and the first question. */
export const connectionViewSchema = z.enum(['connected', 'notConnected']);
export type ConnectionView = z.infer<typeof connectionViewSchema>;

/** The model in use, by id. */
export const modelViewSchema = z.object({
  /** Empty as long as none is chosen. */
  id: z.string(),
});
export type ModelView = z.infer<typeof modelViewSchema>;

/** How the reader wants to read: what is not set is as in the rest of VS Code. */
export const readingSettingsSchema = z.object({
  /** Of all text but code, in px. */
  fontSize: z.optional(z.number()),
  fontFamily: z.optional(z.string()),
  /** CSS `font-feature-settings` of code: the ligatures of the editors. */
  codeFontFeatures: z.string(),
  /** What a screen reader is told of a reply: its sentences as they come, all of it at its end, or neither. */
  announce: z.enum(['sentences', 'end', 'off']),
  /** Whether a question that is sent is brought into view, wherever its reader is. */
  scrollOnSend: z.boolean(),
});
export type ReadingSettings = z.infer<typeof readingSettingsSchema>;
