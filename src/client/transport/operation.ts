import type { Wait } from '../../contract/replyEvent.ts';
import type { Connection } from '../address/connection.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';

/** State shared by all requests of one question or one listing of models, including retries and fallback shapes. */
export interface Operation {
  /** As of the last request, or of the start. */
  connection: Connection;
  /** Asks for the connection right before each request, since it may change during a wait. `undefined` if none is left. */
  connect(): Promise<Connection | undefined>;
  readonly signal: AbortSignal;
  /** Called with a wait when the operation is delayed, and without one when it continues. */
  onWait(wait?: Wait): void;
  /** Number of requests sent so far. */
  attempts: number;
  /** How many of them were retries after a failure. */
  retries: number;
}

/** Reports, logs and waits for `wait`, if it is not over yet. Rejects with the signal's reason on an abort. */
export async function delayOperation(
  wait: Wait,
  { onWait, signal }: Pick<Operation, 'onWait' | 'signal'>,
  { clock, log }: { clock: Clock; log: ClientLog },
): Promise<void> {
  signal.throwIfAborted();
  const ms = wait.until - clock.monotonic();
  if (ms > 0) {
    log.wait(wait.reason, Math.round(ms));
    onWait(wait);
    await clock.sleep(ms, signal);
    onWait();
  }
}
