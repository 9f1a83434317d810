import { ReplyDecoder } from '../../src/client/reading/replyDecoder.ts';
import { type Spread, spread } from './spread.ts';

/** Time to decode one kind of reply, in ms. */
export interface Decoding {
  readonly name: string;
  readonly whole: Spread;
  /** Time for a reply of a tenth of the length. */
  readonly tenth: Spread;
  /** Median time per byte of the whole reply, relative to the tenth: 1 if the cost is linear. */
  readonly growth: number;
}

interface ReplyKind {
  readonly name: string;
  /** Returns a reply of a number of tenths of the full length. */
  bodyOf(tenths: number): string;
  /** Bytes per chunk from the network. */
  readonly chunkBytes: number;
}

const MIB = 1024 * 1024;
const NETWORK_CHUNK_BYTES = 16 * 1024;

const delta = (text: string) => `{"type":"content_block_delta","delta":{"text":"${text}"}}`;
const STOP = '{"type":"message_stop"}';

const KINDS: readonly ReplyKind[] = [
  {
    name: 'a data line of 10 MiB',
    bodyOf: (tenths) => `data: ${delta('a'.repeat(tenths * MIB))}\n\ndata: ${STOP}\n\n`,
    chunkBytes: NETWORK_CHUNK_BYTES,
  },
  {
    name: 'a line of JSON of 10 MiB',
    bodyOf: (tenths) => `${delta('a'.repeat(tenths * MIB))}\n${STOP}\n`,
    chunkBytes: NETWORK_CHUNK_BYTES,
  },
  {
    name: '100,000 tiny events',
    bodyOf: (tenths) => `${`data: ${delta('a')}\n\n`.repeat(tenths * 10_000)}data: ${STOP}\n\n`,
    chunkBytes: NETWORK_CHUNK_BYTES,
  },
  {
    name: 'a data line of 1 MiB, byte by byte',
    bodyOf: (tenths) => `data: ${delta('a'.repeat((tenths * MIB) / 10))}\n\ndata: ${STOP}\n\n`,
    chunkBytes: 1,
  },
];

/** Decodes each kind of reply and a tenth of it `runs` times. */
export function measureDecoding(runs: number): readonly Decoding[] {
  return KINDS.map(({ name, bodyOf, chunkBytes }) => {
    const [whole, tenth] = [10, 1].map((tenths) => {
      const bytes = new TextEncoder().encode(bodyOf(tenths));
      decode(bytes, chunkBytes);
      return spread(Array.from({ length: runs }, () => decode(bytes, chunkBytes)));
    }) as [Spread, Spread];
    return { name, whole, tenth, growth: whole.median / 10 / tenth.median };
  });
}

/** Returns the time to decode a reply, in ms. */
function decode(bytes: Uint8Array, chunkBytes: number): number {
  const start = performance.now();
  const decoder = new ReplyDecoder('');
  let last: string | undefined;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    last = decoder.push(bytes.subarray(at, at + chunkBytes)).at(-1)?.type ?? last;
  }
  last = decoder.end().at(-1)?.type ?? last;
  const time = performance.now() - start;
  if (last !== 'finished') {
    throw new Error(`The last event was ${last} instead of finished`);
  }
  return time;
}
