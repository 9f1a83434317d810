import { setImmediate, setTimeout } from 'node:timers/promises';

/**
 * Waits for so many ms; without any it takes a turn of the event loop, in which a closed connection is seen.
 * Rejects when the client goes.
 */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await (ms > 0 ? setTimeout(ms, undefined, { signal }) : setImmediate(undefined, { signal }));
}
