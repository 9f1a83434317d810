import * as z from 'zod/mini';
import type { Host } from '../host.ts';

/**
 * Scroll position and draft, which VS Code restores after a reload of the page or the window. Scroll offsets are in px,
 * `caret` is in UTF-16 code units.
 */
const viewStateSchema = z.object({
  /** Id of the host's run. In another run, the conversation may no longer be open. */
  run: z.string(),
  conversationId: z.string(),
  hasTurns: z.boolean(),
  draft: z.string(),
  /** First visible turn, and how much of it is above the visible area. Absent at the bottom. */
  place: z.optional(z.object({ turnId: z.string(), offset: z.number() })),
  caret: z.number(),
  /** Texts of edited questions that were not sent. */
  edits: z.optional(z.array(z.object({ turnId: z.string(), text: z.string() }))),
});
export type ViewState = z.infer<typeof viewStateSchema>;

export function readViewState(host: Host): ViewState | undefined {
  return viewStateSchema.safeParse(host.getState()).data;
}
