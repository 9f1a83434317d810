import { ReplyDecoder } from '../../src/client/reading/replyDecoder.ts';
import { type Spread, spread } from './spread.ts';

/** How long one kind of reply takes to decode, in ms. */
export interface Decoding {
  readonly name: string;
  readonly whole: Spread;
  /** The same of a tenth of the length. */
  readonly tenth: Spread;
  /** How many times a byte of the whole costs what a byte of the tenth does, by the medians: 1 where cost is linear. */
  readonly growth: number;
}

interface Kind {
  readonly name: string;
  /** A reply of one or of ten tenths. */
  bodyOf(tenths: number): string;
  /** Bytes of a piece, as they come from the network. */
  readonly piece: number;
}

const MEBIBYTE = 1024 * 1024;
const NETWORK_PIECE = 16 * 1024;

const delta = (text: string) => `{"type":"content_block_delta","delta":{"text":"${text}"}}`;
const STOP = '{"type":"message_stop"}';

const KINDS: readonly Kind[] = [
  {
    name: 'a data line of 10 MiB',
    bodyOf: (tenths) => `data: ${delta('a'.repeat(tenths * MEBIBYTE))}\n\ndata: ${STOP}\n\n`,
    piece: NETWORK_PIECE,
  },
  {
    name: 'a line of JSON of 10 MiB',
    bodyOf: (tenths) => `${delta('a'.repeat(tenths * MEBIBYTE))}\n${STOP}\n`,
    piece: NETWORK_PIECE,
  },
  {
    name: '100,000 tiny events',
    bodyOf: (tenths) => `${`data: ${delta('a')}\n\n`.repeat(tenths * 10_000)}data: ${STOP}\n\n`,
    piece: NETWORK_PIECE,
  },
  {
    name: 'a data line of 1 MiB, byte by byte',
    bodyOf: (tenths) => `data: ${delta('a'.repeat((tenths * MEBIBYTE) / 10))}\n\ndata: ${STOP}\n\n`,
    piece: 1,
  },
];

/** Decodes each kind of reply so many times, and a tenth of it as often. */
export function measureDecoding(runs: number): readonly Decoding[] {
  return KINDS.map(({ name, bodyOf, piece }) => {
    const [whole, tenth] = [10, 1].map((tenths) => {
      const bytes = new TextEncoder().encode(bodyOf(tenths));
      decode(bytes, piece);
      return spread(Array.from({ length: runs }, () => decode(bytes, piece)));
    }) as [Spread, Spread];
    return { name, whole, tenth, growth: whole.median / 10 / tenth.median };
  });
}

/** In ms. */
function decode(bytes: Uint8Array, piece: number): number {
  const start = performance.now();
  const decoder = new ReplyDecoder('');
  let last: string | undefined;
  for (let at = 0; at < bytes.length; at += piece) {
    last = decoder.push(bytes.subarray(at, at + piece)).at(-1)?.type ?? last;
  }
  const time = performance.now() - start;
  if (last !== 'finished') {
    throw new Error(`The reply ended in ${last}`);
  }
  return time;
}
