import * as z from 'zod/mini';
import { tolerant } from './tolerant.ts';

const nonEmptyTextSchema = z.string().check(z.minLength(1));

/**
 * The shape of an error body is not shown in the interface, so these are the usual ones: `{error: {message}}`,
 * `{error: "…"}`, `{message}`, `{detail: "…"}`, `{detail: [{loc, msg}]}`.
 */
const errorBodySchema = z.union([
  z.object({ error: z.object({ message: nonEmptyTextSchema }) }),
  z.object({ error: nonEmptyTextSchema }),
  z.object({ message: nonEmptyTextSchema }),
  z.object({ detail: nonEmptyTextSchema }),
  z.object({
    detail: z.array(
      z.object({ loc: tolerant(z.array(z.union([z.string(), z.number()]))), msg: nonEmptyTextSchema }),
    ),
  }),
]);

/**
 * The sentence for people in an error body of any known shape, untreated: the caller cuts and masks it before
 * anybody sees it. `undefined` where the body has none.
 */
export function errorMessageOf(body: unknown): string | undefined {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) {
    return undefined;
  }
  const found = parsed.data;
  if ('error' in found) {
    return typeof found.error === 'string' ? found.error : found.error.message;
  }
  if ('message' in found) {
    return found.message;
  }
  if (typeof found.detail === 'string') {
    return found.detail;
  }
  return found.detail.map((part) => (part.loc ? `${part.loc.join('.')}: ${part.msg}` : part.msg)).join('; ');
}

/** The error body that the local service sends, so that there is one shape to read and to write. */
export interface ErrorBody {
  error: { type: string; message: string; param?: string };
}
