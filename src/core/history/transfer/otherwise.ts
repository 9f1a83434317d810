import * as z from 'zod/mini';

/** This value where there is another or none. The library's own way to say so would bring 11 KB of it along. */
export function otherwise<Value>(schema: z.ZodMiniType<Value>, value: Value): z.ZodMiniType<Value> {
  return z.union([
    schema,
    z.pipe(
      z.optional(z.unknown()),
      z.transform(() => value),
    ),
  ]);
}
