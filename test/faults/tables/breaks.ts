import { once } from 'node:events';
import { delay } from '../../../src/localService/http/delay.ts';
import type { BodyChunk } from '../../../src/localService/http/response.ts';
import { type Fault, type Faults, fault, numberFault } from '../fault.ts';
import { hasText } from '../frames.ts';
import { withoutEnd } from '../replyParts.ts';
import { bytesOf, changeBody, collect, settle, take } from '../responses.ts';

const EVENTS_BEFORE_PAUSE = 4;

/** Yields everything before the last event with text, and the first `bytes` bytes of that event. */
async function* cutLastText(chunks: AsyncIterable<BodyChunk>, bytes: number): AsyncGenerator<BodyChunk> {
  const all = await collect(chunks);
  const last = all.findLastIndex((chunk) => hasText(chunk));
  yield* all.slice(0, last);
  yield bytesOf(all[last] ?? '').subarray(0, bytes);
}

/** Resolves when the client has disconnected. */
async function disconnected(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await once(signal, 'abort');
  }
}

function breakAfterEvents(verb: string, end: 'reset' | 'close'): Fault {
  return numberFault(
    `${verb} the connection after some events of the regular response`,
    { unit: 'events', defaultValue: 5 },
    (events) =>
      async ({ connection, signal }, next) =>
        changeBody(await next(), async function* (chunks) {
          yield* take(chunks, events);
          await settle(signal);
          connection[end]();
        }),
  );
}

/** Bodies that stop temporarily or permanently. A complete JSON reply counts as one event. */
export const BREAK_FAULTS: Faults = {
  F48: fault('The head of the regular response, then nothing', async ({ signal }, next) =>
    // biome-ignore lint/correctness/useYield: ends without a chunk when the client disconnects
    changeBody(await next(), async function* () {
      await disconnected(signal);
    }),
  ),
  F49: numberFault(
    'The regular response with a pause after the fourth event',
    { unit: 'ms', defaultValue: 40_000 },
    (ms) =>
      async ({ signal }, next) =>
        changeBody(await next(), async function* (chunks) {
          let sent = 0;
          for await (const chunk of chunks) {
            if (sent === EVENTS_BEFORE_PAUSE) {
              await delay(ms, signal);
            }
            yield chunk;
            sent += 1;
          }
        }),
  ),
  F50: breakAfterEvents('Resets', 'reset'),
  'F50.close': breakAfterEvents('Closes', 'close'),
  F51: fault('A streamed reply that ends without its end marker', (_, next) => next({ parts: withoutEnd })),
  F52: numberFault(
    'A reply that ends within its last event with text',
    { unit: 'bytes of that event', defaultValue: 60 },
    (bytes) => async (_, next) => changeBody(await next(), (chunks) => cutLastText(chunks, bytes)),
  ),
  F76: fault(
    'Three events, and then the rest with 1,000 more in one burst, most of it too late for a client that stops',
    async (_, next) =>
      changeBody(await next(), async function* (chunks) {
        const all = await collect(chunks);
        const text = all.find((chunk) => hasText(chunk)) ?? '';
        yield* all.slice(0, 3);
        yield Buffer.concat([...Array<BodyChunk>(1000).fill(text), ...all.slice(3)].map(bytesOf));
      }),
  ),
};
