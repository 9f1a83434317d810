import * as z from 'zod/mini';

/** Why what is about to be sent does not fit into the model's window, and what can be done. */
export const fitViewSchema = z.object({
  message: z.string(),
  choices: z.array(
    z.object({
      /** Names the choice as long as this very notice is shown. */
      id: z.string(),
      label: z.string(),
      detail: z.string(),
      /** What the composer holds is to be sent once the host has taken the choice. */
      sends: z.optional(z.boolean()),
    }),
  ),
});
export type FitView = z.infer<typeof fitViewSchema>;
