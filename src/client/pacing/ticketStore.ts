/** One request among those that count against the limit. */
export interface Ticket {
  /** From 1, without gaps, in the order in which the tickets were made. */
  number: number;
  /** ms since 1970 */
  madeAt: number;
  /** ms since 1970: the service had counted the request by then. Absent as long as nobody knows. */
  answeredAt?: number;
}

/** What is known in one scope. */
export interface TicketState {
  /** In any order. */
  tickets: readonly Ticket[];
  /** ms since 1970: the service refused a request, and none is to be sent before. 0 where it did not. */
  refusedUntil: number;
}

/**
 * Where tickets are kept, for all that share a limit: the processes of one machine, or one process. There is no
 * lock: all that it takes is that of several who make the same number exactly one succeeds. Every function
 * rejects where the store can't be used.
 *
 * @param scope safe as a file name; each has tickets of its own
 */
export interface TicketStore {
  /** Sees at least what was finished before it began. */
  list(scope: string): Promise<TicketState>;
  /** `false` where a ticket of that number exists: somebody else was quicker. */
  make(scope: string, number: number): Promise<boolean>;
  /** The service has counted the request of this ticket. Does nothing where it is gone. */
  answered(scope: string, number: number): Promise<void>;
  /** Does nothing for those that are gone. */
  remove(scope: string, numbers: readonly number[]): Promise<void>;
  /** The later of two refusals counts. */
  refuse(scope: string, until: number): Promise<void>;
}
