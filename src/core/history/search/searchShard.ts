import * as z from 'zod/mini';
import { prependChecksum, verifyChecksum } from '../files/historyCache.ts';

/** The searched texts of a conversation, normalized. */
export interface SearchEntry {
  conversation: string;
  /** Stamp of the files it was made from (see `StampedFiles`). */
  stamp: string;
  /** ms since 1970 */
  changedAt: number;
  title: string;
  /** The texts of all turns, separated by line feeds. */
  text: string;
}

/** Increase it also when a new version reads more text from the same files, since cached entries lack that text. */
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

/** Encodes a cache file: the length of the header, the header as JSON, then the texts. */
export function encodeShard(entries: readonly SearchEntry[]): Uint8Array {
  const encoder = new TextEncoder();
  const texts = entries.map(({ text }) => encoder.encode(text));
  const header: z.infer<typeof shardHeaderSchema> = {
    format: SHARD_FORMAT_VERSION,
    entries: entries.map(({ text: _, ...entry }, index) => ({ ...entry, bytes: texts[index]?.length ?? 0 })),
  };
  const headerBytes = encoder.encode(JSON.stringify(header));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, headerBytes.length);
  return prependChecksum([length, headerBytes, ...texts]);
}

/** Decodes a cache file. Returns no entries if it is damaged or of another version. */
export function decodeShard(bytes: Uint8Array): readonly SearchEntry[] {
  const content = verifyChecksum(bytes);
  if (content === undefined || content.length < 4) {
    return [];
  }
  try {
    const textStart = 4 + new DataView(content.buffer, content.byteOffset, 4).getUint32(0);
    const decoder = new TextDecoder();
    const { entries } = shardHeaderSchema.parse(JSON.parse(decoder.decode(content.subarray(4, textStart))));
    let at = textStart;
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
