import type { Wait } from '../../contract/replyEvent.ts';
import type { Connection } from '../address/connection.ts';
import type { ClientLog } from '../clientLog.ts';
import { type Clock, sleepUntil } from '../clock.ts';

/** One question, or one listing, on its way: what all its requests share, repeats and other shapes included. */
export interface Operation {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  /** Told when the operation is held back, and, with nothing, when it goes on. */
  onWait(wait?: Wait): void;
  /** Requests sent so far. */
  attempts: number;
  /** Those of them that repeated one that had failed. */
  retries: number;
}

/** Holds an operation back, in sight of the user and of the log. Rejects with the signal's reason on an abort. */
export async function delayOperation(
  wait: Wait,
  { onWait, signal }: Pick<Operation, 'onWait' | 'signal'>,
  { clock, log }: { clock: Clock; log: ClientLog },
): Promise<void> {
  signal.throwIfAborted();
  const ms = wait.until - clock.now();
  if (ms > 0) {
    log.wait(wait.reason, Math.round(ms));
    onWait(wait);
    await sleepUntil(wait.until, clock, signal);
    onWait();
  }
}
