import * as z from 'zod/mini';

/** What can be done, in the order in which it is offered. */
export const FIT_CHOICES = ['leaveOut', 'cut', 'model', 'newChat', 'anyway'] as const;
export const fitChoiceSchema = z.enum(FIT_CHOICES);
export type FitChoice = z.infer<typeof fitChoiceSchema>;

/** Why what is about to be sent does not fit into the model's window, and what can be done. */
export const fitViewSchema = z.object({
  /** Number of the notice: another one has another number. */
  notice: z.number(),
  message: z.string(),
  choices: z.array(
    z.object({
      /** Each at most once. */
      kind: fitChoiceSchema,
      label: z.string(),
      detail: z.string(),
      /** What the composer holds is to be sent once the host has taken the choice. */
      sends: z.optional(z.boolean()),
    }),
  ),
});
export type FitView = z.infer<typeof fitViewSchema>;
