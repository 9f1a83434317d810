import type { Failure } from '../contract/failure.ts';

/** A value, or the reason why there is none. What is thrown is a bug, or the reason of an abort. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export function failed(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
