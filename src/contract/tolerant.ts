import * as z from 'zod/mini';

/**
 * A received field that is neither the text of a reply nor the text's index or end. A value of an unexpected type is
 * treated as absent, so that it never invalidates the rest of the object.
 */
export function tolerant<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
