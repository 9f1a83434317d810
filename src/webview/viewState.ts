import * as z from 'zod/mini';
import type { Host } from './host.ts';

/** Where the reader was; kept by VS Code while the view is closed. Positions in px and in characters. */
const viewStateSchema = z.object({
  conversationId: z.string(),
  /** Absent for a reader at the bottom. */
  scrollTop: z.optional(z.number()),
  caret: z.number(),
});
export type ViewState = z.infer<typeof viewStateSchema>;

export function readViewState(host: Host): ViewState | undefined {
  return viewStateSchema.safeParse(host.savedState()).data;
}
