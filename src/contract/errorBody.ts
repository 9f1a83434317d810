import * as z from 'zod/mini';
import { SIZE } from '../base/bounds.ts';
import { within } from '../base/numberSchemas.ts';
import { tolerant } from './tolerant.ts';

const nonEmptyTextSchema = z.string().check(z.minLength(1));

/** The interface does not document the shape of an error body, so all common ones are accepted. */
const errorBodySchema = z.union([
  z.object({ error: z.object({ message: nonEmptyTextSchema }) }),
  z.object({ error: nonEmptyTextSchema }),
  z.object({ message: nonEmptyTextSchema }),
  z.object({ detail: nonEmptyTextSchema }),
  z.object({
    detail: z.array(
      z.object({ loc: tolerant(z.array(z.union([z.string(), within(SIZE)]))), msg: nonEmptyTextSchema }),
    ),
  }),
]);

/**
 * The human-readable message of an error body of any common shape. It is raw: callers must sanitize it before it is
 * shown or logged. Returns `undefined` if the body has none.
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

/** The error body that the local service sends. */
export interface ErrorBody {
  error: { type: string; message: string; param?: string };
}
