import type { Wait } from '../../contract/replyEvent.ts';
import type { ClientLog } from '../clientLog.ts';
import type { Clock } from '../clock.ts';
import { sleepUntil } from '../pacing/sleepUntil.ts';
import type { Operation } from './operation.ts';

/** Holds an operation back, in sight of the user and of the log. Rejects with the signal's reason on an abort. */
export async function hold(
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
