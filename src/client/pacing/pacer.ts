import type { Wait } from '../../contract/replyEvent.ts';
import type { Connection } from '../address/connection.ts';

/** A place among the requests of the last minute, taken by one request. */
export interface RequestPlace {
  /** The head of the answer is there, or there will be none: if the service counts the request, it has done so. */
  answered(): void;
}

/**
 * Told, in ms since 1970, when a place is expected, and why not before: `pacing` where the window is full,
 * `rateLimited` where the service has refused a request of anybody who shares it.
 */
export type PlaceWait = (until: number, reason: Exclude<Wait['reason'], 'repeat'>) => void;

/** Keeps the requests with a key within the service's limit (service interface: Limits). */
export interface Pacer {
  /**
   * A place for one request, at once or when one is free. `onWait` is called each time that what is expected
   * changes. Rejects with the signal's reason on an abort.
   */
  take(connection: Connection, signal: AbortSignal, onWait: PlaceWait): Promise<RequestPlace>;
  /** The service refused a request for being one too many: nobody takes a place before `until`, in ms since 1970. */
  refused(connection: Connection, until: number): Promise<void>;
  /** How many places are free now. */
  left(connection: Connection): Promise<number>;
}
