import * as z from 'zod/mini';

/**
 * A field of what is received that is neither the text of a reply, nor its place, nor its end. A value of another
 * type is read as absent, so that it never costs what stands beside it.
 */
export function tolerant<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
