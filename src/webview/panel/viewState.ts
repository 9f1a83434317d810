import * as z from 'zod/mini';
import type { Host } from '../host.ts';

/**
 * Where the reader was and what was being written; kept by VS Code while the page is gone, also over a reload of the
 * window. In px and in characters.
 */
const viewStateSchema = z.object({
  /** The run of the host that the conversation was shown in: with another, it may not be open any more. */
  run: z.string(),
  conversationId: z.string(),
  hasTurns: z.boolean(),
  /** The unsent text. */
  draft: z.string(),
  /** Absent for a reader at the bottom: which turn is seen first, and how much of it is above. */
  place: z.optional(z.object({ turnId: z.string(), offset: z.number() })),
  caret: z.number(),
});
export type ViewState = z.infer<typeof viewStateSchema>;

export function readViewState(host: Host): ViewState | undefined {
  return viewStateSchema.safeParse(host.getState()).data;
}
