import * as z from 'zod/mini';

const tokens = z.number();

/** What is about to be sent, in tokens as the model's service is expected to count them. */
export const budgetViewSchema = z.object({
  question: tokens,
  /** Under the names of their chips. */
  attachments: z.array(z.object({ name: z.string(), tokens })),
  history: tokens,
  /** All of these. */
  total: tokens,
  /** Where it is known. */
  contextWindow: z.optional(tokens),
  /** The median of how far recent estimates were off, as a share of what the service counted; absent before the first. */
  error: z.optional(z.number()),
});
export type BudgetView = z.infer<typeof budgetViewSchema>;
