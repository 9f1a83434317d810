import * as z from 'zod/mini';
import { SIZE, TIME } from '../../../base/bounds.ts';
import { within } from '../../../base/numberSchemas.ts';
import { type CacheCodec, type CacheDeps, HistoryCache, stampFiles } from '../files/historyCache.ts';
import type { HistoryFile, HistoryFiles } from '../files/historyFiles.ts';
import type { ConversationSummary } from '../records/storedConversation.ts';
import { summarize, unreadableSummary } from './summarize.ts';

const optional = z.exactOptional;
/** Increase it also when more is derived from the same files. */
const VERSION = 7;

const summarySchema: z.ZodMiniType<ConversationSummary> = z.object({
  id: z.string(),
  title: z.string(),
  pinned: z.boolean(),
  model: optional(z.string()),
  turns: within(SIZE),
  questions: within(SIZE),
  createdAt: within(TIME),
  changedAt: within(TIME),
  workspace: optional(z.object({ id: z.string(), name: z.string() })),
  trashedAt: optional(within(TIME)),
  removedAt: optional(within(TIME)),
  damagedTurns: optional(within(SIZE)),
  isNewer: z.boolean(),
});

const fileSchema = z.object({
  version: z.literal(VERSION),
  entries: z.array(z.object({ id: z.string(), stamp: z.string(), value: summarySchema })),
});

const listFile: CacheCodec<ConversationSummary> = {
  encode: (entries) => new TextEncoder().encode(JSON.stringify({ version: VERSION, entries })),
  decode: (bytes) => fileSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).entries,
};

/** The cache of the rows of the list of conversations. */
export function createListCache(files: HistoryFiles, deps: CacheDeps): HistoryCache<ConversationSummary> {
  return new HistoryCache(files, { names: ['list'], codec: listFile, derive: summarize }, deps);
}

/**
 * Returns the rows of all conversations that have files. If a conversation can't be read, its row is the cached one,
 * marked as damaged.
 */
export async function listRows(
  cache: HistoryCache<ConversationSummary>,
  listed: readonly HistoryFile[],
): Promise<ConversationSummary[]> {
  const stamped = stampFiles(listed);
  const { values, unreadable } = await cache.update(stamped);
  return [...stamped].flatMap(([id, { files }]) => {
    const row = values.get(id);
    return unreadable.has(id) ? { ...unreadableSummary(id, files), ...row } : (row ?? []);
  });
}
