import * as z from 'zod/mini';
import { prependChecksum, verifyChecksum } from '../files/historyCache.ts';

/** All that is searched of a conversation, folded. */
export interface SearchEntry {
  conversation: string;
  /** The names and sizes of the files it was made from, in one word. */
  stamp: string;
  /** ms since 1970 */
  changedAt: number;
  title: string;
  /** All texts of its turns, a line each. */
  text: string;
}

/** Another one whenever more can be read of the same files than before, too: what is cached would lack it. */
const SHARD_FORMAT_VERSION = 2;

const shardHeaderSchema = z.object({
  format: z.literal(SHARD_FORMAT_VERSION),
  entries: z.array(
    z.object({
      conversation: z.string(),
      stamp: z.string(),
      changedAt: z.number(),
      title: z.string(),
      bytes: z.int().check(z.nonnegative()),
    }),
  ),
});

/** A cache file of some conversations: their heads as JSON, its length before it, then the texts one after the other. */
export function encodeShard(entries: readonly SearchEntry[]): Uint8Array {
  const encoder = new TextEncoder();
  const texts = entries.map(({ text }) => encoder.encode(text));
  const head: z.infer<typeof shardHeaderSchema> = {
    format: SHARD_FORMAT_VERSION,
    entries: entries.map(({ text: _, ...entry }, index) => ({ ...entry, bytes: texts[index]?.length ?? 0 })),
  };
  const headBytes = encoder.encode(JSON.stringify(head));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, headBytes.length);
  return prependChecksum([length, headBytes, ...texts]);
}

/** What a cache file holds; nothing where it is damaged, of another version or made up. */
export function decodeShard(bytes: Uint8Array): readonly SearchEntry[] {
  const content = verifyChecksum(bytes);
  if (content === undefined || content.length < 4) {
    return [];
  }
  try {
    const begin = 4 + new DataView(content.buffer, content.byteOffset, 4).getUint32(0);
    const decoder = new TextDecoder();
    const { entries } = shardHeaderSchema.parse(JSON.parse(decoder.decode(content.subarray(4, begin))));
    let at = begin;
    return entries.map(({ bytes: length, ...entry }) => {
      if (at + length > content.length) {
        throw new Error('A text is missing');
      }
      const text = decoder.decode(content.subarray(at, at + length));
      at += length;
      return { ...entry, text };
    });
  } catch {
    return [];
  }
}
