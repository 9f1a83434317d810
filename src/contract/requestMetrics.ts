/**
 * One request on the wire, in figures alone. Nothing of what was asked or answered is in it and no header but
 * the id, so it may be logged and copied into a report.
 */
export interface RequestMetrics {
  method: 'GET' | 'POST';
  /** Relative to the base address, such as `/chat`. */
  path: string;
  /** Which try of the same question this was, from 1. */
  attempt: number;
  /** Of the answer; absent where none came. */
  status?: number;
  /** What the service calls this request, made safe; absent where it says nothing. */
  requestId?: string;
  /** Bytes of the body that was sent. */
  sentBytes: number;
  /** Bytes of the body that came, after decompression. */
  receivedBytes: number;
  /** ms since 1970 */
  startedAt: number;
  /** ms until the head of the answer; absent where none came. */
  headMs?: number;
  /** ms until the end, of whatever kind. */
  totalMs: number;
}
