/**
 * Metrics of one HTTP request. They contain no content and no header except the request id, so they may be logged and
 * copied into a report.
 */
export interface RequestMetrics {
  method: 'GET' | 'POST';
  /** Relative to the base URL, such as `/chat`. */
  path: string;
  /** Number of this attempt among those of its operation, from 1. */
  attempt: number;
  /** HTTP status; absent if there was no response. */
  status?: number;
  /** The service's id for this request, sanitized; absent if it sends none. */
  requestId?: string;
  /** Bytes of the request body. */
  sentBytes: number;
  /** Bytes of the response body, after decompression. */
  receivedBytes: number;
  /** ms since 1970 */
  startedAt: number;
  /** ms until the response headers; absent if there was no response. */
  headMs?: number;
  /** ms until the request ended, also if it failed or was stopped. */
  totalMs: number;
}
