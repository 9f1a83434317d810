import * as z from 'zod/mini';
import { type Bounds, nearest } from './bounds.ts';

/** Accepts only numbers within the bounds. All numbers from outside are parsed by this schema or the next one. */
export function within({ min, max, isWhole }: Bounds): z.ZodMiniType<number> {
  return (isWhole ? z.int() : z.number()).check(z.minimum(min), z.maximum(max));
}

/** Turns a number beyond the bounds into the nearest one within, for what is not worth losing because of a number. */
export function nearestWithin(bounds: Bounds): z.ZodMiniType<number> {
  return z.pipe(
    // Unlike `z.number`, with infinity: JSON has no word for it, but `1e999` is read as such.
    z.custom<number>((value) => typeof value === 'number' && !Number.isNaN(value)),
    z.transform((value) => nearest(value, bounds)),
  );
}
