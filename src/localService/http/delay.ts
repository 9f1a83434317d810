import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * Resolves after `ms`. With 0, yields to the event loop once, so that a closed connection is noticed. Rejects if the
 * signal is aborted.
 */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await (ms > 0 ? setTimeout(ms, undefined, { signal }) : setImmediate(undefined, { signal }));
}
