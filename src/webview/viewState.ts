import * as z from 'zod/mini';
import type { Host } from './host.ts';

/** Where the reader was; kept by VS Code while the view is closed. In px and in characters. */
const viewStateSchema = z.object({
  conversationId: z.string(),
  /** Absent for a reader at the bottom: which turn is seen first, and how much of it is above. */
  place: z.optional(z.object({ turnId: z.string(), offset: z.number() })),
  caret: z.number(),
});
export type ViewState = z.infer<typeof viewStateSchema>;

export function readViewState(host: Host): ViewState | undefined {
  return viewStateSchema.safeParse(host.savedState()).data;
}
