import * as z from 'zod/mini';

const tokens = z.number();

/** Estimated tokens of the next request. */
export const contextUsageViewSchema = z.object({
  question: tokens,
  /** Names are the labels of the chips. */
  attachments: z.array(z.object({ name: z.string(), tokens })),
  history: tokens,
  /** Sum of all parts. */
  total: tokens,
  /** Size of the model's context window. Absent if it is not known. */
  contextWindow: z.optional(tokens),
});
export type ContextUsageView = z.infer<typeof contextUsageViewSchema>;

/** The remedies for overflow, in the order in which they are offered. */
export const OVERFLOW_CHOICES = ['leaveOut', 'cut', 'model', 'newChat', 'anyway'] as const;
export const overflowChoiceSchema = z.enum(OVERFLOW_CHOICES);
export type OverflowChoice = z.infer<typeof overflowChoiceSchema>;

/** Why the next request exceeds the model's context window, and the remedies. */
export const overflowViewSchema = z.object({
  /** A new notice has a new id. */
  noticeId: z.number(),
  message: z.string(),
  choices: z.array(
    z.object({
      /** Unique among the choices. */
      kind: overflowChoiceSchema,
      label: z.string(),
      detail: z.string(),
      /** Whether the panel sends the composer's question after the host has applied this choice. */
      sends: z.optional(z.boolean()),
    }),
  ),
});
export type OverflowView = z.infer<typeof overflowViewSchema>;
