import * as z from 'zod/mini';
import { SIZE, TIME } from '../../../base/bounds.ts';
import { joinBytes } from '../../../base/joinBytes.ts';
import { within } from '../../../base/numberSchemas.ts';
import type { CacheCodec, CachedValue } from '../files/historyCache.ts';
import { normalizeForSearch } from './normalizeForSearch.ts';
import type { EncodedTurns } from './searchedTurns.ts';

/** What is searched of a conversation. */
export interface SearchEntry extends EncodedTurns {
  /** ms since 1970 */
  changedAt: number;
  /** As the list shows it. */
  title: string;
  normalizedTitle: string;
}

/** Increase it also when more is derived from the same files. */
const VERSION = 5;
/** Bytes of the length of the head, before it. */
const LENGTH_BYTES = 4;

/** The texts follow the head, in the same order. Sizes are in bytes. */
const headSchema = z.object({
  version: z.literal(VERSION),
  entries: z.array(
    z.object({
      id: z.string(),
      stamp: z.string(),
      changedAt: within(TIME),
      title: z.string(),
      text: within(SIZE),
      details: within(SIZE),
    }),
  ),
});

/** The format of a file of the search index: the texts are not parsed, and are searched as they are in the file. */
export const searchShard: CacheCodec<SearchEntry> = { encode, decode };

function encode(all: readonly CachedValue<SearchEntry>[]): Uint8Array {
  const head: z.infer<typeof headSchema> = {
    version: VERSION,
    entries: all.map(({ id, stamp, value: { changedAt, title, text, details } }) => ({
      id,
      stamp,
      changedAt,
      title,
      text: text.length,
      details: details.length,
    })),
  };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, json.length);
  return joinBytes([length, json, ...all.flatMap(({ value }) => [value.text, value.details])]);
}

function decode(bytes: Uint8Array): CachedValue<SearchEntry>[] {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0);
  let at = LENGTH_BYTES;
  const take = (size: number): Uint8Array => {
    at += size;
    return bytes.subarray(at - size, at);
  };
  const head = headSchema.parse(JSON.parse(new TextDecoder().decode(take(length))));
  return head.entries.map(({ id, stamp, changedAt, title, text, details }) => ({
    id,
    stamp,
    value: {
      changedAt,
      title,
      normalizedTitle: normalizeForSearch(title),
      text: take(text),
      details: take(details),
    },
  }));
}
