import * as z from 'zod/mini';

export const connectionViewSchema = z.object({
  /** Whether a base URL and an API key are set. */
  connection: z.enum(['connected', 'notConnected']),
  /** Why the base URL in the settings is not accepted. */
  connectionProblem: z.optional(z.string()),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

export const modelViewSchema = z.object({
  /** Empty if no model is selected. */
  id: z.string(),
});
export type ModelView = z.infer<typeof modelViewSchema>;

/** How the panel shows and announces text. An absent value defaults to VS Code's own. */
export const readingSettingsSchema = z.object({
  /** Size of all text except code, in px. */
  fontSize: z.optional(z.number()),
  fontFamily: z.optional(z.string()),
  /** CSS `font-feature-settings` of code, taken from the editor's ligatures setting. */
  codeFontFeatures: z.string(),
  /** When a reply is announced to screen readers: each complete sentence, the whole reply at its end, or never. */
  announce: z.enum(['sentences', 'end', 'off']),
  /** Whether sending a question scrolls to it even if the user has scrolled up. */
  scrollOnSend: z.boolean(),
});
export type ReadingSettings = z.infer<typeof readingSettingsSchema>;
