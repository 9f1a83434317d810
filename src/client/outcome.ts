import type { Failure } from '../contract/failure.ts';

/** A value or a failure. Anything thrown instead is a bug or an abort. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export function failed(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
