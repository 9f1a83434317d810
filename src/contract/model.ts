import * as z from 'zod/mini';
import { TOKEN_LIMIT } from '../base/bounds.ts';
import { within } from '../base/numberSchemas.ts';
import { tolerant } from './tolerant.ts';

/**
 * One element of the list of models, as received. Only the id is required: a model can be selected even if other
 * fields are missing or of an unexpected type. `context_window` is in tokens.
 */
export const modelSchema = z.object({
  id: z.string().check(z.minLength(1)),
  description: tolerant(z.string()),
  context_window: tolerant(within(TOKEN_LIMIT)),
});
export type Model = z.infer<typeof modelSchema>;

/** The body of `GET /models`. Each element is parsed separately, so that an invalid one does not hide the others. */
export const modelListSchema = z.object({ data: z.array(z.unknown()) });
