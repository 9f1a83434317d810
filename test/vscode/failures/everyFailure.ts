import { FAILURE_KINDS, type Failure } from '../../../src/contract/failure.ts';

/** Combinations of optional fields. */
const FIELDS: readonly Partial<Failure>[] = [
  {},
  { status: 503 },
  { host: 'chat.example.com:8443' },
  { detail: 'CERT_HAS_EXPIRED' },
  { retryAfterSeconds: 2.5 },
  { retryAfterSeconds: 3600, status: 429 },
  { limitSeconds: 180 },
  { status: 401, host: 'chat.example.com', detail: 'No.', retryAfterSeconds: 9, limitSeconds: 9 },
];

/** Failures of every kind, each with every combination of `FIELDS`. */
export const FAILURES = FAILURE_KINDS.flatMap((kind) =>
  FIELDS.map((fields): Failure => ({ kind, ...fields })),
);
