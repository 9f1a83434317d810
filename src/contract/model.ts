import * as z from 'zod/mini';
import { tolerant } from './tolerant.ts';

/**
 * One element of the list of models, as received: only the id is insisted on, since a list with a gap in it,
 * or a value of another type, is still a list to choose from. `context_window` is in tokens.
 */
export const modelSchema = z.object({
  id: z.string().check(z.minLength(1)),
  description: tolerant(z.string()),
  context_window: tolerant(z.number().check(z.int(), z.positive())),
});
export type Model = z.infer<typeof modelSchema>;

/** The body of `GET /models`. Each element is read by itself: one that is no model costs no other its place. */
export const modelListSchema = z.object({ data: z.array(z.unknown()) });
