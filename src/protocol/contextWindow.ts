import * as z from 'zod/mini';

const tokens = z.number();

/** What is about to be sent, in tokens as the model's service is expected to count them. */
export const contextUsageViewSchema = z.object({
  question: tokens,
  /** Under the names of their chips. */
  attachments: z.array(z.object({ name: z.string(), tokens })),
  history: tokens,
  /** All of these. */
  total: tokens,
  /** Where it is known. */
  contextWindow: z.optional(tokens),
  /** The median of how far recent estimates were off, as a share of what the service counted; absent before the first. */
  medianError: z.optional(z.number()),
});
export type ContextUsageView = z.infer<typeof contextUsageViewSchema>;

/** What can be done, in the order in which it is offered. */
export const OVERFLOW_CHOICES = ['leaveOut', 'cut', 'model', 'newChat', 'anyway'] as const;
export const overflowChoiceSchema = z.enum(OVERFLOW_CHOICES);
export type OverflowChoice = z.infer<typeof overflowChoiceSchema>;

/** Why what is about to be sent does not fit into the model's window, and what can be done. */
export const overflowViewSchema = z.object({
  /** Number of the notice: another one has another number. */
  noticeId: z.number(),
  message: z.string(),
  choices: z.array(
    z.object({
      /** Each at most once. */
      kind: overflowChoiceSchema,
      label: z.string(),
      detail: z.string(),
      /** What the composer holds is to be sent once the host has taken the choice. */
      sends: z.optional(z.boolean()),
    }),
  ),
});
export type OverflowView = z.infer<typeof overflowViewSchema>;
