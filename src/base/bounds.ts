/** A range of numbers with both of its ends. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** A time that `Date` can show, in ms since 1970. A file system may give fractions. */
export const TIME: Bounds = { min: 0, max: 8.64e15, isWhole: false };

/** A duration in ms. */
export const DURATION: Bounds = TIME;

/** A number of tokens: far more than any model can read. */
export const TOKENS: Bounds = { min: 0, max: 1_000_000_000, isWhole: true };

/** A number of tokens that something may have at most: `max_tokens` of a request, a context window. */
export const TOKEN_LIMIT: Bounds = { ...TOKENS, min: 1 };

/** `temperature` of a request. */
export const TEMPERATURE: Bounds = { min: 0, max: 1, isWhole: false };

/** A line or a column, from 0, as VS Code counts them. */
export const LINE: Bounds = { min: 0, max: 2 ** 31 - 1, isWhole: true };

/** A size, an index or a counter. */
export const SIZE: Bounds = { min: 0, max: Number.MAX_SAFE_INTEGER, isWhole: true };

/** What tells the blocks of a reply apart: only a name, so it may be negative or a fraction. */
export const BLOCK_INDEX: Bounds = { ...SIZE, min: Number.MIN_SAFE_INTEGER, isWhole: false };

/** An exit code. Windows has 32 bits, with or without a sign. */
export const EXIT_CODE: Bounds = { min: -(2 ** 31), max: 2 ** 32 - 1, isWhole: true };

/** A checksum of 32 bits. */
export const CHECKSUM: Bounds = { min: 0, max: 2 ** 32 - 1, isWhole: true };

/** The number within the bounds that is nearest to `value`, which is not NaN. */
export function nearest(value: number, { min, max, isWhole }: Bounds): number {
  return Math.min(max, Math.max(min, isWhole ? Math.round(value) : value));
}
